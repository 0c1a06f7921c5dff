import type { FoundPage, RemotePage } from "./knowledge-target.ts";

/** The maximum number of blocks of a page: the server's own thread receives, hashes and merges each of them. */
export const MOST_BLOCKS = 10_000;
export const TOO_MANY_BLOCKS = `has more than ${MOST_BLOCKS.toLocaleString("en")} blocks`;

export class TooManyBlocks extends Error {}

/**
 * Applies the limit to the result of a target's method. Throws `TooManyBlocks` for a page above it; in a list, such a page stays
 * without its content, so that it does not hide the others.
 */
export function applyBlockLimit(result: unknown): unknown {
  if (Array.isArray(result)) return result.map((one) => (isTooLong(one) ? withoutContent(one as FoundPage) : one));
  if (isTooLong(result)) throw new TooManyBlocks();
  return result;
}

const isTooLong = (result: unknown): boolean =>
  typeof result === "object" &&
  result !== null &&
  Array.isArray((result as Partial<RemotePage>).blocks) &&
  (result as RemotePage).blocks.length > MOST_BLOCKS;

const withoutContent = (page: FoundPage): FoundPage => ({
  ...page,
  blocks: [],
  isUntouched: false,
  unreadable: `The page cannot be read: it ${TOO_MANY_BLOCKS}.`,
});
