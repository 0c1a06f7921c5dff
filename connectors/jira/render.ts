import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageContent } from "../knowledge-target.ts";
import { type LayoutParagraph, type LayoutPiece, layOutPage, type SourceLine } from "../page-layout.ts";
import { type AdfMark, type AdfNode, splitDocument } from "./adf.ts";

/** Renders an article in the Atlassian Document Format. Text by people becomes plain text, with our own marks only. */
export function renderPage(content: PageContent): PageBlock[] {
  const pieces = layOutPage(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  return splitDocument({ content: pieces.map((piece) => nodeFor(piece, sources)) });
}

function nodeFor(piece: LayoutPiece, sources: SourceLine[]): AdfNode {
  switch (piece.kind) {
    case "notice":
      return { type: "panel", attrs: { panelType: "info" }, content: [paragraph(text(piece.text))] };
    case "heading":
      return { type: "heading", attrs: { level: 2 }, content: text(piece.text) };
    case "paragraph":
      return paragraph(words(piece, sources));
    case "code":
      return codeBlock(piece.text, piece.language);
    case "list":
      return list(
        piece.isNumbered,
        piece.entries.map((entry) => entry.map((part) => nodeFor(part, sources))),
      );
    case "sources":
      return list(
        true,
        piece.sources.map((source) => [paragraph(text(source.text, linkTo(source.href)))]),
      );
    case "colophon":
      return paragraph(text(piece.text, [{ type: "em" }]));
  }
}

const paragraph = (content: AdfNode[]): AdfNode => ({ type: "paragraph", content });

function codeBlock(code: string, language: string | null): AdfNode {
  const known = language && /^[\w+#.-]{1,40}$/.test(language) ? { attrs: { language: language.toLowerCase() } } : {};
  return { type: "codeBlock", ...known, content: text(code) };
}

/** Builds a list. Each item must contain at least one paragraph. */
function list(isNumbered: boolean, entries: AdfNode[][]): AdfNode {
  const content = entries.map((entry) => ({ type: "listItem", content: entry.length > 0 ? entry : [paragraph([])] }));
  return { type: isNumbered ? "orderedList" : "bulletList", content };
}

/** Writes sentences and links each source number directly to its message. */
function words({ sentences }: LayoutParagraph, sources: SourceLine[]): AdfNode[] {
  return sentences.flatMap(({ words: said, sources: numbers }, index) => [
    ...(index > 0 ? text(" ") : []),
    ...inline(said, []),
    ...numbers.flatMap((number) => [...text(" "), ...text(`[${number}]`, linkTo(sources[number - 1]?.href ?? null))]),
  ]);
}

const MARKS = { strong: "strong", emphasis: "em", strike: "strike" } as const;

function inline(inlines: Inline[], marks: AdfMark[]): AdfNode[] {
  return inlines.flatMap((one): AdfNode[] => {
    if (one.type === "text") return text(one.text, marks);
    // Code permits no mark except a link.
    if (one.type === "code") return text(one.text, [{ type: "code" }, ...marks.filter(({ type }) => type === "link")]);
    if (one.type === "break") return [{ type: "hardBreak" }];
    const mark = one.type === "link" ? linkTo(one.href) : [{ type: MARKS[one.type] }];
    return inline(one.children, [...marks.filter(({ type }) => type !== mark[0]?.type), ...mark]);
  });
}

/** Returns no node for an empty text, because a text node must not be empty. */
function text(value: string, marks: AdfMark[] = []): AdfNode[] {
  const printed = toPrintableText(value);
  return printed === "" ? [] : [{ type: "text", text: printed, ...(marks.length > 0 && { marks }) }];
}

const linkTo = (href: string | null): AdfMark[] => (href === null ? [] : [{ type: "link", attrs: { href } }]);

export function toPrintableText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "");
}
