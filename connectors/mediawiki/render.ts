import type { Inline } from "../../shared/markdown/inline.ts";
import { ANY_MARKER, type PageBlock, type PageContent } from "../knowledge-target.ts";
import { type LayoutParagraph, type LayoutPiece, layOutPage, type SourceLine } from "../page-layout.ts";
import { splitWikitext } from "./blocks.ts";

/** Renders an article as wikitext. Text by people cannot become a template, link, file, tag or behavior switch. */
export function renderPage(content: PageContent): PageBlock[] {
  const pieces = layOutPage(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  return splitWikitext(pieces.map((piece) => wikitext(piece, sources)).join("\n\n"));
}

type Code = Extract<LayoutPiece, { kind: "code" }>;

function wikitext(piece: LayoutPiece, sources: SourceLine[]): string {
  switch (piece.kind) {
    case "notice":
      return line(`''${text(piece.text)}''`);
    case "heading":
      return `== ${oneLine(text(piece.text)) || "&#8203;"} ==`;
    case "paragraph":
      return line(words(piece, sources));
    case "code":
      return code(piece);
    case "list": {
      const mark = piece.isNumbered ? "#" : "*";
      return piece.entries.map((entry) => item(mark, entry, sources)).join("\n");
    }
    case "sources":
      return piece.sources.map((source) => `# ${linked(text(source.text), source.href)}`).join("\n");
    case "colophon":
      return `''${aroundMarker(piece.text)}''`;
  }
}

/** Renders a list item on one line, because a line break ends the item, even inside `<pre>`. */
const item = (mark: string, entry: LayoutPiece[], sources: SourceLine[]) =>
  `${mark} ${entry.map((part) => (part.kind === "code" ? codeOnOneLine(part) : wikitext(part, sources))).join("")}`;

function words({ sentences }: LayoutParagraph, sources: SourceLine[]): string {
  const said = sentences.map(({ words: inlines, sources: numbers }) => inline(inlines) + superscript(numbers, sources));
  return oneLine(said.join(" "));
}

/** Links each source number directly to its message. */
function superscript(numbers: number[], sources: SourceLine[]): string {
  const links = numbers.map((number) => linked(text(`[${number}]`), sources[number - 1]?.href ?? null));
  return links.length > 0 ? `<sup>${links.join(", ")}</sup>` : "";
}

function inline(inlines: Inline[]): string {
  return inlines
    .map((one) => {
      if (one.type === "text") return text(one.text);
      if (one.type === "code") return `<code>${text(one.text)}</code>`;
      if (one.type === "break") return "<br />";
      const children = inline(one.children);
      if (one.type === "link") return linked(children, one.href);
      if (children === "") return "";
      if (one.type === "strike") return `<s>${children}</s>`;
      return one.type === "strong" ? `'''${children}'''` : `''${children}''`;
    })
    .join("");
}

/** Makes a link of a web address. Other protocols that a wiki supports are not linked. */
function linked(label: string, href: string | null): string {
  if (!href || !/^(?:https?:\/\/|mailto:)/i.test(href)) return label;
  const address = printable(href)
    .replace(/[\s[\]<>"|{}]/g, encodeURIComponent)
    .replace(/['~]|_(?=_)|(?<=_)_/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `[${address} ${label || text(href)}]`;
}

/**
 * Writes code as `<pre>`, because not every wiki has a syntax highlighter. The first line break after the tag is not
 * part of the code.
 */
const code = (piece: Code) => `${opening(piece)}\n${verbatim(piece.text)}</pre>`;
const codeOnOneLine = (piece: Code) => `${opening(piece)}&#10;${verbatim(piece.text).replaceAll("\n", "&#10;")}</pre>`;

const opening = ({ language }: Code) =>
  language && /^[\w+#.-]{1,40}$/.test(language) ? `<pre class="language-${language.toLowerCase()}">` : "<pre>";
const verbatim = (value: string) => printable(value).replace(/[&<>]|(?<=-)\{/g, entity);

const entity = (character: string) => `&#${character.codePointAt(0)};`;

/**
 * Escapes text. Only characters with a meaning in wikitext become entities, so that people can still read the text in
 * the editor. https://www.mediawiki.org/wiki/Help:Formatting
 */
function text(value: string): string {
  return printable(value)
    .replace(/\n+/g, " ")
    .replace(
      /[<>[\]]|&(?=#?\w+;)|\{(?=[{|])|(?<=-)\{|\}(?=\})|\|(?=\})|(?<=\})\}|_(?=_)|(?<=_)_|~(?=~)|(?<=~)~/g,
      entity,
    )
    .replace(/'(?=')|(?<=')'|^'|'$/g, entity)
    .replace(/(?<=[a-z]):(?=\S)|\/(?=\/)/gi, entity);
}

/** Escapes words for a paragraph, even at the start of a line. */
export const escapeWords = (words: string): string => line(text(words));

/** Escapes text but not the marker, so that a search can find the page by the marker. */
function aroundMarker(value: string): string {
  const [marker] = ANY_MARKER.exec(value) ?? [];
  return marker ? value.split(marker).map(text).join(marker) : text(value);
}

/** Escapes characters that begin a list, heading, table, rule or code at the start of a line. */
const line = (written: string) => written.trim().replace(/^(?:[*#:;=!|]|----)/, (mark) => entity(mark) + mark.slice(1));

const oneLine = (value: string) => value.replace(/[ \t]+/g, " ").trim();

/** Normalizes text to the form that a wiki stores, and removes characters that the wiki would replace. */
const printable = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, "")
    .normalize("NFC");
