import type { PageBlock } from "./knowledge-target.ts";

/**
 * For platforms without conditional updates that keep earlier versions: our page plus the blocks that people added or rewrote at
 * the moment of our change, each after the block that it followed.
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
