import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";

type Announcer = Pick<Deps, "queue" | "events" | "secrets">;

/** Messages of one channel that were edited or deleted; their rows say already what they are now. */
export interface ChangedMessages {
  /** Our channel's id. */
  channelId: string;
  /** The platform's ids of the messages. */
  externalIds: string[];
}

/** In the transaction that stored the edits and deletions, after the rows were written. */
export const messagesChanged = defineEvent<null, ChangedMessages>("messages changed");

/** The retention of the workspace took the words of these messages, in the same transaction. */
export const messagesForgotten = defineEvent<null, ChangedMessages>("messages forgotten");

/** Somebody asks our app something in a channel that is read; the message is stored. */
export interface AskedInChannel {
  /** Our channel's id. */
  channelId: string;
  /** The platform's id of the message. */
  externalId: string;
  threadId: string | null;
  /** The platform's id of the person. */
  askedBy: string;
  /** They ask everybody; we may answer where nobody else does. */
  isUnasked: boolean;
}

export const askedInChannel = defineEvent<null, AskedInChannel>("asked in channel");

/** Something happened in a channel that nobody told us: it is to be read, where that is done automatically. */
export const channelBehind = defineEvent<Announcer, { channelId: string }>("channel behind");

export const channelMadePrivate = defineEvent<Announcer, { channelId: string }>("channel made private");

export const channelMadePublic = defineEvent<Announcer, { channelId: string }>("channel made public");

/** The channel's row is still there and goes in the same transaction. */
export const channelRemoved = defineEvent<Announcer, { channelId: string }>("channel removed");
