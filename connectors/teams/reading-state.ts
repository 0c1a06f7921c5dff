import * as z from "zod";
import type { Cursor } from "../chat-source.ts";

const moment = z.iso.datetime({ offset: true });
const link = z.string().max(20_000);

/** A post brings up to 1,000 replies with it, so a page holds fewer posts than it may. */
const POSTS_ON_A_PAGE = 20;

const readingState = z.object({
  /** The last moment at which anything changed, by Microsoft's clock; null before the first page. */
  changedTo: moment.nullable(),
  /** Where the changes since the last poll are; null: they are asked for by `changedTo`. */
  changes: link.nullable(),
  /** Null between two polls. `all`: every post. `changes`: what happened since. */
  walk: z.object({ kind: z.enum(["all", "changes"]), link: link.nullable() }).nullable(),
  /** How many posts are asked for at once; fewer where they bring more replies than an answer may hold. */
  size: z.int().positive().max(50).default(POSTS_ON_A_PAGE),
  /** How often this poll had to begin again because Microsoft forgot a page. */
  restarts: z.number().default(0),
});
export type ReadingState = z.infer<typeof readingState>;

/** A cursor that is not ours reads the channel from its beginning. */
export function stateOf(cursor: Cursor | null): ReadingState {
  const parsed = readingState.safeParse(cursor);
  return parsed.success
    ? parsed.data
    : { changedTo: null, changes: null, walk: null, size: POSTS_ON_A_PAGE, restarts: 0 };
}
