import {
  type FoundPage,
  hashText,
  type KnowledgeTarget,
  type PageBlock,
  type PageContent,
} from "../../connectors/knowledge-target.ts";
import type { PublicationRow } from "./queries.ts";

const NUMBERED_TITLES = 4;

/** Stores hashes instead of text, because deleted sentences must not stay in the database. */
export const hashBlocks = (blocks: PageBlock[]) => blocks.map((block) => ({ ...block, key: hashText(block.key) }));
export { hashText };
export const listBlockKeys = (blocks: PageBlock[]) => blocks.map(({ key }) => key);

/**
 * Title candidates: 'Title', 'Title (2)' and so on. The last candidate contains the end of the marker, which is unique.
 */
export function listTitleVariants(title: string, marker: string): string[] {
  const numbers = Array.from({ length: NUMBERED_TITLES }, (_, index) => String(index + 2));
  return [title, ...[...numbers, marker.slice(-8)].map((suffix) => `${title} (${suffix})`)];
}

/** Older releases stored a list as one block. Translates the keys of such lists into the keys of their items. */
export function translateKeysToItems(keys: string[], ...pages: PageBlock[][]): string[] {
  const itemsOf = new Map<string, string[]>();
  for (const blocks of pages)
    for (const [whole, items] of Map.groupBy(blocks, ({ wholeHash }) => wholeHash))
      if (whole !== undefined && !itemsOf.has(whole)) itemsOf.set(whole, listBlockKeys(items));
  return keys.flatMap((key) => itemsOf.get(key) ?? key);
}

interface ContentToPublish {
  target: Pick<KnowledgeTarget<never>, "render">;
  row: PublicationRow;
  content: PageContent;
}

/**
 * Whether only the product has written the page: its title and content are the published ones or those of a current
 * call. A page that a person copied and edited has other content.
 */
export function hasOnlyProductText({ target, row, content }: ContentToPublish, page: FoundPage): boolean {
  const base = row.title?.replace(/ \(\w{1,8}\)$/, "");
  const titles = [content.title, ...(row.title ? [row.title] : []), ...(base ? [base] : [])];
  const known = new Set([
    ...listBlockKeys(hashBlocks(target.render(content))),
    ...translateKeysToItems([...(row.publishedBlocks ?? []), ...(row.pendingBlocks ?? [])], hashBlocks(page.blocks)),
    ...Object.keys(row.echoedKeys),
  ]);
  return (
    page.isUntouched &&
    titles.flatMap((title) => listTitleVariants(title, row.marker)).includes(page.title) &&
    listBlockKeys(hashBlocks(page.blocks)).every((key) => known.has(key))
  );
}
