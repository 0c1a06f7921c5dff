import { extractPlainText, type HtmlElement, type HtmlNode, isInline, isSourceNumber, parseHtml } from "./html-tree.ts";
import { hashText, type PageBlock } from "./knowledge-target.ts";

/** One item of a list. Lists are split into items so that each item can change separately. */
interface ListItem {
  /** The opening tag of the list. */
  list: string;
  item: string;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Splits a page's HTML into its top-level blocks, and lists into their items. Each block keeps its source text, so that
 * blocks by people are written back unchanged.
 */
export function splitHtml(html: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  let from = 0;
  let isLoose = false;
  const endLoose = (until: number) => {
    const native = html.slice(from, until);
    if (isLoose) blocks.push({ key: normalizeHtml(native), native });
    isLoose = false;
  };
  for (const node of parseHtml(html).children) {
    if (isInline(node)) {
      isLoose ||= typeof node !== "string" || node.trim() !== "";
      continue;
    }
    const element = node as HtmlElement;
    endLoose(element.start);
    blocks.push(...blocksOf(element, html));
    from = element.until;
  }
  endLoose(html.length);
  return blocks;
}

/** Joins blocks into HTML. Consecutive items of one list form one list, even if different people wrote them. */
export function joinHtml(blocks: Pick<PageBlock, "native">[]): string {
  let html = "";
  let before: ListItem | null = null;
  for (const { native } of blocks) {
    const item: ListItem | null = isListItem(native) ? native : null;
    const goesOn: boolean = item !== null && before !== null && areOfOneList(before, item);
    if (before && !goesOn) html += closing(before.list);
    if (item && !goesOn) html += item.list;
    html += item ? item.item : String(native);
    before = item;
  }
  return before ? html + closing(before.list) : html;
}

/** Returns the block's HTML. For a list item, that is the item without the list. */
export const getBlockHtml = ({ native }: Pick<PageBlock, "native">) =>
  isListItem(native) ? native.item : String(native);

const isListItem = (native: unknown): native is ListItem =>
  typeof native === "object" && native !== null && "item" in native;

function blocksOf(element: HtmlElement, html: string): PageBlock[] {
  const whole = html.slice(element.start, element.until);
  const isList = element.name === "ul" || element.name === "ol";
  const items = element.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (!isList || items.length === 0 || !items.every(isItem)) return [{ key: normalizeHtml(whole), native: whole }];
  const list = html.slice(element.start, element.openUntil);
  const wholeHash = hashText(normalizeHtml(whole));
  return items.map(({ start, until }, index) => {
    const item = html.slice(start, until);
    const native: ListItem = { list, item, isFirst: index === 0, isLast: index === items.length - 1 };
    return { key: normalizeHtml(`${list}${item}${closing(list)}`), native, wholeHash };
  });
}

const isItem = (node: HtmlNode): node is HtmlElement => typeof node !== "string" && node.name === "li";
const closing = (tag: string) => `</${tag.slice(1, 3)}>`;

/** Whether two items belong to one list. Two adjacent lists stay apart if one ends exactly where the other begins. */
function areOfOneList(before: ListItem, item: ListItem): boolean {
  const isSameKind = normalizeHtml(before.list) === normalizeHtml(item.list);
  return isSameKind && !(before.isLast && item.isFirst);
}

const RENAMED: Record<string, string> = { b: "strong", i: "em", s: "del", strike: "del" };
const KEPT_ATTRIBUTES = new Set(["href", "src", "alt", "colspan", "rowspan"]);
const COLOURED = new Set(["span", "font", "mark"]);
/** Elements whose text counts as a paragraph, because some editors write `<p>` inside them and others do not. */
const OF_PARAGRAPHS = new Set(["", "li", "blockquote", "div", "td", "th", "aside", "section", "details"]);

/**
 * Returns a normal form of HTML, so that blocks can be compared. The form does not depend on spellings that editors and
 * sanitizers change without a visible effect.
 */
export function normalizeHtml(html: string): string {
  return settled(parseHtml(html)).map(write).join("");
}

interface PlainElement {
  name: string;
  attributes: string;
  children: (PlainElement | string)[];
}

function settled(element: HtmlElement): (PlainElement | string)[] {
  const children = joined(element.children.flatMap(plainNodes));
  if (!OF_PARAGRAPHS.has(element.name)) return trimmed(children, isInline(element));
  const all: (PlainElement | string)[] = [];
  let run: (PlainElement | string)[] = [];
  const flush = () => {
    const words = trimmed(run, false);
    if (words.length > 0) all.push({ name: "p", attributes: "", children: words });
    run = [];
  };
  for (const child of children) {
    if (isPlainInline(child)) {
      run.push(child);
      continue;
    }
    flush();
    all.push(child);
  }
  flush();
  return all;
}

const isPlainInline = (node: PlainElement | string) =>
  typeof node === "string" || isInline({ ...node, attributes: {}, children: [], start: 0, openUntil: 0, until: 0 });

function plainNodes(node: HtmlNode): (PlainElement | string)[] {
  if (typeof node === "string") return [node.replace(/[\s\u00a0]+/g, " ").normalize("NFC")];
  const attributes = attributesOf(node);
  if (node.name === "pre") return [{ name: "pre", attributes: "", children: [readCode(node)] }];
  const saysNothing =
    (COLOURED.has(node.name) && attributes === "" && node.name !== "mark") ||
    (node.name === "a" && attributes === "") ||
    (node.name === "sup" && isSourceNumber(node));
  const children = settled(node);
  if (saysNothing) return children;
  const isParagraph = node.name === "div" && children.length === 1 && isParagraphNode(children[0]);
  return isParagraph ? children : [{ name: RENAMED[node.name] ?? node.name, attributes, children }];
}

const isParagraphNode = (node: PlainElement | string | undefined) => typeof node === "object" && node.name === "p";

/** Returns the visible code, without the trailing blank lines that editors add and remove. */
export const readCode = (pre: HtmlElement) =>
  extractPlainText(pre).replace(/\r\n?/g, "\n").replace(/\n+$/, "").normalize("NFC");

function attributesOf({ name, attributes }: HtmlElement): string {
  return Object.entries(attributes)
    .filter(([key, value]) => isSeen(name, key, value))
    .map(([key, value]) => ` ${key}=${JSON.stringify(key === "style" ? value.replace(/\s+/g, "") : value)}`)
    .sort()
    .join("");
}

function isSeen(name: string, key: string, value: string): boolean {
  if (name === "ol" && key === "start") return value !== "1";
  if (COLOURED.has(name)) return (key === "style" || key === "color") && value.trim() !== "";
  return KEPT_ATTRIBUTES.has(key);
}

/** Joins adjacent texts, and adjacent elements with the same mark that an editor split. */
function joined(nodes: (PlainElement | string)[]): (PlainElement | string)[] {
  const all: (PlainElement | string)[] = [];
  for (const node of nodes) append(all, node);
  return all;
}

/** Appends a node and joins two adjacent texts. Both sides are already joined, so only their ends are compared. */
function append(all: (PlainElement | string)[], node: PlainElement | string): void {
  const last = all.at(-1);
  if (typeof node === "string" && typeof last === "string")
    all[all.length - 1] = last + (last.endsWith(" ") ? node.replace(/^ +/, "") : node);
  else if (isMark(last) && isMark(node) && last.name === node.name)
    for (const child of node.children) append(last.children, child);
  else all.push(node);
}

const MARKS = new Set(["strong", "em", "del", "u"]);

const isMark = (node: PlainElement | string | undefined): node is PlainElement =>
  typeof node === "object" && MARKS.has(node.name);

/**
 * Removes spaces at the edges of blocks and beside blocks, because they only lay out the file. Removes a trailing line
 * break too.
 */
function trimmed(nodes: (PlainElement | string)[], isInMark: boolean): (PlainElement | string)[] {
  if (isInMark) return nodes.filter((node) => node !== "");
  const isEdge = (node: PlainElement | string | undefined) =>
    node === undefined || !isPlainInline(node) || (typeof node === "object" && node.name === "br");
  const all = nodes.map((node, index) => {
    if (typeof node !== "string") return node;
    const start = isEdge(nodes[index - 1]) ? node.trimStart() : node;
    return isEdge(nodes[index + 1]) ? start.trimEnd() : start;
  });
  const said = all.filter((node) => node !== "");
  while (isBreak(said.at(-1))) said.pop();
  return said;
}

const isBreak = (node: PlainElement | string | undefined) => typeof node === "object" && node.name === "br";

function write(node: PlainElement | string): string {
  if (typeof node === "string") return JSON.stringify(node);
  return `<${node.name}${node.attributes}>${node.children.map(write).join("")}</${node.name}>`;
}
