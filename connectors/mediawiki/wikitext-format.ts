import { extractPlainText, parseHtml } from "../html-tree.ts";
import type { InsertionPoint, MarkupCharacter, MarkupFormat, MarkupPage, MarkupRun } from "../markup-edit.ts";
import { HeadingPath } from "../wiki-pages.ts";
import type { EditObstacle } from "../wiki-repair.ts";
import { classifyLine, LIST_ITEM, splitLines } from "./blocks.ts";
import { escapeWords } from "./render.ts";

/** Parses wikitext for edits inside a page. */
export const WIKITEXT_FORMAT: MarkupFormat = {
  read: (source) => new WikitextReader(source).page,
  escape: escapeWords,
  same: (one, other) => one === other,
};

/**
 * A placeholder for content that the wiki inserts: a template, a file, a magic word. No sentence contains this
 * character.
 */
const FILLED_IN = "\ufffc";

const TOKEN = new RegExp(
  [
    "<!--[\\s\\S]*?(?:-->|$)",
    "<ref\\b[^>]*/>|<ref\\b[^>]*>[\\s\\S]*?(?:</ref\\s*>|$)",
    "<(?:nowiki|code|syntaxhighlight|math)\\b[^>]*>[\\s\\S]*?(?:</\\w+\\s*>|$)",
    "</?[a-zA-Z][^<>]*>",
    "\\[\\[[^[\\]|\\n]*(?:\\|[^[\\]|\\n]*)*\\]\\]",
    "\\[https?:[^\\s\\[\\]]+ [^\\[\\]\\n]*\\]|\\[https?:[^\\s\\[\\]]+\\]",
    "\\{\\{|\\}\\}|\\[\\[|\\]\\]",
    "'{2,5}",
    "__[A-Z]+__",
    "&#?\\w{1,32};",
    "~{3,5}",
  ].join("|"),
  "g",
);

interface OpenRun {
  start: number;
  until: number;
  before: number;
  lock: EditObstacle | null;
  kind: "paragraph" | "item";
  prefix: string;
}

class WikitextReader {
  readonly #source: string;
  readonly #path = new HeadingPath();
  readonly #runs: MarkupRun[] = [];
  readonly #sections: { headings: string[]; at: number }[] = [{ headings: [], at: 0 }];
  #paragraph: OpenRun | null = null;
  #characters: MarkupCharacter[] = [];
  #piece = 0;
  #depth = 0;
  /** The number of templates that enclose the next characters. */
  #templates = 0;
  readonly #quotes = { "''": false, "'''": false };
  /** The list items that may contain the next item. */
  #items: { marks: string; after: InsertionPoint }[] = [];

  constructor(source: string) {
    this.#source = source;
    let before = 0;
    for (const { start, until } of splitLines(source)) {
      const length = source.slice(start, until).trimEnd().length;
      this.#line({ start, until: start + length, before });
      if (length > 0) before = start + length;
    }
    this.#endParagraph();
  }

  get page(): MarkupPage {
    return {
      runs: this.#runs,
      sections: this.#sections
        .filter(({ at }) => at > 0)
        .map(({ headings, at }) => ({ headings, end: { at, open: "\n\n", close: "" } })),
    };
  }

  #line({ start, until, before }: { start: number; until: number; before: number }): void {
    const line = this.#source.slice(start, until);
    const kind = classifyLine(line);
    const heading = /^(={1,6})(.+)\1$/.exec(line);
    if (kind !== "paragraph" || heading) this.#endParagraph();
    if (heading) return this.#heading(heading[1]?.length ?? 1, heading[2] ?? "", start, until);
    const marks = /^[*#:;]*/.exec(line)?.[0] ?? "";
    this.#items = this.#items.filter((item) => marks.length > item.marks.length && marks.startsWith(item.marks));
    for (const { after } of this.#items) after.at = until;
    if (kind === null) return;
    (this.#sections.at(-1) as { at: number }).at = until;
    const prefix = LIST_ITEM.test(line) ? (/^[*#:;]+ */.exec(line)?.[0] ?? "") : "";
    if (kind === "paragraph" && !/^(?:\{\||\|)/.test(line)) {
      if (this.#paragraph) this.#paragraph.until = until;
      else this.#paragraph = { start, until, before, lock: null, kind: "paragraph", prefix: "" };
    } else if (kind === "item") {
      const lock = prefix.includes(";") || line.includes("\n") ? "macro" : null;
      this.#run({ start: start + prefix.length, until, before, lock, kind: "item", prefix });
    } else this.#run({ start, until, before, lock: lockOf(line), kind: "paragraph", prefix: "" });
  }

  #heading(level: number, text: string, start: number, until: number): void {
    this.#read(text.trim(), start);
    this.#path.add(level, this.#characters.map((one) => one.text).join(""));
    this.#sections.push({ headings: this.#path.texts, at: until });
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = null;
    if (paragraph) this.#run(paragraph);
  }

  #run({ start, until, before, lock, kind, prefix }: OpenRun): void {
    this.#read(this.#source.slice(start, until), start);
    const characters = this.#characters;
    if (!characters.some(({ text }) => /[\p{L}\p{N}]/u.test(text) || (text > "\u007f" && text !== FILLED_IN))) return;
    const after = lock ? null : { at: until, open: kind === "item" ? `\n${prefix}` : "\n\n", close: "" };
    if (after && kind === "item") this.#items.push({ marks: prefix.trimEnd(), after });
    this.#runs.push({
      headings: this.#path.texts,
      characters,
      start,
      until,
      outer: { start: before, until },
      lock,
      after,
    });
  }

  #read(text: string, start: number): void {
    this.#characters = [];
    this.#depth = 0;
    this.#templates = 0;
    Object.assign(this.#quotes, { "''": false, "'''": false });
    this.#inline(text, start);
  }

  #inline(text: string, start: number): void {
    let at = 0;
    for (const token of text.matchAll(TOKEN)) {
      this.#plain(text.slice(at, token.index), start + at);
      this.#token(token[0], start + token.index);
      at = token.index + token[0].length;
    }
    this.#plain(text.slice(at), start + at);
  }

  #plain(text: string, start: number): void {
    if (this.#templates > 0) return;
    let at = start;
    for (const unit of text.split("")) {
      this.#push(unit, { from: at, until: at + 1 }, false);
      at += 1;
    }
  }

  #token(token: string, start: number): void {
    const range = { from: start, until: start + token.length };
    if (token === "{{") {
      if (this.#templates === 0) this.#push(FILLED_IN, range, true);
      this.#templates += 1;
      return;
    }
    if (token === "}}") this.#templates = Math.max(0, this.#templates - 1);
    if (token === "}}" || this.#templates > 0) return;
    if (token.startsWith("&")) return this.#push(extractPlainText(parseHtml(token)), range, false);
    if (/^(?:<!--|<ref\b|__)/.test(token)) return void (this.#piece += 1);
    this.#piece += 1;
    if (/^<(?:nowiki|code|syntaxhighlight|math)\b/.test(token)) this.#push(token.replace(/<[^<>]*>/g, ""), range, true);
    else if (/^<br\b/i.test(token)) this.#push(" ", range, true);
    else if (token.startsWith("</")) this.#depth -= 1;
    else if (token.startsWith("<")) this.#depth += token.endsWith("/>") ? 0 : 1;
    else if (token.startsWith("'")) this.#quote(token, range);
    else if (token.startsWith("[")) this.#link(token, start);
    else this.#push(token, range, true);
    this.#piece += 1;
  }

  #quote(token: string, range: { from: number; until: number }): void {
    if (token.length === 4) this.#push("'", range, true);
    for (const mark of ["''", "'''"] as const) {
      if (token.length !== 5 && mark.length !== Math.min(3, token.length)) continue;
      this.#quotes[mark] = !this.#quotes[mark];
      this.#depth += this.#quotes[mark] ? 1 : -1;
    }
  }

  #link(token: string, start: number): void {
    const range = { from: start, until: start + token.length };
    const inner = /^\[\[([^[\]|]*)(?:\|([\s\S]*))?\]\]$/.exec(token);
    const outer = /^\[https?:\S+ ([\s\S]*)\]$/.exec(token);
    const label = inner?.[2] ?? outer?.[1];
    const isFilledIn = inner !== null && /^\s*(?!:)[^:]+:/.test(inner[1] ?? "");
    if (isFilledIn || (label === undefined && !inner)) return this.#push(FILLED_IN, range, true);
    if (label === undefined) return this.#push((inner?.[1] ?? "").replace(/^:/, ""), range, true);
    this.#depth += 1;
    this.#inline(label, start + token.length - label.length - (inner ? 2 : 1));
    this.#depth -= 1;
  }

  #push(text: string, range: { from: number; until: number }, isFixed: boolean): void {
    for (const unit of text.replace(/[\s\u00a0\u200b]+/g, " ").split("")) {
      const last = this.#characters.at(-1);
      if (unit !== " " || last?.text !== " ")
        this.#characters.push({ text: unit, ...range, piece: this.#piece, depth: this.#depth, isFixed });
      else if (last.piece === this.#piece) last.until = range.until;
    }
  }
}

const lockOf = (line: string): EditObstacle =>
  /^[ \t:]*\{\|/.test(line) ? "table" : /^(?: |<(?:pre|syntaxhighlight|source)\b)/i.test(line) ? "code" : "macro";
