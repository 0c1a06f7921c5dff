import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";

type Announcer = Pick<Deps, "queue" | "events" | "secrets">;

/** Messages of one channel that were edited or deleted; their rows are already updated. */
export interface ChangedMessages {
  /** Our channel's id. */
  channelId: string;
  /** The platform's ids of the messages. */
  externalIds: string[];
}

/** Announced in the transaction that stores the edits and deletions, after the writes. */
export const messagesChanged = defineEvent<null, ChangedMessages>("messages changed");

/** Announces that the workspace's retention erased the text of these messages, in the same transaction. */
export const messagesForgotten = defineEvent<null, ChangedMessages>("messages forgotten");

/** A person's question to our app in a monitored channel; the message is already stored. */
export interface ChannelQuestion {
  /** Our channel's id. */
  channelId: string;
  /** The platform's id of the message. */
  externalId: string;
  threadId: string | null;
  /** The platform's id of the person who asked. */
  askedBy: string;
  /** The question is not addressed to the app, which may answer if nobody else does. */
  isUnasked: boolean;
}

export const questionAsked = defineEvent<null, ChannelQuestion>("asked in channel");

/** Live events of a channel were lost, so the channel has to be read if reading is automatic. */
export const channelFellBehind = defineEvent<Announcer, { channelId: string }>("channel behind");

export const channelMadePrivate = defineEvent<Announcer, { channelId: string }>("channel made private");

export const channelMadePublic = defineEvent<Announcer, { channelId: string }>("channel made public");

/** Announces, in the same transaction, that a channel will be deleted. */
export const channelRemoved = defineEvent<Announcer, { channelId: string }>("channel removed");
