import type { PageBlock, PageContent } from "../knowledge-target.ts";
import { layOut, type Paragraph, type Piece, type SourceLine } from "../page-layout.ts";
import { type NewBlock, pageBlock } from "./blocks.ts";
import { codeLanguage } from "./code-language.ts";
import { inRequests } from "./requests.ts";
import { portions, type RichText, richText, textRuns } from "./rich-text.ts";

/** The maximum number of children per array: https://developers.notion.com/reference/request-limits */
const MAX_CHILDREN = 100;

/**
 * Renders an article as Notion blocks. The first request, which creates the page, must contain the marker: it is at the end of a
 * page that fits into one request, and at the start of a longer one.
 */
export function render(content: PageContent): PageBlock[] {
  const pieces = layOut(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  const blocksFor = (isColophon: boolean) =>
    pieces
      .filter(({ kind }) => (kind === "colophon") === isColophon)
      .flatMap((piece) => blocksOf(piece, sources))
      .map(pageBlock);
  const closed = [...blocksFor(false), ...blocksFor(true)];
  return inRequests(closed).length === 1 ? closed : [...blocksFor(true), ...blocksFor(false)];
}

function blocksOf(piece: Piece, sources: SourceLine[]): NewBlock[] {
  switch (piece.kind) {
    case "notice":
      return portions(textRuns(piece.text)).map((rich_text) => ({
        type: "callout",
        content: { rich_text, icon: { type: "emoji", emoji: "🔒" } },
      }));
    case "heading":
      return portions(textRuns(piece.text)).map((rich_text) => ({ type: "heading_2", content: { rich_text } }));
    case "paragraph":
      return portions(paragraphText(piece, sources)).map(paragraphBlock);
    case "code":
      return portions(textRuns(piece.text)).map((rich_text) => ({
        type: "code",
        content: { rich_text, language: codeLanguage(piece.language) },
      }));
    case "list":
      return piece.entries.flatMap((entry) =>
        listItem(piece.isNumbered ? "numbered_list_item" : "bulleted_list_item", entry, sources),
      );
    case "sources":
      return piece.sources.map(({ text, href }) => ({
        type: "numbered_list_item",
        content: { rich_text: textRuns(text, {}, href ?? undefined) },
      }));
    case "colophon":
      return [paragraphBlock(textRuns(piece.text, { italic: true }))];
  }
}

function paragraphBlock(rich_text: RichText[]): NewBlock {
  return { type: "paragraph", content: { rich_text } };
}

/** An entry's words are in the item itself and its code below; anything beyond an item's maximum children follows it. */
function listItem(type: string, entry: Piece[], sources: SourceLine[]): NewBlock[] {
  const [first, ...below] = entry;
  const [words = [], ...more] = first?.kind === "paragraph" ? portions(paragraphText(first, sources)) : [[]];
  const children = [
    ...more.map(paragraphBlock),
    ...(first?.kind === "paragraph" ? below : entry).flatMap((piece) => blocksOf(piece, sources)),
  ];
  return [
    { type, content: { rich_text: words, children: children.slice(0, MAX_CHILDREN) } },
    ...children.slice(MAX_CHILDREN),
  ];
}

/** Links each number directly to its message, because Notion has no links within a page. */
function paragraphText({ sentences }: Paragraph, sources: SourceLine[]): RichText[] {
  return sentences.flatMap(({ words, sources: numbers }, index) => [
    ...(index > 0 ? textRuns(" ") : []),
    ...richText(words),
    ...numbers.flatMap((number) => [
      ...textRuns(" "),
      ...textRuns(`[${number}]`, {}, sources[number - 1]?.href ?? undefined),
    ]),
  ]);
}
