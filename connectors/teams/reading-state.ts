import * as z from "zod";
import type { ReadingCursor } from "../chat-source.ts";

const moment = z.iso.datetime({ offset: true });
const link = z.string().max(20_000);

/** A post includes up to 1,000 replies, so a page requests fewer posts than allowed. */
const POSTS_ON_A_PAGE = 20;

const readingState = z.object({
  /** The last time of any change, on Microsoft's clock; null before the first page. */
  changedTo: moment.nullable(),
  /** The link to the changes since the last poll; null requests them by `changedTo`. */
  changes: link.nullable(),
  /** Null between two polls. `all`: every post. `changes`: later changes. */
  walk: z.object({ kind: z.enum(["all", "changes"]), link: link.nullable() }).nullable(),
  /** The number of posts per request, reduced when their replies exceed the size limit of an answer. */
  size: z.int().positive().max(50).default(POSTS_ON_A_PAGE),
  /** The number of restarts of this poll after Microsoft dropped a page. */
  restarts: z.number().default(0),
});
export type ReadingState = z.infer<typeof readingState>;

/** An unknown cursor reads the channel from its beginning. */
export function parseReadingState(cursor: ReadingCursor | null): ReadingState {
  const parsed = readingState.safeParse(cursor);
  return parsed.success
    ? parsed.data
    : { changedTo: null, changes: null, walk: null, size: POSTS_ON_A_PAGE, restarts: 0 };
}
