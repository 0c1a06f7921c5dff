import * as z from "zod";
import type { ReadingCursor } from "../chat-source.ts";

const micros = z.number().int().nonnegative();

/** The content of a cursor for reading a Slack channel. Times are in microseconds since 1970. */
const readingState = z.object({
  version: z.literal(1),
  /** The phase of the current poll; null between two polls. */
  phase: z.enum(["newest", "catch-up", "review"]).nullable(),
  startedAt: micros,
  /** The channel's own messages have been read up to this time. */
  readTo: micros,
  /**
   * For `catch-up`: the start of the next page (`from`), and the ends of this page and the following pages, latest
   * first.
   */
  from: micros,
  edges: z.array(micros),
  /** Threads whose replies are still to be read: replies after a time, or all replies. */
  threads: z.array(z.object({ ts: z.string(), after: micros.nullable() })),
  /** Replies before this time are read, in threads that began at `edge` or later. The review covers older threads. */
  repliesSeenTo: micros,
  edge: micros,
  /** Nothing before this time is read; 0 for the whole channel. */
  beginsAt: micros.default(0),
  review: z.object({ at: micros.nullable(), startedAt: micros, repliesSeenTo: micros, requestsLeft: z.number().int() }),
});

export type ReadingState = z.infer<typeof readingState>;

/**
 * Parses a cursor. An unknown or older cursor starts at the beginning of the channel. Messages that are already stored
 * are recognized by their ids.
 */
export function parseReadingState(cursor: ReadingCursor | null): ReadingState {
  const known = readingState.safeParse(cursor);
  if (known.success) return structuredClone(known.data);
  return startReading(0);
}

/** The state of a channel of which nothing has been read, and whose messages are read from this time on. */
export const startReading = (at: number): ReadingState => ({
  version: 1,
  phase: null,
  startedAt: 0,
  readTo: at,
  from: 0,
  edges: [],
  threads: [],
  repliesSeenTo: at,
  edge: at,
  beginsAt: at,
  review: { at: null, startedAt: 0, repliesSeenTo: at, requestsLeft: 0 },
});
