import type { PageBlock } from "./knowledge-target.ts";

/**
 * For platforms that take every change, whatever it was made upon, and keep what was there: our page with what people added to
 * the base or wrote anew in the instant of our change, each piece behind the one that it stood behind.
 */
export function withAdded(base: PageBlock[], theirs: PageBlock[], ours: PageBlock[]): PageBlock[] {
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
