import { MARKER, type PageBlock } from "../knowledge-target.ts";
import { DEEPEST, tooDeep } from "../markup.ts";

/** A node of the Atlassian Document Format: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
export interface Node {
  type: string;
  attrs?: Record<string, unknown>;
  content?: Node[];
  text?: string;
  marks?: Mark[];
}

export interface Mark {
  type: string;
  attrs?: Record<string, unknown>;
}

export interface AdfDocument extends Node {
  type: "doc";
  version: 1;
  content: Node[];
}

/** One item of a list. Lists are split into items so that each item can change separately. */
interface ListItem {
  /** The list node without its items. */
  list: Node;
  item: Node;
  isFirst: boolean;
  isLast: boolean;
}

/** Splits a document into its top-level nodes, and lists into items. People's nodes are written back unchanged. Throws `Refused` when it is nested too deeply. */
export function toBlocks(document: Pick<Node, "content">): PageBlock[] {
  for (const { depth } of nodesOf(document)) if (depth > DEEPEST) throw tooDeep();
  return (document.content ?? []).flatMap((node): PageBlock[] => {
    const items = node.content ?? [];
    const isPlainList = LISTS.has(node.type) && items.length > 0 && items.every(({ type }) => type === "listItem");
    if (!isPlainList) return [{ key: canonical(node), native: node }];
    const { content: _items, ...list } = node;
    return items.map((item, index) => {
      const native: ListItem = { list, item, isFirst: index === 0, isLast: index === items.length - 1 };
      return { key: canonical({ ...list, content: [item] }), native };
    });
  });
}

/** Joins blocks to a document. Consecutive items of one list are joined to one list, whoever wrote them. */
export function toDocument(blocks: Pick<PageBlock, "native">[]): AdfDocument {
  const content: Node[] = [];
  let before: ListItem | null = null;
  for (const { native } of blocks) {
    const item: ListItem | null = isListItem(native) ? native : null;
    const open = content.at(-1);
    if (item && before && open && areOfOneList(before, item)) open.content = [...(open.content ?? []), item.item];
    else if (item) content.push({ ...item.list, content: [item.item] });
    else content.push(native as Node);
    before = item;
  }
  return { type: "doc", version: 1, content };
}

/** The node of a block. An item is wrapped in a list of its own. */
export function nodeOf(native: unknown): Node {
  return isListItem(native) ? { ...native.list, content: [native.item] } : (native as Node);
}

/** Returns the visible text of a node, for limits and search. */
export const plainText = ({ text = "", content = [] }: Node): string => text + content.map(plainText).join("");

/** Finds the first marker in a document. */
export function markerIn(document: Pick<Node, "content">): string | null {
  for (const { text } of nodesOf(document)) {
    const marker = typeof text === "string" ? MARKER.exec(text)?.[0] : null;
    if (marker) return marker;
  }
  return null;
}

/** All nodes in reading order, without recursion: people may have nested them deeper than the stack reaches. */
function* nodesOf(document: Pick<Node, "content">): Generator<{ text?: unknown; depth: number }> {
  const open: { node: { text?: unknown; content?: unknown } | null; depth: number }[] = [{ node: document, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    yield { text: node?.text, depth };
    if (Array.isArray(node?.content))
      for (const child of node.content.toReversed()) open.push({ node: child, depth: depth + 1 });
  }
}

const LISTS = new Set(["bulletList", "orderedList"]);

const isListItem = (native: unknown): native is ListItem =>
  typeof native === "object" && native !== null && "item" in native && "list" in native;

/** Keeps two adjacent lists apart when one ends exactly where the other begins. */
const areOfOneList = (before: ListItem, item: ListItem) =>
  canonical(before.list) === canonical(item.list) && !(before.isLast && item.isFirst);

/** A normal form: equal for nodes that look the same, whatever their ids and text runs. */
function canonical(node: Node): string {
  return JSON.stringify(seen(node, false));
}

/** Invisible attributes that Jira's editor adds. */
const OF_THE_EDITOR = new Set(["localId", "uniqueId", "__confluenceMetadata"]);

function seen(node: Node, isVerbatim: boolean): unknown {
  const attrs = seenAttributes(node.type, node.attrs);
  const verbatim = isVerbatim || node.type === "codeBlock";
  const marks = (node.marks ?? [])
    .map(({ type, attrs: of }) => ({ type, ...seenAttributes(type, of) }))
    .sort((one, other) => one.type.localeCompare(other.type));
  return {
    type: node.type,
    ...attrs,
    ...(node.text !== undefined && { text: node.text }),
    ...(marks.length > 0 && { marks }),
    content: joined(node.content ?? [], verbatim).map((child) => seen(child, verbatim)),
  };
}

function seenAttributes(type: string, attrs: Record<string, unknown> = {}): { attrs?: [string, unknown][] } {
  const kept = Object.entries(attrs)
    .filter(([name, value]) => !OF_THE_EDITOR.has(name) && value !== null && value !== "")
    .filter(([name, value]) => !(type === "orderedList" && name === "order" && value === 1))
    .filter(([name]) => type !== "link" || name === "href")
    .sort(([one], [other]) => one.localeCompare(other));
  return kept.length > 0 ? { attrs: kept } : {};
}

/** Joins text runs with equal marks. Outside of code, a run of spaces counts as one. */
function joined(nodes: Node[], isVerbatim: boolean): Node[] {
  const all: Node[] = [];
  const marksOf = (node: Node) => JSON.stringify((seen({ type: "text", marks: node.marks ?? [] }, true) as Node).marks);
  for (const node of nodes) {
    const last = all.at(-1);
    if (node.type === "text" && last?.type === "text" && marksOf(node) === marksOf(last))
      all[all.length - 1] = { ...last, text: `${last.text ?? ""}${node.text ?? ""}` };
    else all.push(node);
  }
  return all.map((node) => {
    if (node.type !== "text") return node;
    const text = (node.text ?? "").normalize("NFC");
    return { ...node, text: isVerbatim ? text.replace(/\r\n?/g, "\n") : text.replace(/[\s\u00a0]+/g, " ") };
  });
}
