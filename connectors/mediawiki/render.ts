import type { Inline } from "../../shared/markdown/inline.ts";
import { ANY_MARKER, type PageBlock, type PageContent } from "../knowledge-target.ts";
import { layOut, type Paragraph, type Piece, type SourceLine } from "../page-layout.ts";
import { toBlocks } from "./blocks.ts";

/** An article as wikitext. Everything a person said is text: no template, link, file, tag or behaviour switch comes of it. */
export function render(content: PageContent): PageBlock[] {
  const pieces = layOut(content);
  const sources = pieces.flatMap((piece) => (piece.kind === "sources" ? piece.sources : []));
  return toBlocks(pieces.map((piece) => wikitext(piece, sources)).join("\n\n"));
}

type Code = Extract<Piece, { kind: "code" }>;

function wikitext(piece: Piece, sources: SourceLine[]): string {
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

/** All on one line: a line break ends the item, also inside `<pre>`. */
const item = (mark: string, entry: Piece[], sources: SourceLine[]) =>
  `${mark} ${entry.map((part) => (part.kind === "code" ? codeOnOneLine(part) : wikitext(part, sources))).join("")}`;

function words({ sentences }: Paragraph, sources: SourceLine[]): string {
  const said = sentences.map(({ words: inlines, sources: numbers }) => inline(inlines) + superscript(numbers, sources));
  return oneLine(said.join(" "));
}

/** The numbers lead straight to the messages. */
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

/** Other addresses are no links: a wiki knows more protocols than a reader should be led to. */
function linked(label: string, href: string | null): string {
  if (!href || !/^(?:https?:\/\/|mailto:)/i.test(href)) return label;
  const address = printable(href)
    .replace(/[\s[\]<>"|{}]/g, encodeURIComponent)
    .replace(/['~]|_(?=_)|(?<=_)_/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `[${address} ${label || text(href)}]`;
}

/** `<pre>` and not a highlighter, which not every wiki has. The first line break behind the tag is not part of it. */
const code = (piece: Code) => `${opening(piece)}\n${verbatim(piece.text)}</pre>`;
const codeOnOneLine = (piece: Code) => `${opening(piece)}&#10;${verbatim(piece.text).replaceAll("\n", "&#10;")}</pre>`;

const opening = ({ language }: Code) =>
  language && /^[\w+#.-]{1,40}$/.test(language) ? `<pre class="language-${language.toLowerCase()}">` : "<pre>";
const verbatim = (value: string) => printable(value).replace(/[&<>]|(?<=-)\{/g, entity);

const entity = (character: string) => `&#${character.codePointAt(0)};`;

/**
 * Text that a wiki shows as it is. Only what would mean something there is written as an entity, so that people can still read
 * it in the editor. https://www.mediawiki.org/wiki/Help:Formatting
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

/** The marker stays letter by letter, so that the page is found by it. */
function aroundMarker(value: string): string {
  const [marker] = ANY_MARKER.exec(value) ?? [];
  return marker ? value.split(marker).map(text).join(marker) : text(value);
}

/** Where a line begins, some characters make it a list, a heading, a table, a rule or code. */
const line = (written: string) => written.trim().replace(/^(?:[*#:;=!|]|----)/, (mark) => entity(mark) + mark.slice(1));

const oneLine = (value: string) => value.replace(/[ \t]+/g, " ").trim();

/** In the form in which a wiki keeps it, without characters it replaces. */
const printable = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, "")
    .normalize("NFC");
