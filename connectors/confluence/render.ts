import type { Redaction, Section, Statement } from "../../shared/domain/article.ts";
import type { Inline } from "../../shared/markdown/inline.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { PageBlock, PageContent, PageSource } from "../knowledge-target.ts";
import { codeLanguage } from "./code-language.ts";
import { toBlocks } from "./storage.ts";

/** An article as storage format. Everything a person said is escaped; the only macros are ours: code, info and anchor. */
export function render(content: PageContent): PageBlock[] {
  const notes = new Footnotes(content.sources);
  const body = [
    ...redactionPanel(content.redactions),
    ...prose(content.summary, notes),
    ...content.body.flatMap((section) => [...heading(section), ...statements(section, notes)]),
    ...notes.list(),
    `<p><em>${escape(`Written by Lorekeep from your team's chat. ${content.marker}`)}</em></p>`,
  ];
  return toBlocks(body.join(""));
}

/** Each source has one number on the whole page, in the order of the talk, so that new evidence does not renumber the old. */
class Footnotes {
  readonly #sources: PageSource[];
  readonly #numbers: Map<string, number>;

  constructor(sources: PageSource[]) {
    this.#sources = sources;
    this.#numbers = new Map(sources.map(({ id }, index) => [id, index + 1]));
  }

  of(statement: Statement): number[] {
    return [...new Set(statement.sources.flatMap((id) => this.#numbers.get(id) ?? []))];
  }

  list(): string[] {
    if (this.#sources.length === 0) return [];
    return [
      "<h2>Sources</h2>",
      `<ol>${this.#sources.map((source, index) => sourceEntry(source, index + 1)).join("")}</ol>`,
    ];
  }
}

function footnoteLink(number: number): string {
  return `<ac:link ac:anchor="source-${number}"><ac:plain-text-link-body>${cdata(String(number))}</ac:plain-text-link-body></ac:link>`;
}

function sourceEntry({ authorName, channelName, sentAt, permalink }: PageSource, number: number): string {
  const anchor = `<ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">source-${number}</ac:parameter></ac:structured-macro>`;
  const where = escape(`${authorName} in #${channelName.replace(/^#/, "")}, ${writtenDate(sentAt)}`);
  const isLive = permalink !== null && URL.canParse(permalink) && new URL(permalink).protocol === "https:";
  return `<li><p>${anchor}${isLive ? `<a href="${escape(permalink)}">${where}</a>` : where}</p></li>`;
}

function writtenDate(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function redactionPanel(redactions: Redaction[]): string[] {
  if (redactions.length === 0) return [];
  const what = redactions.map((redaction) => `${redaction.count} × ${redaction.what}`).join(", ");
  return [
    `<ac:structured-macro ac:name="info"><ac:rich-text-body><p>${escape(`Removed before this was written: ${what}.`)}</p></ac:rich-text-body></ac:structured-macro>`,
  ];
}

function heading({ heading: text }: Section): string[] {
  return text ? [`<h2>${escape(text)}</h2>`] : [];
}

function statements(section: Section, notes: Footnotes): string[] {
  if (section.layout === "prose") return prose(section.statements, notes);
  const list = section.layout === "steps" ? "ol" : "ul";
  const entries = groupBySentence(section.statements).map((entry) => `<li>${prose(entry, notes).join("")}</li>`);
  return entries.length > 0 ? [`<${list}>${entries.join("")}</${list}>`] : [];
}

/** Sentences that follow each other share a paragraph; code stands between them, its sources with the words before it. */
function prose(all: Statement[], notes: Footnotes): string[] {
  const pieces: string[] = [];
  let paragraph: { words: string; sources: number[] }[] = [];
  let shownLast = "";
  const endParagraph = () => {
    if (paragraph.length > 0)
      pieces.push(`<p>${paragraph.map(({ words, sources }) => words + superscript(sources)).join(" ")}</p>`);
    paragraph = [];
  };
  for (const statement of all) {
    const sources = notes.of(statement);
    if (statement.form === "sentence") {
      paragraph.push({ words: inlineStorage(parseInline(statement.text)), sources });
    } else {
      const before = paragraph.at(-1);
      if (before) before.sources = [...new Set([...before.sources, ...sources])];
      else if (shownLast !== sources.join()) paragraph.push({ words: "", sources });
      endParagraph();
      pieces.push(codeMacro(statement));
    }
    shownLast = sources.join();
  }
  endParagraph();
  return pieces;
}

function superscript(numbers: number[]): string {
  return numbers.length > 0 ? `<sup>${numbers.map(footnoteLink).join(", ")}</sup>` : "";
}

/** Each sentence opens an entry; code belongs to the entry before it. */
function groupBySentence(all: Statement[]): Statement[][] {
  const entries: Statement[][] = [];
  for (const statement of all) {
    const entry = entries.at(-1);
    if (statement.form === "code" && entry) entry.push(statement);
    else entries.push([statement]);
  }
  return entries;
}

function codeMacro({ text, language }: Statement): string {
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
