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

export const channelMadePrivate = defineEvent<Announcer, { channelId: string }>("channel made private");

/** The channel's row is still there and goes in the same transaction. */
export const channelRemoved = defineEvent<Announcer, { channelId: string }>("channel removed");
