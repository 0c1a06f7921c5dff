import * as z from "zod";
import type { Cursor } from "../chat-source.ts";

const micros = z.number().int().nonnegative();

/** What a cursor of Slack holds. Times are microseconds since 1970. */
const readingState = z.object({
  version: z.literal(1),
  /** Null between two polls. */
  phase: z.enum(["newest", "catch-up", "review"]).nullable(),
  startedAt: micros,
  /** The channel's own messages up to here are read. */
  readTo: micros,
  /** Catching up: where the next page begins, and where it and those after it end, latest first. */
  from: micros,
  edges: z.array(micros),
  /** Threads whose replies are still to be read, after a time or from the beginning. */
  threads: z.array(z.object({ ts: z.string(), after: micros.nullable() })),
  /** Replies sent before are read: in threads that began at `edge` or later, and in older ones, which the review visits. */
  repliesSeenTo: micros,
  edge: micros,
  review: z.object({ at: micros.nullable(), startedAt: micros, repliesSeenTo: micros, requestsLeft: z.number().int() }),
});

export type ReadingState = z.infer<typeof readingState>;

/** An unknown or older cursor reads from the beginning: what is stored already is recognised by its id. */
export function stateOf(cursor: Cursor | null): ReadingState {
  const known = readingState.safeParse(cursor);
  if (known.success) return structuredClone(known.data);
  return {
    version: 1,
    phase: null,
    startedAt: 0,
    readTo: 0,
    from: 0,
    edges: [],
    threads: [],
    repliesSeenTo: 0,
    edge: 0,
    review: { at: null, startedAt: 0, repliesSeenTo: 0, requestsLeft: 0 },
  };
}
