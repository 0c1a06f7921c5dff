import type { PageBlock } from "./knowledge-target.ts";

/**
 * Merges blocks that people added or rewrote while we changed the page into our version of the page. Each of these
 * blocks comes after the block that it followed before. For platforms without conditional updates that store earlier
 * versions.
 */
export function mergeAddedBlocks(base: PageBlock[], theirs: PageBlock[], ours: PageBlock[]): PageBlock[] {
  const known = new Set([...base, ...ours].map(({ key }) => key));
  const all = [...ours];
  theirs.forEach((block, index) => {
    if (known.has(block.key)) return;
    const above = theirs
      .slice(0, index)
      .map(({ key }) => all.findLastIndex((other) => other.key === key))
      .findLast((at) => at >= 0);
    all.splice((above ?? -1) + 1, 0, block);
  });
  return all;
}
