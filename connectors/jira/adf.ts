import type { PageBlock } from "../knowledge-target.ts";

/** A node of Atlassian's document format: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
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

/** An item of a list: lists are cut into their items, so that each can change for itself. */
interface ListItem {
  /** The list without its items. */
  list: Node;
  item: Node;
  isFirst: boolean;
  isLast: boolean;
}

/** A document as its top-level nodes, and lists as their items; what a person made goes back as it is. */
export function toBlocks({ content }: Pick<Node, "content">): PageBlock[] {
  return (content ?? []).flatMap((node): PageBlock[] => {
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

/** The document of which these are the pieces. Items of one list stand together again, whoever wrote them. */
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

/** The node of a block; an item of a list is in a list of its own. */
export function nodeOf(native: unknown): Node {
  return isListItem(native) ? { ...native.list, content: [native.item] } : (native as Node);
}

/** What a reader sees as text, for what it is measured and searched by. */
export const plainText = ({ text = "", content = [] }: Node): string => text + content.map(plainText).join("");

const LISTS = new Set(["bulletList", "orderedList"]);

const isListItem = (native: unknown): native is ListItem =>
  typeof native === "object" && native !== null && "item" in native && "list" in native;

/** Where one list ends right before another begins, they stay two. */
const areOfOneList = (before: ListItem, item: ListItem) =>
  canonical(before.list) === canonical(item.list) && !(before.isLast && item.isFirst);

/** Equal for two nodes in which a reader sees the same, whatever ids and cuts between runs of text they came with. */
function canonical(node: Node): string {
  return JSON.stringify(seen(node, false));
}

/** Given by Jira's editor, and seen by nobody. */
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

/** Runs of text that look alike are one; outside of code any run of blanks is one. */
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
