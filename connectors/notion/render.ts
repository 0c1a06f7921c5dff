import type { PageBlock, PageContent } from "../knowledge-target.ts";
import { type LayoutParagraph, type LayoutPiece, layOutPage, type SourceLine } from "../page-layout.ts";
import { type NewBlock, toPageBlock } from "./blocks.ts";
import { toNotionLanguage } from "./code-language.ts";
import { splitIntoRequests } from "./requests.ts";
import { type RichText, splitIntoPortions, toRichText, toTextRuns } from "./rich-text.ts";

/** The most children in one array: https://developers.notion.com/reference/request-limits */
const MAX_CHILDREN = 100;

/**
 * Renders an article as Notion blocks. The first request creates the page, so it must contain the marker. The marker is
 * at the end of a page that fits into one request, and at the start of a longer page.
 */
export function renderPage(content: PageContent): PageBlock[] {
  const pieces = layOutPage(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  const blocksFor = (isColophon: boolean) =>
    pieces
      .filter(({ kind }) => (kind === "colophon") === isColophon)
      .flatMap((piece) => blocksOf(piece, sources))
      .map(toPageBlock);
  const closed = [...blocksFor(false), ...blocksFor(true)];
  return splitIntoRequests(closed).length === 1 ? closed : [...blocksFor(true), ...blocksFor(false)];
}

function blocksOf(piece: LayoutPiece, sources: SourceLine[]): NewBlock[] {
  switch (piece.kind) {
    case "notice":
      return splitIntoPortions(toTextRuns(piece.text)).map((rich_text) => ({
        type: "callout",
        content: { rich_text, icon: { type: "emoji", emoji: "🔒" } },
      }));
    case "heading":
      return splitIntoPortions(toTextRuns(piece.text)).map((rich_text) => ({
        type: "heading_2",
        content: { rich_text },
      }));
    case "paragraph":
      return splitIntoPortions(paragraphText(piece, sources)).map(paragraphBlock);
    case "code":
      return splitIntoPortions(toTextRuns(piece.text)).map((rich_text) => ({
        type: "code",
        content: { rich_text, language: toNotionLanguage(piece.language) },
      }));
    case "list":
      return piece.entries.flatMap((entry) =>
        listItem(piece.isNumbered ? "numbered_list_item" : "bulleted_list_item", entry, sources),
      );
    case "sources":
      return piece.sources.map(({ text, href }) => ({
        type: "numbered_list_item",
        content: { rich_text: toTextRuns(text, {}, href ?? undefined) },
      }));
    case "colophon":
      return [paragraphBlock(toTextRuns(piece.text, { italic: true }))];
  }
}

function paragraphBlock(rich_text: RichText[]): NewBlock {
  return { type: "paragraph", content: { rich_text } };
}

/**
 * Builds a list item with the words in the item itself and its code below. Blocks above the limit of children follow
 * the item.
 */
function listItem(type: string, entry: LayoutPiece[], sources: SourceLine[]): NewBlock[] {
  const [first, ...below] = entry;
  const [words = [], ...more] = first?.kind === "paragraph" ? splitIntoPortions(paragraphText(first, sources)) : [[]];
  const children = [
    ...more.map(paragraphBlock),
    ...(first?.kind === "paragraph" ? below : entry).flatMap((piece) => blocksOf(piece, sources)),
  ];
  return [
    { type, content: { rich_text: words, children: children.slice(0, MAX_CHILDREN) } },
    ...children.slice(MAX_CHILDREN),
  ];
}

/** Links each source number directly to its message, because Notion has no links within a page. */
function paragraphText({ sentences }: LayoutParagraph, sources: SourceLine[]): RichText[] {
  return sentences.flatMap(({ words, sources: numbers }, index) => [
    ...(index > 0 ? toTextRuns(" ") : []),
    ...toRichText(words),
    ...numbers.flatMap((number) => [
      ...toTextRuns(" "),
      ...toTextRuns(`[${number}]`, {}, sources[number - 1]?.href ?? undefined),
    ]),
  ]);
}
