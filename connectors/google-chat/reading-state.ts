import * as z from "zod";
import type { ReadingCursor } from "../chat-source.ts";

const moment = z.iso.datetime({ offset: true });

const walk = z.object({
  /** `new`: messages since the last poll. `review`: older messages, for edits and deletions. */
  kind: z.enum(["new", "review"]),
  /**
   * The time after which messages are read; null for the space's beginning. Messages at `before` and later are not
   * read; null for no limit.
   */
  after: moment.nullable(),
  before: moment.nullable(),
  pageToken: z.string().nullable(),
  /** The time of the last message read. If the page token has expired, reading restarts there. */
  at: moment.nullable(),
});
export type UnfinishedPoll = z.infer<typeof walk>;

const readingState = z.object({
  /** The `createTime` of the newest known message; null before the first one. */
  readTo: moment.nullable(),
  /** The start of this poll's new messages, which is also the end of its review; null in the first poll. */
  reviewTo: moment.nullable(),
  /** The `createTime` up to which the review has read; null to start at the space's beginning. */
  reviewedTo: moment.nullable(),
  reviewsLeft: z.number(),
  /** The review begins here; null to begin at the space's beginning. */
  beginsAt: moment.nullable().default(null),
  /** The unfinished part of a poll; null between two polls. */
  walk: walk.nullable(),
});
export type ReadingState = z.infer<typeof readingState>;

/** Parses a cursor. An unknown cursor reads the space from its beginning. */
export function parseReadingState(cursor: ReadingCursor | null): ReadingState {
  const parsed = readingState.safeParse(cursor);
  return parsed.success ? parsed.data : startReading(null);
}

/** The state of a space of which nothing has been read, and whose messages are read from this time on. */
export const startReading = (beginsAt: string | null): ReadingState => ({
  readTo: beginsAt,
  reviewTo: null,
  reviewedTo: null,
  reviewsLeft: 0,
  beginsAt,
  walk: null,
});
