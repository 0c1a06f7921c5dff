import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageContent } from "../knowledge-target.ts";
import { type LayoutParagraph, type LayoutPiece, layOutPage, type SourceLine } from "../page-layout.ts";
import { splitMarkdown } from "./blocks.ts";
import { type MarkdownRoot, writeMarkdown } from "./parse.ts";

type BlockNode = MarkdownRoot["children"][number];
/** Markdown nodes that a quotation may contain. */
type QuotedBlock = Extract<BlockNode, { type: "blockquote" }>["children"][number];
type InlineNode = Extract<BlockNode, { type: "paragraph" }>["children"][number];

/** Renders an article as Markdown. All text of people is escaped; the output contains no HTML of ours. */
export function renderPage(content: PageContent): PageBlock[] {
  const pieces = layOutPage(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  return splitMarkdown(writeMarkdown({ type: "root", children: pieces.flatMap((piece) => flow(piece, sources)) }));
}

function flow(piece: LayoutPiece, sources: SourceLine[]): BlockNode[] {
  switch (piece.kind) {
    case "notice":
      return [{ type: "blockquote", children: [paragraph([text(piece.text)])] }];
    case "heading":
      return [{ type: "heading", depth: 2, children: [text(piece.text)] }];
    case "paragraph":
      return [paragraph(words(piece, sources))];
    case "code":
      return [{ type: "code", lang: languageOf(piece.language), value: printable(piece.text) }];
    case "list":
      return [
        list(
          piece.isNumbered,
          piece.entries.map((entry) => entry.flatMap((part) => flow(part, sources))),
        ),
      ];
    case "sources":
      return [
        list(
          true,
          piece.sources.map((source) => [paragraph([linked(source.text, source.href)])]),
        ),
      ];
    case "colophon":
      return [paragraph([{ type: "emphasis", children: [text(piece.text)] }])];
  }
}

const paragraph = (children: InlineNode[]): QuotedBlock => ({ type: "paragraph", children });

function list(ordered: boolean, entries: BlockNode[][]): QuotedBlock {
  const children = entries.map((entry) => ({ type: "listItem", spread: entry.length > 1, children: entry }));
  return { type: "list", ordered, spread: false, children } as QuotedBlock;
}

/** Links each number directly to its message. */
function words({ sentences }: LayoutParagraph, sources: SourceLine[]): InlineNode[] {
  return sentences.flatMap(({ words: said, sources: numbers }, index): InlineNode[] => [
    ...(index > 0 ? [text(" ")] : []),
    ...phrasing(said),
    ...numbers.flatMap((number): InlineNode[] => [text(" "), linked(`[${number}]`, sources[number - 1]?.href ?? null)]),
  ]);
}

function phrasing(inlines: Inline[]): InlineNode[] {
  return inlines.map((inline): InlineNode => {
    if (inline.type === "text") return text(inline.text);
    if (inline.type === "code") return { type: "inlineCode", value: printable(inline.text) };
    if (inline.type === "break") return { type: "break" };
    const children = phrasing(inline.children) as never[];
    if (inline.type === "link") return { type: "link", url: inline.href, children };
    return { type: inline.type === "strike" ? "delete" : inline.type, children };
  });
}

const text = (value: string): InlineNode => ({ type: "text", value: printable(value) });
const linked = (label: string, href: string | null): InlineNode =>
  href ? { type: "link", url: href, children: [text(label)] } : text(label);

/** Returns the language of a code block if it fits behind the fence as one word. */
const languageOf = (language: string | null) =>
  language && /^[\w+#.-]{1,40}$/.test(language) ? language.toLowerCase() : null;

/** Removes all other control characters, which a text file must not contain. */
const printable = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])\p{Cc}/gu, "");
