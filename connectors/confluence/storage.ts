import { hashText, type PageBlock } from "../knowledge-target.ts";
import { parseMarkup } from "../markup.ts";
import { normalizeStorage } from "./canonical.ts";

/*
 * Confluence's storage format: XHTML with `ac:` and `ri:` elements. Confluence adds its own ids and attributes.
 * https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
 */

/** One item of a list. Lists are split into items so that each item can change separately. */
interface ListItem {
  /** The opening tag of the list. */
  list: string;
  item: string;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Splits a page's body into top-level elements, and lists into items. Each block keeps its source text, so that blocks
 * by people are written back unchanged.
 */
export function splitStorage(storage: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  let depth = 0;
  let start = 0;
  let looseText = "";
  let list: OpenList | null = null;
  const end = (until: number) => {
    const native = storage.slice(start, until);
    blocks.push({ key: normalizeStorage(native), native });
  };
  const flushText = (until: number) => {
    if (looseText.trim() !== "") end(until);
    looseText = "";
  };
  parseMarkup(
    storage,
    (parser) => ({
      onopentag(name) {
        if (depth === 0) {
          flushText(parser.startIndex);
          start = parser.startIndex;
          list = LISTS.has(name) ? { tag: storage.slice(start, parser.endIndex + 1), items: [], itemStart: 0 } : null;
        } else if (depth === 1 && list) {
          list.itemStart = parser.startIndex;
          if (name !== "li") list = null;
        }
        depth += 1;
      },
      onclosetag() {
        depth -= 1;
        if (depth === 1) list?.items.push(storage.slice(list.itemStart, parser.endIndex + 1));
        if (depth > 0) return;
        if (list && list.items.length > 0) blocks.push(...itemBlocks(list, storage.slice(start, parser.endIndex + 1)));
        else end(parser.endIndex + 1);
        list = null;
      },
      ontext(text) {
        if (depth === 1 && text.trim() !== "") list = null;
        if (depth > 0) return;
        if (looseText === "") start = parser.startIndex;
        looseText += text;
      },
    }),
    { xmlMode: true },
  );
  flushText(storage.length);
  return blocks;
}

interface OpenList {
  tag: string;
  items: string[];
  itemStart: number;
}

const LISTS = new Set(["ul", "ol"]);

function itemBlocks({ tag, items }: OpenList, whole: string): PageBlock[] {
  const wholeHash = hashText(normalizeStorage(whole));
  return items.map((item, index) => {
    const native: ListItem = { list: tag, item, isFirst: index === 0, isLast: index === items.length - 1 };
    return { key: normalizeStorage(`${tag}${item}${closing(tag)}`), native, wholeHash };
  });
}

const closing = (tag: string) => `</${tag.slice(1, 3)}>`;

/**
 * Joins blocks into a page's content. Consecutive items of one list form one list, even if different people wrote them.
 */
export function joinStorage(blocks: PageBlock[]): string {
  let storage = "";
  let before: ListItem | null = null;
  for (const { native } of blocks) {
    const item: ListItem | null = isListItem(native) ? native : null;
    const goesOn: boolean = item !== null && before !== null && areOfOneList(before, item);
    if (before && !goesOn) storage += closing(before.list);
    if (item && !goesOn) storage += item.list;
    storage += item ? item.item : String(native);
    before = item;
  }
  return before ? storage + closing(before.list) : storage;
}

export const isListItem = (native: unknown): native is ListItem =>
  typeof native === "object" && native !== null && "item" in native;

/** Whether two items belong to one list. Two adjacent lists stay apart if one ends exactly where the other begins. */
function areOfOneList(before: ListItem, item: ListItem): boolean {
  const isSameKind =
    normalizeStorage(before.list + closing(before.list)) === normalizeStorage(item.list + closing(item.list));
  return isSameKind && !(before.isLast && item.isFirst);
}
