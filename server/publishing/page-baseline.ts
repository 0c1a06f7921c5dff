import type { PageBlock, RemotePage } from "../../connectors/knowledge-target.ts";
import { hashBlocks, hashText, listBlockKeys, translateKeysToItems } from "./known-content.ts";
import type { PublicationRow } from "./queries.ts";

/**
 * The base of the page after people refused a proposed change. The change never reached the page, so the page's blocks
 * become the base, unless somebody edited the page.
 */
export function resetAfterRefusal(
  row: PublicationRow,
  { review, isUntouched, blocks, title }: RemotePage,
): PublicationRow {
  if (review?.state !== "closed" || !isUntouched) return row;
  return {
    ...row,
    publishedBlocks: listBlockKeys(hashBlocks(blocks)),
    pendingBlocks: null,
    publishedTitle: hashText(title),
  };
}

/**
 * The page's blocks with the keys that they had when we wrote them. A platform may return a block in another form than
 * we sent.
 */
export function mapToWrittenKeys(
  { blocks }: Pick<RemotePage, "blocks">,
  { echoedKeys }: Pick<PublicationRow, "echoedKeys">,
): PageBlock[] {
  const echoed = (key: string) => echoedKeys[key] ?? key;
  return hashBlocks(blocks).map(({ wholeHash, ...block }) => ({
    ...block,
    key: echoed(block.key),
    ...(wholeHash !== undefined && { wholeHash: echoed(wholeHash) }),
  }));
}

/** Hashes all blocks of the page, with the keys that they had when we wrote them. */
export const hashContent = (page: Pick<RemotePage, "blocks">, row: Pick<PublicationRow, "echoedKeys">): string =>
  hashText(listBlockKeys(mapToWrittenKeys(page, row)).join(" "));

/** True if the page's title is neither the last published title nor the title of a call with an unknown outcome. */
export function isRenamedByPerson({ publishedTitle, pendingTitles, title }: PublicationRow, now: string): boolean {
  const known = [publishedTitle, ...(pendingTitles ?? []), title === null ? null : hashText(title)];
  const ours = known.filter((one) => one !== null);
  return ours.length > 0 && !ours.includes(hashText(now));
}

/**
 * The keys of our last content, as the base of the merge. They are null if no row holds them, as for an edited page
 * that was found again after a restore. After a call with an unknown outcome, the base is the content before or after
 * the call. If the call was interrupted, the page mixes both: all our blocks on the page count as the base, and all
 * others as people's edits.
 */
export function computeBaseKeys(row: PublicationRow, theirs: PageBlock[], wanted: PageBlock[]): string[] | null {
  if (!row.publishedBlocks && !row.pendingBlocks) return null;
  const before = translateKeysToItems(row.publishedBlocks ?? [], theirs, wanted);
  if (!row.pendingBlocks) return before;
  const after = translateKeysToItems(row.pendingBlocks, theirs, wanted);
  const there = new Set(listBlockKeys(theirs));
  const isThere = (key: string) => there.has(key);
  const added = after.filter((key) => !before.includes(key));
  const dropped = before.filter((key) => !after.includes(key));
  if (added.every(isThere) && !dropped.some(isThere)) return after;
  if (dropped.every(isThere) && !added.some(isThere)) return before;
  const ours = new Set([...before, ...after]);
  return listBlockKeys(theirs).filter((key) => ours.has(key));
}
