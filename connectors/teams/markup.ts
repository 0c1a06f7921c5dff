import {
  cleanChatText,
  cleanName,
  escapeLineStart,
  escapeMarkdown,
  MarkdownPlaceholders,
  toMarkdownLink,
} from "../markdown-text.ts";
import { extractPlainText, type HtmlChild, type HtmlPart, parseHtml } from "./html.ts";

/** The parts of a message that its HTML refers to. */
export interface MessageParts {
  /**
   * Returns the person of the mention with this id. Teams may send 'Ada Lovelace' as two mentions; both have the same
   * person.
   */
  mentioned(id: string): string | undefined;
  attachment(id: string): MessageAttachment | undefined;
}

/** `words` is plain text. */
export type MessageAttachment = { kind: "file" | "code" | "quote"; words: string };

/** Converts a message's HTML to Markdown. https://learn.microsoft.com/graph/api/resources/chatmessage */
export function convertHtml(html: string, parts: MessageParts): string {
  const writer = new MarkdownWriter(parts);
  return joined(writer.blocks(parseHtml(html))).trim();
}

/** Converts plain text to Markdown. */
export function convertText(text: string): string {
  const writer = new MarkdownWriter({ mentioned: () => undefined, attachment: () => undefined });
  return joined(writer.words(text)).trim();
}

/** A part of a message that begins on a new line: lines of text, a list, a quote or code. */
interface Block {
  isQuote: boolean;
  text: string;
}

const BLOCKS = new Set(
  "p div ul ol li blockquote pre codeblock table thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hr attachment section article header footer figure".split(
    " ",
  ),
);
const MARKS: Record<string, string> = { b: "**", strong: "**", i: "_", em: "_", s: "~~", strike: "~~", del: "~~" };

class MarkdownWriter {
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  blocks(nodes: readonly HtmlChild[]): Block[] {
    const blocks: Block[] = [];
    let loose: HtmlChild[] = [];
    const flush = () => {
      blocks.push(...this.#paragraph(loose));
      loose = [];
    };
    for (const node of nodes) {
      if (typeof node === "string" || !holdsBlocks(node)) loose.push(node);
      else {
        flush();
        blocks.push(...this.#block(node));
      }
    }
    flush();
    return blocks;
  }

  words(text: string): Block[] {
    const pieces = new MarkdownPlaceholders();
    return linesOf(withAddresses(cleanChatText(text), pieces), pieces);
  }

  #block(element: HtmlPart): Block[] {
    const { name, children, attributes } = element;
    switch (name) {
      case "ul":
      case "ol":
        return [text(this.#list(element))];
      case "blockquote":
        return quoted(joined(this.blocks(children)));
      case "pre":
      case "codeblock":
        return [text(fenced(clean(extractPlainText(children))))];
      case "tr":
        return [text(this.#row(children))].filter((block) => block.text !== "");
      case "attachment":
        return this.#attachment(attributes["id"] ?? "");
      default:
        return /^h[1-6]$/.test(name) ? this.#heading(children) : this.blocks(children);
    }
  }

  #list({ name, children }: HtmlPart): string {
    const items = children.filter((node) => typeof node !== "string" && node.name !== "br") as HtmlPart[];
    return items
      .map((item, index) => {
        const isList = item.name === "ul" || item.name === "ol";
        const mark = name === "ol" ? `${index + 1}. ` : "- ";
        const content = joined(isList ? this.#block(item) : this.blocks(item.children));
        const lines = content.split("\n");
        const indent = " ".repeat(mark.length);
        const rest = (from: number) => lines.slice(from).map((line) => (line === "" ? line : indent + line));
        return (isList ? rest(0) : [mark + (lines[0] ?? ""), ...rest(1)]).join("\n");
      })
      .filter((item) => /[^\s\-.\d]/.test(item))
      .join("\n");
  }

  #row(cells: readonly HtmlChild[]): string {
    return cells
      .filter((cell) => typeof cell !== "string")
      .map((cell) => joined(this.blocks(cell.children)).replaceAll("\n", " ").trim())
      .join(" | ");
  }

  /** Converts a heading to a bold line, because chat has no headings. */
  #heading(children: readonly HtmlChild[]): Block[] {
    const words = joined(this.blocks(children));
    return words === "" ? [] : [text(words.includes("\n") || words.includes("**") ? words : `**${words}**`)];
  }

  #attachment(id: string): Block[] {
    const found = this.#parts.attachment(id);
    if (!found) return [];
    if (found.kind === "code") return [text(fenced(clean(found.words)))];
    if (found.kind === "quote") return quoted(joined(this.words(found.words)));
    return [text(buildFileMark(found.words))];
  }

  #paragraph(nodes: readonly HtmlChild[]): Block[] {
    const pieces = new MarkdownPlaceholders();
    return linesOf(this.#inline(nodes, pieces, new Set()), pieces);
  }

  /** Converts text. `pieces` contains finished parts; all other text is escaped later. */
  #inline(nodes: readonly HtmlChild[], pieces: MarkdownPlaceholders, marks: ReadonlySet<string>): string {
    let last: string | undefined;
    return nodes
      .map((node) => {
        if (typeof node === "string") {
          if (node.trim() !== "") last = undefined;
          return withAddresses(clean(node).replace(/\s+/g, " "), pieces);
        }
        if (node.name !== "at") {
          last = undefined;
          return this.#element(node, pieces, marks);
        }
        const who = this.#parts.mentioned(node.attributes["id"] ?? "");
        const isSame = who !== undefined && who === last;
        last = who;
        const name = cleanName(extractPlainText(node.children)).replace(/^@/, "");
        return name === "" ? "" : `${isSame ? "" : "@"}${name}`;
      })
      .join("");
  }

  #element(element: HtmlPart, pieces: MarkdownPlaceholders, marks: ReadonlySet<string>): string {
    const { name, attributes, children } = element;
    const mark = MARKS[name];
    if (mark !== undefined) return this.#marked(mark, children, pieces, marks);
    switch (name) {
      case "br":
        return "\n";
      case "a":
        return this.#link(attributes["href"] ?? "", children, pieces, marks);
      case "code": {
        const code = clean(extractPlainText(children));
        return code.trim() === "" ? code : pieces.keep(spanned(code.replace(/\s+/g, " ")));
      }
      case "emoji":
      case "customemoji":
        return pieces.keep(escapeMarkdown(cleanName(attributes["alt"] ?? extractPlainText(children))));
      case "img": {
        const alt = cleanName(attributes["alt"] ?? "");
        if (/emoji/i.test(attributes["itemtype"] ?? "")) return pieces.keep(escapeMarkdown(alt));
        return pieces.keep(alt === "" || alt === "image" ? "[image]" : `[image: ${escapeMarkdown(alt)}]`);
      }
      default:
        return this.#inline(children, pieces, marks);
    }
  }

  #marked(
    mark: string,
    children: readonly HtmlChild[],
    pieces: MarkdownPlaceholders,
    marks: ReadonlySet<string>,
  ): string {
    const inner = this.#inline(children, pieces, new Set([...marks, mark]));
    const [, before = "", words = "", after = ""] = /^(\s*)([^]*?)(\s*)$/.exec(inner) ?? [];
    if (words === "" || words.includes("\n") || marks.has(mark)) return inner;
    return `${before}${pieces.keep(mark)}${words}${pieces.keep(mark)}${after}`;
  }

  #link(
    address: string,
    children: readonly HtmlChild[],
    pieces: MarkdownPlaceholders,
    marks: ReadonlySet<string>,
  ): string {
    if (!/^(https?:\/\/|mailto:)/i.test(address)) return this.#inline(children, pieces, marks);
    return pieces.keep(toMarkdownLink(clean(address), cleanName(extractPlainText(children))));
  }
}

/** Builds a mark such as `[file: plan.docx]`. */
export const buildFileMark = (name: string) => `[file: ${escapeMarkdown(cleanName(name)) || "without a name"}]`;

const clean = (words: string) => cleanChatText(words).replaceAll("\u00a0", " ");
const text = (words: string): Block => ({ isQuote: false, text: words });

function holdsBlocks({ name, children }: HtmlPart): boolean {
  return BLOCKS.has(name) || children.some((child) => typeof child !== "string" && holdsBlocks(child));
}

/** Excludes web addresses from escaping, because underscores and asterisks in an address are not markup. */
const withAddresses = (words: string, pieces: MarkdownPlaceholders) =>
  words.replace(/https?:\/\/[^\s<>()\ue000]+/g, (address) => pieces.keep(address));

function linesOf(words: string, pieces: MarkdownPlaceholders): Block[] {
  const lines = words.split("\n").map((line) => escapeLineStart(escapeMarkdown(line.replace(/ {2,}/g, " ").trim())));
  const markdown = pieces.putBack(lines.join("\n")).trim();
  return markdown === "" ? [] : [text(markdown)];
}

function quoted(markdown: string): Block[] {
  if (markdown.trim() === "") return [];
  return [
    {
      isQuote: true,
      text: markdown
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n"),
    },
  ];
}

/** Joins blocks. Adds a blank line after a quote, because Markdown would otherwise add the next line to the quote. */
function joined(blocks: readonly Block[]): string {
  return blocks
    .filter((block) => block.text !== "")
    .map((block, index, all) => (index === 0 ? "" : all[index - 1]?.isQuote ? "\n\n" : "\n") + block.text)
    .join("");
}

const longestTicks = (code: string) => Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));

function spanned(code: string): string {
  const ticks = "`".repeat(longestTicks(code) + 1);
  return ticks.length > 1 || /^ .* $/.test(code) ? `${ticks} ${code} ${ticks}` : `${ticks}${code}${ticks}`;
}

function fenced(code: string): string {
  const lines = code.replace(/^\n/, "").replace(/\s+$/, "");
  if (lines.trim() === "") return "";
  const fence = "`".repeat(Math.max(3, longestTicks(lines) + 1));
  return `${fence}\n${lines}\n${fence}`;
}
