import { getTextOfEmptyElement, isBlock, isSkipped } from "../html-passages.ts";
import { parseMarkup } from "../markup.ts";
import type { InsertionPoint, MarkupCharacter, MarkupFormat, MarkupPage, MarkupRun } from "../markup-edit.ts";
import { HeadingPath } from "../wiki-pages.ts";
import type { EditObstacle } from "../wiki-repair.ts";
import { decodeCharacterReferences, normalizeStorage } from "./canonical.ts";

/** Parses Confluence's storage format for edits inside a page. */
export const STORAGE_FORMAT: MarkupFormat = {
  read: (source) => new StorageReader(source).page,
  escape: (words) => words.replace(/[&<>]/g, (character) => ESCAPED[character] ?? ""),
  same: (one, other) => normalizeStorage(one) === normalizeStorage(other),
};

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Macros that show readers their body unchanged. */
const OPEN_MACROS = new Set("info note tip warning panel expand excerpt section column".split(" "));
/** Elements that contain paragraphs. */
const CONTAINERS = new Set(["", "ac:layout-cell", "ac:rich-text-body", "blockquote", "div", "section"]);
const LEVEL = /^h([1-6])$/;

interface OpenElement {
  name: string;
  isBlock: boolean;
  isHidden: boolean;
  isFixed: boolean;
  lock: EditObstacle | null;
  above: OpenElement | null;
  start: number;
  until: number;
  hasContent: boolean;
}

interface OpenRun extends Pick<MarkupRun, "headings" | "characters" | "start" | "until" | "lock"> {
  block: OpenElement;
}

interface OpenSection {
  headings: string[];
  container: OpenElement;
  at: number;
}

class StorageReader {
  readonly #source: string;
  readonly #root: OpenElement;
  readonly #path = new HeadingPath();
  readonly #runs: OpenRun[] = [];
  readonly #sections: OpenSection[] = [];
  #top: OpenElement;
  #section: OpenSection | null;
  #characters: MarkupCharacter[] = [];
  #runStart = 0;
  #piece = 0;
  #depth = 0;
  #isInCdata = false;

  constructor(source: string) {
    this.#source = source;
    this.#root = {
      name: "",
      isBlock: true,
      isHidden: false,
      isFixed: false,
      lock: null,
      above: null,
      start: 0,
      until: source.length,
      hasContent: true,
    };
    this.#top = this.#root;
    this.#section = { headings: [], container: this.#root, at: 0 };
    this.#sections.push(this.#section);
    parseMarkup(
      source,
      (parser) => ({
        onopentag: (name, attributes) => this.#open(name, attributes, parser.startIndex, parser.endIndex + 1),
        onclosetag: () => this.#close(parser.startIndex, parser.endIndex + 1),
        ontext: (raw) => this.#text(raw, parser.startIndex),
        oncdatastart: () => void (this.#isInCdata = true),
        oncdataend: () => void (this.#isInCdata = false),
      }),
      { xmlMode: true, decodeEntities: false },
    );
    this.#flush(source.length);
  }

  get page(): MarkupPage {
    return {
      runs: this.#runs.map(({ block, ...run }) => ({
        ...run,
        outer: itemOf(block) ?? block,
        after: run.lock ? null : insertionAfter(block, run.until),
      })),
      sections: this.#sections.map(({ headings, at }) => ({ headings, end: { at, open: "<p>", close: "</p>" } })),
    };
  }

  #open(name: string, attributes: Record<string, string>, start: number, until: number): void {
    const above = this.#top;
    const frame: OpenElement = {
      name,
      isBlock: isBlock({ name, attributes }),
      isHidden: above.isHidden || isSkipped({ name, attributes }),
      isFixed: above.isFixed || name === "ac:link" || name === "code",
      lock: above.lock ?? lockOf(name, attributes),
      above,
      start,
      until,
      hasContent: false,
    };
    above.hasContent = true;
    this.#piece += 1;
    if (frame.isBlock && !frame.isHidden) {
      this.#flush(start);
      this.#runStart = until;
    } else this.#depth += 1;
    if (!frame.isHidden) this.#push(getTextOfEmptyElement({ name, attributes }), { from: start, until }, true);
    this.#top = frame;
  }

  #close(start: number, until: number): void {
    const frame = this.#top;
    frame.until = until;
    this.#piece += 1;
    const level = LEVEL.exec(frame.name)?.[1];
    if (frame.isBlock && !frame.isHidden) {
      if (level) this.#heading(Number(level), frame);
      else this.#flush(start);
      this.#runStart = until;
    } else this.#depth -= 1;
    this.#top = frame.above ?? this.#root;
    if (level || this.#section?.container !== this.#top) return;
    if (frame.name === "ac:layout") this.#dropSection();
    else if (frame.hasContent || frame.name !== "p") this.#section.at = until;
  }

  /**
   * Drops the section around a layout, because a page with a layout cannot contain paragraphs outside of the layout's
   * cells.
   */
  #dropSection(): void {
    this.#sections.splice(this.#sections.indexOf(this.#section as OpenSection), 1);
    this.#section = null;
  }

  #heading(level: number, { above, until, lock }: OpenElement): void {
    this.#path.add(level, this.#characters.map(({ text }) => text).join(""));
    this.#characters = [];
    const isOpen = above !== null && CONTAINERS.has(above.name) && lock === null;
    this.#section = isOpen ? { headings: this.#path.texts, container: above, at: until } : null;
    if (this.#section) this.#sections.push(this.#section);
  }

  #text(raw: string, start: number): void {
    if (raw.trim() !== "") this.#top.hasContent = true;
    if (this.#top.isHidden) return;
    let at = start;
    for (const [token] of raw.matchAll(this.#isInCdata ? /[\s\S]/g : /&#?\w+;|[\s\S]/g)) {
      this.#push(
        token.length > 1 ? decodeCharacterReferences(token) : token,
        { from: at, until: at + token.length },
        this.#isInCdata,
      );
      at += token.length;
    }
  }

  #push(text: string, range: { from: number; until: number }, isFixed: boolean): void {
    const last = this.#characters.at(-1);
    for (const unit of text.replace(/[\s\u00a0\u200b]+/g, " ").split("")) {
      if (unit !== " " || last?.text !== " ")
        this.#characters.push({
          text: unit,
          ...range,
          piece: this.#piece,
          depth: this.#depth,
          isFixed: isFixed || this.#top.isFixed,
        });
      else if (last.piece === this.#piece) last.until = range.until;
    }
  }

  /** Ends the current passage, because a block begins or ends. */
  #flush(until: number): void {
    const characters = this.#characters;
    this.#characters = [];
    const hasWords = characters.some(({ text }) => /[\p{L}\p{N}]/u.test(text) || text > "\u007f");
    if (!hasWords || this.#source.length === 0) return;
    let block: OpenElement = this.#top;
    while (!block.isBlock && block.above) block = block.above;
    this.#runs.push({ headings: this.#path.texts, characters, start: this.#runStart, until, lock: block.lock, block });
  }
}

function lockOf(name: string, attributes: Record<string, string>): EditObstacle | null {
  if (name === "table") return "table";
  if (name === "pre" || name === "ac:plain-text-body") return "code";
  if (name === "ac:structured-macro") return OPEN_MACROS.has(attributes["ac:name"] ?? "") ? null : "macro";
  return /^ac:(?:adf-|task-list|macro$)/.test(name) ? "macro" : null;
}

const itemOf = (frame: OpenElement | null): OpenElement | null =>
  frame === null || frame.name === "li" ? frame : CONTAINERS.has(frame.name) ? null : itemOf(frame.above);

/** The insertion point after a block: a new item after an item, and a new paragraph after a paragraph. */
function insertionAfter(block: OpenElement, runUntil: number): InsertionPoint | null {
  const item = itemOf(block);
  if (item && block.name === "p") return { at: item.until, open: "<li><p>", close: "</p></li>" };
  if (item) return block === item ? { at: item.until, open: "<li>", close: "</li>" } : null;
  if (block.name === "p") return { at: block.until, open: "<p>", close: "</p>" };
  return CONTAINERS.has(block.name) ? { at: runUntil, open: "<p>", close: "</p>" } : null;
}
