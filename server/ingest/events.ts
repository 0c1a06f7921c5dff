import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";

type AnnounceDeps = Pick<Deps, "queue" | "events" | "secrets">;

/** Messages of one channel that were edited or deleted. Their rows are already updated. */
export interface ChangedMessages {
  /** The product's id of the channel. */
  channelId: string;
  /** The platform's ids of the messages. */
  externalIds: string[];
}

/** Announced in the transaction that stores the edits and deletions, after the writes. */
export const messagesChanged = defineEvent<null, ChangedMessages>("messages changed");

/** Announces, in the transaction of the deletion, that retention erased the text of these messages. */
export const messagesForgotten = defineEvent<null, ChangedMessages>("messages forgotten");

/** A person's question to the app in a monitored channel. The message is already stored. */
export interface ChannelQuestion {
  /** The product's id of the channel. */
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

/** Announces that live events of a channel were lost. If reading is automatic, the channel has to be read. */
export const channelEventsLost = defineEvent<AnnounceDeps, { channelId: string }>("channel behind");

export const channelMadePrivate = defineEvent<AnnounceDeps, { channelId: string }>("channel made private");

export const channelMadePublic = defineEvent<AnnounceDeps, { channelId: string }>("channel made public");

/** Announces that a channel will be deleted, in the transaction of the deletion. */
export const channelRemoved = defineEvent<AnnounceDeps, { channelId: string }>("channel removed");
