import type { Inline } from "../shared/markdown/inline.ts";
import { splitHtml } from "./html-blocks.ts";
import { toSuperscript } from "./html-tree.ts";
import type { PageBlock, PageContent } from "./knowledge-target.ts";
import { type LayoutParagraph, type LayoutPiece, layOutPage, type SourceLine } from "./page-layout.ts";

export interface HtmlDialect {
  /**
   * The format of source numbers after a sentence: `<sup>[1], [2]</sup>`, or '⁽¹⁾⁽²⁾' for platforms that remove
   * `<sup>`.
   */
  numbers: "sup" | "characters";
  /** True to write struck-out words as plain text, for platforms that remove `<del>`. */
  hasNoStrike?: boolean;
}

interface RenderOptions extends HtmlDialect {
  sources: SourceLine[];
}

/**
 * Renders an article as HTML without classes and styles, which every help center accepts. Escapes all text by people.
 */
export function renderHtml(content: PageContent, dialect: HtmlDialect = { numbers: "sup" }): PageBlock[] {
  const pieces = layOutPage(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  return splitHtml(pieces.map((piece) => pieceHtml(piece, { ...dialect, sources })).join(""));
}

function pieceHtml(piece: LayoutPiece, way: RenderOptions): string {
  switch (piece.kind) {
    case "notice":
    case "colophon":
      return `<p><em>${escapeHtml(piece.text)}</em></p>`;
    case "heading":
      return `<h2>${escapeHtml(piece.text)}</h2>`;
    case "paragraph":
      return paragraphHtml(piece, way);
    case "code":
      return codeHtml(piece);
    case "list": {
      const list = piece.isNumbered ? "ol" : "ul";
      const entries = piece.entries.map((entry) => entry.map((part) => pieceHtml(part, way)).join(""));
      return `<${list}>${entries.map((entry) => `<li>${entry}</li>`).join("")}</${list}>`;
    }
    case "sources":
      return `<ol>${piece.sources.map(({ text, href }) => `<li><p>${linked(text, href)}</p></li>`).join("")}</ol>`;
  }
}

function paragraphHtml({ sentences }: LayoutParagraph, way: RenderOptions): string {
  const said = sentences.map(({ words, sources }) => inlineHtml(words, way) + numbersHtml(sources, way));
  return `<p>${said.join(" ")}</p>`;
}

/** Links a source number directly to its message, because some platforms remove anchors. */
function numbersHtml(numbers: number[], way: RenderOptions): string {
  const link = (number: number, text: string) => linked(text, way.sources[number - 1]?.href ?? null);
  if (way.numbers === "characters") return numbers.map((number) => link(number, toSuperscript(number))).join("");
  const links = numbers.map((number) => link(number, `[${number}]`));
  return links.length > 0 ? `<sup>${links.join(", ")}</sup>` : "";
}

const linked = (text: string, href: string | null) =>
  href ? `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>` : escapeHtml(text);

function codeHtml({ text, language }: { text: string; language: string | null }): string {
  const known = language !== null && /^[\w+#.-]{1,40}$/.test(language) ? ` class="language-${language}"` : "";
  return `<pre><code${known}>${escapeHtml(text)}</code></pre>`;
}

const TAGS = { strong: "strong", emphasis: "em", strike: "del" } as const;

function inlineHtml(inlines: Inline[], way: HtmlDialect): string {
  return inlines
    .map((inline) => {
      if (inline.type === "text") return escapeHtml(inline.text);
      if (inline.type === "code") return `<code>${escapeHtml(inline.text)}</code>`;
      if (inline.type === "break") return "<br>";
      const children = inlineHtml(inline.children, way);
      if (inline.type === "strike" && way.hasNoStrike) return children;
      if (inline.type === "link") return `<a href="${escapeHtml(inline.href)}">${children}</a>`;
      return `<${TAGS[inline.type]}>${children}</${TAGS[inline.type]}>`;
    })
    .join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML content and attributes. Removes characters that no platform stores. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
