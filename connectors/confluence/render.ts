import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageContent } from "../knowledge-target.ts";
import { layOut, type Paragraph, type Piece, type SourceLine } from "../page-layout.ts";
import { codeLanguage } from "./code-language.ts";
import { toBlocks } from "./storage.ts";

/** An article as storage format. Everything a person said is escaped; the only macros are ours: code, info and anchor. */
export function render(content: PageContent): PageBlock[] {
  return toBlocks(layOut(content).map(pieceStorage).join(""));
}

function pieceStorage(piece: Piece): string {
  switch (piece.kind) {
    case "notice":
      return `<ac:structured-macro ac:name="info"><ac:rich-text-body><p>${escape(piece.text)}</p></ac:rich-text-body></ac:structured-macro>`;
    case "heading":
      return `<h2>${escape(piece.text)}</h2>`;
    case "paragraph":
      return paragraphStorage(piece);
    case "code":
      return codeMacro(piece);
    case "list": {
      const list = piece.isNumbered ? "ol" : "ul";
      return `<${list}>${piece.entries.map((entry) => `<li>${entry.map(pieceStorage).join("")}</li>`).join("")}</${list}>`;
    }
    case "sources":
      return `<ol>${piece.sources.map(sourceEntry).join("")}</ol>`;
    case "colophon":
      return `<p><em>${escape(piece.text)}</em></p>`;
  }
}

function paragraphStorage({ sentences }: Paragraph): string {
  return `<p>${sentences.map(({ words, sources }) => inlineStorage(words) + superscript(sources)).join(" ")}</p>`;
}

function superscript(numbers: number[]): string {
  return numbers.length > 0 ? `<sup>${numbers.map(footnoteLink).join(", ")}</sup>` : "";
}

function footnoteLink(number: number): string {
  return `<ac:link ac:anchor="source-${number}"><ac:plain-text-link-body>${cdata(String(number))}</ac:plain-text-link-body></ac:link>`;
}

function sourceEntry({ text, href }: SourceLine, index: number): string {
  const anchor = `<ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">source-${index + 1}</ac:parameter></ac:structured-macro>`;
  return `<li><p>${anchor}${href ? `<a href="${escape(href)}">${escape(text)}</a>` : escape(text)}</p></li>`;
}

function codeMacro({ text, language }: { text: string; language: string | null }): string {
  const known = codeLanguage(language);
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

/** Only characters XML 1.0 can hold: https://www.w3.org/TR/xml/#charsets */
function xmlText(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
}
