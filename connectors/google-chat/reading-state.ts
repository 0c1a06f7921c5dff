import * as z from "zod";
import type { Cursor } from "../chat-source.ts";

const moment = z.iso.datetime({ offset: true });

const walk = z.object({
  /** `new`: what was said since the last poll. `review`: what is older, for edits and deletions. */
  kind: z.enum(["new", "review"]),
  /** Both ends excluded; null is the space's beginning, and now. */
  after: moment.nullable(),
  before: moment.nullable(),
  pageToken: z.string().nullable(),
  /** Of the last message seen: where to start again when Google forgets the page token. */
  at: moment.nullable(),
});
export type Walk = z.infer<typeof walk>;

const readingState = z.object({
  /** `createTime` of the newest message known; null before the first. */
  readTo: moment.nullable(),
  /** Where this poll's new messages begin and its review ends; null: it is the first poll. */
  reviewTo: moment.nullable(),
  /** `createTime` up to which the review has come; null: it begins at the beginning. */
  reviewedTo: moment.nullable(),
  reviewsLeft: z.number(),
  /** Null between two polls. */
  walk: walk.nullable(),
});
export type ReadingState = z.infer<typeof readingState>;

/** A cursor that is not ours reads the space from its beginning. */
export function stateOf(cursor: Cursor | null): ReadingState {
  const parsed = readingState.safeParse(cursor);
  return parsed.success ? parsed.data : { readTo: null, reviewTo: null, reviewedTo: null, reviewsLeft: 0, walk: null };
}
