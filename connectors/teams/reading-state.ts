import * as z from "zod";
import type { ReadingCursor } from "../chat-source.ts";

const moment = z.iso.datetime({ offset: true });
const link = z.string().max(20_000);

/** Posts per page. Microsoft permits more, but each post may include up to 1,000 replies. */
const POSTS_ON_A_PAGE = 20;

const readingState = z.object({
  /** The time of the last change, by Microsoft's clock; null before the first page. */
  changedTo: moment.nullable(),
  /** The link to the changes since the last poll; null to request them by `changedTo`. */
  changes: link.nullable(),
  /** The unfinished part of a poll; null between two polls. `all`: every post. `changes`: later changes. */
  walk: z.object({ kind: z.enum(["all", "changes"]), link: link.nullable() }).nullable(),
  /** The number of posts per request. It is reduced if their replies exceed the size limit of a response. */
  size: z.int().positive().max(50).default(POSTS_ON_A_PAGE),
  /** The number of restarts in this poll after Microsoft no longer accepted a link. */
  restarts: z.number().default(0),
});
export type ReadingState = z.infer<typeof readingState>;

/** Parses a cursor. An unknown cursor reads the channel from its beginning. */
export function parseReadingState(cursor: ReadingCursor | null): ReadingState {
  const parsed = readingState.safeParse(cursor);
  return parsed.success ? parsed.data : startReading(null);
}

/** The state of a channel of which nothing has been read, and whose changes are read from this time on. */
export const startReading = (changedTo: string | null): ReadingState => ({
  changedTo,
  changes: null,
  walk: null,
  size: POSTS_ON_A_PAGE,
  restarts: 0,
});
