import { createHash } from "node:crypto";
import type { FoundPage, KnowledgeTarget, PageBlock, PageContent } from "../../connectors/knowledge-target.ts";
import type { PublicationRow } from "./queries.ts";

const NUMBERED_TITLES = 4;

/** What is kept of a page says nothing: a sentence that was deleted must not be kept in the base of a merge. */
export const hashed = (blocks: PageBlock[]) =>
  blocks.map(({ wholeKey, ...block }) => ({
    ...block,
    key: hashOf(block.key),
    ...(wholeKey !== undefined && { wholeKey: hashOf(wholeKey) }),
  }));
export const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
export const keysOf = (blocks: PageBlock[]) => blocks.map(({ key }) => key);

/** 'Title', 'Title (2)' and so on; in a crowd of equal titles the marker's own letters, which no other page has. */
export function variantsOf(title: string, marker: string): string[] {
  const numbers = Array.from({ length: NUMBERED_TITLES }, (_, index) => String(index + 2));
  return [title, ...[...numbers, marker.slice(-8)].map((suffix) => `${title} (${suffix})`)];
}

/** Keys of a page that was published when a list was one piece, as those of its items. */
export function inItems(keys: string[], ...pages: PageBlock[][]): string[] {
  const itemsOf = new Map<string, string[]>();
  for (const blocks of pages)
    for (const [whole, items] of Map.groupBy(blocks, ({ wholeKey }) => wholeKey))
      if (whole !== undefined && !itemsOf.has(whole)) itemsOf.set(whole, keysOf(items));
  return keys.flatMap((key) => itemsOf.get(key) ?? key);
}

interface Wanted {
  target: Pick<KnowledgeTarget<never>, "render">;
  row: PublicationRow;
  content: PageContent;
}

/**
 * Whether the page is a call's of ours and nothing else: nobody else touched it, and title and content are what we wrote or
 * were writing. A page that somebody copied and went on with is not.
 */
export function isOnlyOurs({ target, row, content }: Wanted, page: FoundPage): boolean {
  const base = row.title?.replace(/ \(\w{1,8}\)$/, "");
  const titles = [content.title, ...(row.title ? [row.title] : []), ...(base ? [base] : [])];
  const known = new Set([
    ...keysOf(hashed(target.render(content))),
    ...inItems([...(row.publishedBlocks ?? []), ...(row.pendingBlocks ?? [])], hashed(page.blocks)),
    ...Object.keys(row.echoedKeys),
  ]);
  return (
    page.isUntouched &&
    titles.flatMap((title) => variantsOf(title, row.marker)).includes(page.title) &&
    keysOf(hashed(page.blocks)).every((key) => known.has(key))
  );
}
