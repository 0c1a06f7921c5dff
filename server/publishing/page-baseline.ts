import type { PageBlock, RemotePage } from "../../connectors/knowledge-target.ts";
import { hashed, hashOf, inItems, keysOf } from "./known-content.ts";
import type { PublicationRow } from "./queries.ts";

/** What was refused never came to the page: what is there is ours, as long as nobody edited it. */
export function afterRefusal(row: PublicationRow, { review, isUntouched, blocks, title }: RemotePage): PublicationRow {
  if (review?.state !== "closed" || !isUntouched) return row;
  return { ...row, publishedBlocks: keysOf(hashed(blocks)), pendingBlocks: null, publishedTitle: hashOf(title) };
}

/** The page's blocks by the keys under which we wrote them. */
export function blocksOf({ blocks }: Pick<RemotePage, "blocks">, { echoedKeys }: PublicationRow): PageBlock[] {
  const echoed = (key: string) => echoedKeys[key] ?? key;
  return hashed(blocks).map(({ wholeKey, ...block }) => ({
    ...block,
    key: echoed(block.key),
    ...(wholeKey !== undefined && { wholeKey: echoed(wholeKey) }),
  }));
}

/** Neither the title as last published nor one that a call with an open outcome was writing. */
export function isRenamedByPerson({ publishedTitle, pendingTitles, title }: PublicationRow, now: string): boolean {
  const known = [publishedTitle, ...(pendingTitles ?? []), title === null ? null : hashOf(title)];
  const ours = known.filter((one) => one !== null);
  return ours.length > 0 && !ours.includes(hashOf(now));
}

/**
 * What our side of the page was before. After a call with an open outcome that is what was there before it, or what it wrote;
 * or, where it was broken off in the middle, a mixture: then whatever of it is ours counts as the base, and only the rest as
 * a person's.
 */
export function baseKeys(row: PublicationRow, theirs: PageBlock[], wanted: PageBlock[]): string[] {
  const before = inItems(row.publishedBlocks ?? [], theirs, wanted);
  if (!row.pendingBlocks) return before;
  const after = inItems(row.pendingBlocks, theirs, wanted);
  const there = new Set(keysOf(theirs));
  const isThere = (key: string) => there.has(key);
  const added = after.filter((key) => !before.includes(key));
  const dropped = before.filter((key) => !after.includes(key));
  if (added.every(isThere) && !dropped.some(isThere)) return after;
  if (dropped.every(isThere) && !added.some(isThere)) return before;
  const ours = new Set([...before, ...after]);
  return keysOf(theirs).filter((key) => ours.has(key));
}
