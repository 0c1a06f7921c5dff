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

/** Announced in the transaction that stores the edits and deletions, after the rows were written. */
export const messagesChanged = defineEvent<null, ChangedMessages>("messages changed");

/** Announces that the workspace's retention erased the text of these messages, in the same transaction. */
export const messagesForgotten = defineEvent<null, ChangedMessages>("messages forgotten");

/** A person asks our app something in a monitored channel; the message is stored. */
export interface AskedInChannel {
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

export const questionAsked = defineEvent<null, AskedInChannel>("asked in channel");

/** Live events of a channel are incomplete: it has to be read, where reading is automatic. */
export const channelFellBehind = defineEvent<Announcer, { channelId: string }>("channel behind");

export const channelMadePrivate = defineEvent<Announcer, { channelId: string }>("channel made private");

export const channelMadePublic = defineEvent<Announcer, { channelId: string }>("channel made public");

/** Announces that a channel is about to be deleted, in the same transaction. */
export const channelRemoved = defineEvent<Announcer, { channelId: string }>("channel removed");
