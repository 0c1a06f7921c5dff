import type { PageBlock } from "../knowledge-target.ts";
import { type MarkdownNode, type MarkdownRoot, parseMarkdown } from "./parse.ts";

/** A block of the file: its source, or an item of a list without bullet and indentation. */
export type MarkdownBlock = { kind: "block"; markdown: string } | { kind: "item"; mark: string; markdown: string };

type TopLevelNode = MarkdownRoot["children"][number];

/** An invisible comment that separates an indented block from the list above it. */
const SEPARATOR = "<!-- -->";

/** Splits a file's body into blocks. The joined blocks render the same text as the body. */
export function splitMarkdown(text: string): PageBlock[] {
  return parseMarkdown(text)
    .children.filter((node) => !(node.type === "html" && node.value === SEPARATOR))
    .flatMap((node) => (node.type === "list" ? listBlocks(node, text) : [rawBlock(node, text)]));
}

export function joinMarkdown(blocks: Pick<PageBlock, "native">[]): string {
  const natives = blocks.map(({ native }) => native as MarkdownBlock);
  let text = "";
  let number = 0;
  for (const [index, block] of natives.entries()) {
    const before = natives[index - 1];
    const follows = before?.kind === "item" && block.kind === "item" && isNumbered(before) === isNumbered(block);
    number = block.kind === "item" && follows ? number + 1 : 1;
    if (before) text += follows && isShort(before) && isShort(block) ? "\n" : "\n\n";
    if (before?.kind === "item" && /^[ \t]/.test(block.markdown) && block.kind === "block") text += `${SEPARATOR}\n\n`;
    text += block.kind === "item" ? itemText(block, number) : block.markdown;
  }
  return text;
}

export const isNumbered = ({ mark }: { mark: string }) => /[.)]$/.test(mark);
const isShort = ({ markdown }: MarkdownBlock) => !/\n[ \t]*\n|\n[ \t]*(?:`{3}|~{3})/.test(markdown);

function itemText({ mark, markdown }: MarkdownBlock & { kind: "item" }, number: number): string {
  const start = isNumbered({ mark }) ? `${number}${mark.slice(-1)} ` : `${mark} `;
  const indented = markdown.replace(/\n(?=[^\n])/g, `\n${" ".repeat(start.length)}`);
  return `${start}${indented}`.replace(/ $/, "");
}

function rawBlock(node: TopLevelNode, text: string): PageBlock {
  return { key: keyOf(node), native: { kind: "block", markdown: sliceOf(node, text) } satisfies MarkdownBlock };
}

/** Splits a list into items where that loses nothing. A list with unusual formatting stays one block. */
function listBlocks(list: TopLevelNode & { type: "list" }, text: string): PageBlock[] {
  const items = list.children.map((item): PageBlock => {
    const native = itemOf(sliceOf(item, text), (item.position?.start.column ?? 1) - 1);
    return { key: itemKey(item, list.ordered === true), native };
  });
  const again = parseMarkdown(joinMarkdown(items)).children;
  const [only] = again;
  const isSame = again.length === 1 && only?.type === "list" && keyOf(only) === keyOf(list);
  return isSame ? items : [rawBlock(list, text)];
}

function itemOf(slice: string, indentation: number): MarkdownBlock {
  const [, mark = "-", space = ""] = /^([-*+]|\d{1,9}[.)])([ \t]*)/.exec(slice) ?? [];
  const width = mark.length + space.length;
  const most = indentation + width;
  const [first = "", ...rest] = slice.split("\n");
  const lines = rest.map((line) => line.replace(new RegExp(`^ {0,${most}}`), ""));
  return { kind: "item", mark, markdown: [first.slice(width), ...lines].join("\n") };
}

const itemKey = (item: unknown, ordered: boolean) => JSON.stringify({ ordered, item: canonical(item) });
const keyOf = (node: MarkdownNode) => JSON.stringify(canonical(node));

const LEFT_OUT = new Set(["position", "spread", "start", "data"]);

/** Reduces a node to its visible content. The choice of Markdown marks and line breaks does not count. */
function canonical(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(canonical);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node)
    .filter(([key, value]) => !LEFT_OUT.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => [key, canonical(value)]);
  const plain = Object.fromEntries(entries);
  return plain.type === "text" ? { ...plain, value: String(plain.value).replace(/[ \t]*\n[ \t]*/g, " ") } : plain;
}

function sliceOf(node: TopLevelNode | { position?: TopLevelNode["position"] }, text: string): string {
  const { start, end } = node.position ?? {};
  // Indented code starts with spaces that are not part of the node.
  const from = (start?.offset ?? 0) - (isIndented(node) ? (start?.column ?? 1) - 1 : 0);
  return text.slice(from, end?.offset ?? 0);
}

const isIndented = (node: object) => "type" in node && node.type === "code";
