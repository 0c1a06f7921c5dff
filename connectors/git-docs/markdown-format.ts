import { collectPassages } from "../html-passages.ts";
import { extractPlainText, parseHtml } from "../html-tree.ts";
import type { InsertionPoint, MarkupCharacter, MarkupFormat, MarkupPage, MarkupRun } from "../markup-edit.ts";
import { HeadingPath } from "../wiki-pages.ts";
import type { EditObstacle } from "../wiki-repair.ts";
import { type MarkdownNode, parseMarkdown, writeMarkdown } from "./parse.ts";
import { FRONT_MATTER, toPlainMarkdownText } from "./wiki.ts";

/** A file of Markdown, read for editing in place. */
export const MARKDOWN_FORMAT: MarkupFormat = {
  read: (source) => new MarkdownReader(source).page,
  escape,
  same: (one, other) => one === other,
};

function escape(words: string): string {
  const text = { type: "text" as const, value: words };
  return writeMarkdown({ type: "root", children: [{ type: "paragraph", children: [text] }] }).trimEnd();
}

interface BlockContext {
  /** The position where the text before the block ends. */
  before: number;
  /** The list item around it, if any. */
  item: { node: MarkdownListItem; list: MarkdownList } | null;
  isTop: boolean;
  lock: EditObstacle | null;
}

type MarkdownParent = Extract<MarkdownNode, { children: unknown[] }>;
type MarkdownList = Extract<MarkdownNode, { type: "list" }>;
type MarkdownListItem = MarkdownList["children"][number];

class MarkdownReader {
  readonly #source: string;
  /** The length of the front matter. */
  readonly #offset: number;
  readonly #lineEnd: string;
  readonly #path = new HeadingPath();
  readonly #runs: MarkupRun[] = [];
  readonly #sections: { headings: string[]; at: number }[] = [];
  #characters: MarkupCharacter[] = [];
  #piece = 0;
  /** True once the position of a character in the source is unknown. */
  #isUncertain = false;

  constructor(source: string) {
    this.#source = source;
    this.#offset = FRONT_MATTER.exec(source)?.[0].length ?? 0;
    this.#lineEnd = source.includes("\r\n") ? "\r\n" : "\n";
    this.#sections.push({ headings: [], at: this.#offset });
    const root = parseMarkdown(source.slice(this.#offset));
    this.#readAll(root, { before: this.#offset, item: null, isTop: true, lock: null });
  }

  get page(): MarkupPage {
    const open = this.#lineEnd.repeat(2);
    return {
      runs: this.#runs,
      sections: this.#sections
        .filter(({ at }) => at > this.#offset)
        .map(({ headings, at }) => ({ headings, end: { at, open, close: "" } })),
    };
  }

  #startOf = (node: MarkdownNode) => this.#offset + (node.position?.start.offset ?? 0);
  #endOf = (node: MarkdownNode) => this.#offset + (node.position?.end.offset ?? 0);

  /** Returns the end of the block's last line, including trailing spaces. */
  #lineEndOf(node: MarkdownNode): number {
    const end = this.#endOf(node);
    return end + (/^[ \t]*/.exec(this.#source.slice(end, end + 200))?.[0].length ?? 0);
  }

  #readAll(parent: MarkdownParent, above: BlockContext): void {
    let before = above.before;
    for (const child of parent.children as MarkdownNode[]) {
      const item = parent.type === "list" ? { node: child as MarkdownListItem, list: parent } : above.item;
      this.#read(child, { ...above, before, item });
      before = this.#lineEndOf(child);
      if (above.isTop && child.type === "heading") this.#sections.push({ headings: this.#path.texts, at: before });
      else if (above.isTop) (this.#sections.at(-1) as { at: number }).at = before;
    }
  }

  #read(node: MarkdownNode, above: BlockContext): void {
    const inside = { ...above, isTop: false };
    switch (node.type) {
      case "heading":
        return this.#path.add(node.depth, toPlainMarkdownText(node));
      case "code":
        return this.#lockedRun(node, node.value, "code");
      case "html":
        for (const { text } of collectPassages(parseHtml(node.value)).all) this.#lockedRun(node, text, "macro");
        return;
      case "table":
        for (const row of node.children)
          for (const cell of row.children) this.#lockedRun(cell, toPlainMarkdownText(cell), "table");
        return;
      case "list":
        return this.#readAll(node, inside);
      case "listItem":
      case "blockquote":
        return this.#readAll(node, {
          ...inside,
          before: node.type === "listItem" ? above.before : this.#startOf(node),
        });
      case "footnoteDefinition":
        return this.#readAll(node, { ...inside, lock: "macro" });
      case "paragraph":
        return this.#paragraph(node, above);
      default:
        return this.#lockedRun(node, toPlainMarkdownText(node), "macro");
    }
  }

  #lockedRun(node: MarkdownNode, text: string, lock: EditObstacle): void {
    const [start, until] = [this.#startOf(node), this.#endOf(node)];
    this.#characters = [];
    this.#push(text, { from: start, until }, { depth: 0, isFixed: true });
    this.#end({ start, until, outer: { start, until }, lock, after: null });
  }

  #paragraph(node: Extract<MarkdownNode, { type: "paragraph" }>, { before, item, lock, isTop }: BlockContext): void {
    this.#characters = [];
    this.#isUncertain = false;
    for (const child of node.children) this.#inline(child, 0);
    const [start, until] = [this.#startOf(node), this.#endOf(node)];
    const isOnly = item?.node.children.length === 1;
    const end = this.#lineEndOf(item?.node ?? node);
    this.#end({
      start,
      until,
      outer: { start: item && !isOnly ? start : before, until: end },
      lock: this.#isUncertain ? "formatting" : lock,
      after: item ? this.#afterItem(item) : isTop ? { at: end, open: this.#lineEnd.repeat(2), close: "" } : null,
    });
  }

  #end(run: Omit<MarkupRun, "headings" | "characters">): void {
    const characters = this.#characters;
    if (characters.some(({ text }) => /[\p{L}\p{N}]/u.test(text) || text > "\u007f"))
      this.#runs.push({ ...run, headings: this.#path.texts, characters });
  }

  /** Returns the insertion of an item with the same mark, the next number and the same spacing. */
  #afterItem({ node, list }: { node: MarkdownListItem; list: MarkdownList }): InsertionPoint | null {
    const start = this.#startOf(node);
    const line = this.#source.slice(this.#source.lastIndexOf("\n", start - 1) + 1, start);
    const mark = /^([-*+]|\d{1,9}[.)])([ \t]+)(?:\[[ xX]\]([ \t]+))?/.exec(this.#source.slice(start));
    if (!mark || !/^[ \t>]*$/.test(line)) return null;
    const [, sign = "-", space = " ", box] = mark;
    const isCounted =
      list.children.length === 1 || !this.#source.slice(this.#startOf(list)).match(/^1[.)][\s\S]*?\n[ \t>]*1[.)]/);
    const next = isCounted ? sign.replace(/\d+/, (number) => String(Number(number) + 1)) : sign;
    const isWide = list.spread === true || list.children.some(({ spread }) => spread === true);
    const lines = isWide ? `${this.#lineEnd}${line.trimEnd()}${this.#lineEnd}` : this.#lineEnd;
    return { at: this.#lineEndOf(node), open: `${lines}${line}${next}${space}${box ? `[ ]${box}` : ""}`, close: "" };
  }

  #inline(node: MarkdownNode, depth: number): void {
    this.#piece += 1;
    const range = { from: this.#startOf(node), until: this.#endOf(node) };
    if (node.type === "text") this.#text(node.value, range, depth);
    else if (node.type === "break") this.#push(" ", range, { depth, isFixed: true });
    else if ("value" in node) {
      if (node.type !== "html") this.#push(node.value, range, { depth, isFixed: true });
    } else if ("children" in node) for (const child of node.children as MarkdownNode[]) this.#inline(child, depth + 1);
    this.#piece += 1;
  }

  /** Follows the text through its source: escapes, character references, and the prefixes of its lines. */
  #text(value: string, { from, until }: { from: number; until: number }, depth: number): void {
    let at = from;
    let index = 0;
    const take = (length: number, shown: string) => {
      this.#push(shown, { from: at, until: at + length }, { depth, isFixed: false });
      at += length;
      index += shown.length;
    };
    while (index < value.length && at < until) {
      const rest = this.#source.slice(at, Math.min(until, at + 64));
      const reference = /^&#?\w{1,32};/.exec(rest)?.[0];
      const shown = reference ? extractPlainText(parseHtml(reference)) : "";
      const lineEnd = /^[ \t]*\r?\n[ \t>]*/.exec(this.#source.slice(at, until));
      if (/^\\[!-/:-@[-`{-~]/.test(rest) && rest[1] === value[index]) take(2, rest.charAt(1));
      else if (reference && shown !== reference && value.startsWith(shown, index)) take(reference.length, shown);
      else if (value[index] === "\n" && lineEnd) take(lineEnd[0].length, "\n");
      else if (rest[0] === value[index]) take(1, rest.charAt(0));
      else break;
    }
    if (index === value.length) return;
    this.#isUncertain = true;
    this.#push(value.slice(index), { from: at, until }, { depth, isFixed: true });
  }

  #push(
    text: string,
    range: { from: number; until: number },
    { depth, isFixed }: Pick<MarkupCharacter, "depth" | "isFixed">,
  ) {
    for (const unit of text.replace(/[\s\u00a0\u200b]+/g, " ").split("")) {
      const last = this.#characters.at(-1);
      if (unit !== " " || last?.text !== " ")
        this.#characters.push({ text: unit, ...range, piece: this.#piece, depth, isFixed });
      else if (last.piece === this.#piece) last.until = range.until;
    }
  }
}
