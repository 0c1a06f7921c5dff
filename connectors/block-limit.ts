import type { FoundPage, RemotePage } from "./knowledge-target.ts";

/** The most blocks of a page. The server receives, hashes and merges each block in its main thread. */
export const MOST_BLOCKS = 10_000;
export const TOO_MANY_BLOCKS = `has more than ${MOST_BLOCKS.toLocaleString("en")} blocks`;

export class TooManyBlocks extends Error {}

/**
 * Applies the limit to the result of a knowledge target's method. Throws `TooManyBlocks` for a page above the limit. In
 * a list, a page above the limit loses its content instead, so that it does not hide the other pages.
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
