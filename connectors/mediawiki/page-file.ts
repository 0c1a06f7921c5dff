import { isDropped, type PageBlock, type PageUpdate } from "../knowledge-target.ts";
import { toBlocks, toWikitext } from "./blocks.ts";
import { withoutPlaces } from "./places.ts";
import { displayTitle } from "./title.ts";

/** The text of a page: what is read, and below it the categories and what else the wiki itself reads. */
export interface PageFile {
  blocks: PageBlock[];
  /** Lines such as '[[Category:Billing]]', as they stand. */
  tail: string[];
  /** What the page says that its title is. */
  shownTitle: string | null;
}

/** Categories, the sort key and links to other languages, one or more on a line, by any wiki's words for them. */
const TAIL_LINE =
  /^(?:\s*(?:\[\[\s*(?!:|https?:)[^[\]|:]{1,40}:[^[\]|]+(?:\|[^[\]]*)?\]\]|\{\{(?:DEFAULTSORT|DISPLAYTITLE):[^{}]*\}\}))+\s*$/;
/** Alone on its line: below it a person may have gone on writing. */
const CATEGORY_LINE = /^\s*(?:\[\[\s*Category\s*:[^[\]]+\]\]\s*)+$/i;
/** As we write it; with a sort key it is a person's. */
const CATEGORY = /\[\[Category:([^[\]|]+)\]\]/g;
const DISPLAY_TITLE = /\{\{DISPLAYTITLE:([^{}|]*)\}\}/;

export function readPageFile(text: string): PageFile {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd().split("\n");
  let end = lines.length;
  while (end > 0 && (TAIL_LINE.test(lines[end - 1] ?? "") || lines[end - 1]?.trim() === "")) end -= 1;
  const tail = lines.slice(end).filter((line) => line.trim() !== "");
  const shownTitle = DISPLAY_TITLE.exec(tail.join("\n"))?.[1]?.trim() || null;
  const above: string[] = [];
  const blocks = toBlocks(lines.slice(0, end).join("\n")).flatMap((block) => {
    const written = String(block.native);
    if (!/\[\[\s*Category/i.test(written) || /^(?:<|\{)/.test(written)) return [block];
    const [categories, words] = parted(written.split("\n"), (line) => CATEGORY_LINE.test(line));
    above.push(...categories);
    return categories.length > 0 ? toBlocks(words.join("\n")) : [block];
  });
  return { blocks, tail: [...above, ...tail], shownTitle };
}

function parted(lines: string[], isFirst: (line: string) => boolean): [string[], string[]] {
  return [lines.filter(isFirst), lines.filter((line) => !isFirst(line))];
}

export interface PageWords {
  title: string;
  blocks: PageBlock[];
  categories: string[];
  droppedLabels?: PageUpdate["droppedLabels"];
}

/** With the categories that people added, and without those they took out that are none of the given. */
export function writePageFile(words: PageWords, before: Pick<PageFile, "tail"> = { tail: [] }): string {
  const kept = before.tail
    .map((line) =>
      line.replace(DISPLAY_TITLE, "").replace(CATEGORY, (whole, name) => (isDropped(words, fold(name)) ? "" : whole)),
    )
    .filter((line) => line.trim() !== "");
  const there = new Set(
    kept
      .map(withoutPlaces)
      .flatMap((line) => [...line.matchAll(/\[\[\s*[^[\]|:]+:([^[\]|]+)/g)])
      .map(([, name = ""]) => fold(name)),
  );
  const shown = displayTitle(words.title);
  const tail = [
    ...(shown === null ? [] : [`{{DISPLAYTITLE:${shown}}}`]),
    ...kept,
    ...words.categories.filter((name) => !there.has(fold(name))).map((name) => `[[Category:${name}]]`),
  ];
  return `${toWikitext(words.blocks)}\n\n${tail.join("\n")}`.trim();
}

const fold = (name: string) => name.trim().replaceAll("_", " ").toLowerCase();
