import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageContent } from "../knowledge-target.ts";
import { type LayoutParagraph, type LayoutPiece, layOutPage, type SourceLine } from "../page-layout.ts";
import { toMacroLanguage } from "./code-language.ts";
import { splitStorage } from "./storage.ts";

/**
 * Renders an article in Confluence's storage format. All text by people is escaped. The only macros are 'code' and
 * 'info'.
 */
export function renderPage(content: PageContent): PageBlock[] {
  const pieces = layOutPage(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  return splitStorage(pieces.map((piece) => pieceStorage(piece, sources)).join(""));
}

function pieceStorage(piece: LayoutPiece, sources: SourceLine[]): string {
  switch (piece.kind) {
    case "notice":
      return `<ac:structured-macro ac:name="info"><ac:rich-text-body><p>${escape(piece.text)}</p></ac:rich-text-body></ac:structured-macro>`;
    case "heading":
      return `<h2>${escape(piece.text)}</h2>`;
    case "paragraph":
      return paragraphStorage(piece, sources);
    case "code":
      return codeMacro(piece);
    case "list": {
      const list = piece.isNumbered ? "ol" : "ul";
      const entries = piece.entries.map((entry) => entry.map((part) => pieceStorage(part, sources)).join(""));
      return `<${list}>${entries.map((entry) => `<li>${entry}</li>`).join("")}</${list}>`;
    }
    case "sources":
      return `<ol>${piece.sources.map(sourceEntry).join("")}</ol>`;
    case "colophon":
      return `<p><em>${escape(piece.text)}</em></p>`;
  }
}

function paragraphStorage({ sentences }: LayoutParagraph, sources: SourceLine[]): string {
  const said = sentences.map(({ words, sources: numbers }) => inlineStorage(words) + superscript(numbers, sources));
  return `<p>${said.join(" ")}</p>`;
}

/**
 * Links a source number directly to its message. A link to an anchor of the page would break, because Confluence's two
 * editors name anchors differently. https://github.com/sphinx-contrib/confluencebuilder/pull/866
 */
function superscript(numbers: number[], sources: SourceLine[]): string {
  const links = numbers.map((number) => linked(`[${number}]`, sources[number - 1]?.href ?? null));
  return links.length > 0 ? `<sup>${links.join(", ")}</sup>` : "";
}

function sourceEntry({ text, href }: SourceLine): string {
  return `<li><p>${linked(text, href)}</p></li>`;
}

const linked = (text: string, href: string | null) =>
  href ? `<a href="${escape(href)}">${escape(text)}</a>` : escape(text);

function codeMacro({ text, language }: { text: string; language: string | null }): string {
  const known = toMacroLanguage(language);
  const parameter = known ? `<ac:parameter ac:name="language">${escape(known)}</ac:parameter>` : "";
  return `<ac:structured-macro ac:name="code">${parameter}<ac:plain-text-body>${cdata(text)}</ac:plain-text-body></ac:structured-macro>`;
}

const TAGS = { strong: "strong", emphasis: "em", strike: "del" } as const;

function inlineStorage(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === "text") return escape(inline.text);
      if (inline.type === "code") return `<code>${escape(inline.text)}</code>`;
      if (inline.type === "break") return "<br />";
      const children = inlineStorage(inline.children);
      if (inline.type === "link") return `<a href="${escape(inline.href)}">${children}</a>`;
      return `<${TAGS[inline.type]}>${children}</${TAGS[inline.type]}>`;
    })
    .join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

function cdata(text: string): string {
  return `<![CDATA[${xmlText(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/** Removes characters that XML 1.0 does not allow: https://www.w3.org/TR/xml/#charsets */
function xmlText(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}
