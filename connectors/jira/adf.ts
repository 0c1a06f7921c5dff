import { ARTICLE_MARKER, type PageBlock } from "../knowledge-target.ts";
import { createTooDeepError, DEEPEST_NESTING } from "../markup.ts";

/** A node of the Atlassian Document Format: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
export interface AdfNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: AdfNode[];
  text?: string;
  marks?: AdfMark[];
}

export interface AdfMark {
  type: string;
  attrs?: Record<string, unknown>;
}

export interface AdfDocument extends AdfNode {
  type: "doc";
  version: 1;
  content: AdfNode[];
}

/** One item of a list. Lists are split into items so that each item can change separately. */
interface ListItem {
  /** The list node without its items. */
  list: AdfNode;
  item: AdfNode;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Splits a document into its top-level nodes, and lists into items. Nodes by people are written back unchanged. Throws
 * `Refused` for a document that is nested too deeply.
 */
export function splitDocument(document: Pick<AdfNode, "content">): PageBlock[] {
  for (const { depth } of nodesOf(document)) if (depth > DEEPEST_NESTING) throw createTooDeepError();
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

/** Joins blocks into a document. Consecutive items of one list form one list, even if different people wrote them. */
export function joinDocument(blocks: Pick<PageBlock, "native">[]): AdfDocument {
  const content: AdfNode[] = [];
  let before: ListItem | null = null;
  for (const { native } of blocks) {
    const item: ListItem | null = isListItem(native) ? native : null;
    const open = content.at(-1);
    if (item && before && open && areOfOneList(before, item)) open.content = [...(open.content ?? []), item.item];
    else if (item) content.push({ ...item.list, content: [item.item] });
    else content.push(native as AdfNode);
    before = item;
  }
  return { type: "doc", version: 1, content };
}

/** Returns the node of a block. A list item gets a list of its own. */
export function parseNode(native: unknown): AdfNode {
  return isListItem(native) ? { ...native.list, content: [native.item] } : (native as AdfNode);
}

/** Returns the visible text of a node, for length limits and searches. */
export const extractPlainText = ({ text = "", content = [] }: AdfNode): string =>
  text + content.map(extractPlainText).join("");

/** Finds the first marker in a document. */
export function findMarker(document: Pick<AdfNode, "content">): string | null {
  for (const { text } of nodesOf(document)) {
    const marker = typeof text === "string" ? ARTICLE_MARKER.exec(text)?.[0] : null;
    if (marker) return marker;
  }
  return null;
}

/**
 * Yields all nodes in reading order. It uses no recursion, because a deeply nested document would overflow the stack.
 */
function* nodesOf(document: Pick<AdfNode, "content">): Generator<{ text?: unknown; depth: number }> {
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

/** Whether two items belong to one list. Two adjacent lists stay apart if one ends exactly where the other begins. */
const areOfOneList = (before: ListItem, item: ListItem) =>
  canonical(before.list) === canonical(item.list) && !(before.isLast && item.isFirst);

/**
 * Returns a normal form of a node, so that nodes can be compared. The form does not depend on ids and on the division
 * into text nodes, which readers do not see.
 */
function canonical(node: AdfNode): string {
  return JSON.stringify(seen(node, false));
}

/** Invisible attributes that Jira's editor adds. */
const OF_THE_EDITOR = new Set(["localId", "uniqueId", "__confluenceMetadata"]);

function seen(node: AdfNode, isVerbatim: boolean): unknown {
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

/** Joins adjacent text nodes with equal marks. Outside of code, several spaces count as one. */
function joined(nodes: AdfNode[], isVerbatim: boolean): AdfNode[] {
  const all: AdfNode[] = [];
  const marksOf = (node: AdfNode) =>
    JSON.stringify((seen({ type: "text", marks: node.marks ?? [] }, true) as AdfNode).marks);
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
