import { isLabelDropped, type PageBlock, type PageUpdate } from "../knowledge-target.ts";
import { joinWikitext, splitWikitext } from "./blocks.ts";
import { removeCategories } from "./places.ts";
import { buildDisplayTitle } from "./title.ts";

/** A wiki page's text in two parts: the visible blocks, and then categories and other lines for the wiki itself. */
export interface PageFile {
  blocks: PageBlock[];
  /** The lines at the page's end in wikitext, such as '[[Category:Billing]]'. */
  tail: string[];
  /** The title that DISPLAYTITLE sets; null without DISPLAYTITLE. */
  shownTitle: string | null;
}

/** Matches lines with categories, the sort key and language links, in the keywords of any language. */
const TAIL_LINE =
  /^(?:\s*(?:\[\[\s*(?!:|https?:)[^[\]|:]{1,40}:[^[\]|]+(?:\|[^[\]]*)?\]\]|\{\{(?:DEFAULTSORT|DISPLAYTITLE):[^{}]*\}\}))+\s*$/;
/** Matches a line that contains only categories. People may have written text after such a line. */
const CATEGORY_LINE = /^\s*(?:\[\[\s*Category\s*:[^[\]]+\]\]\s*)+$/i;
/** Matches a category as we write it. People's categories may have a sort key, which does not match. */
const CATEGORY = /\[\[Category:([^[\]|]+)\]\]/g;
const DISPLAY_TITLE = /\{\{DISPLAYTITLE:([^{}|]*)\}\}/;

export function readPageFile(text: string): PageFile {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd().split("\n");
  let end = lines.length;
  while (end > 0 && (TAIL_LINE.test(lines[end - 1] ?? "") || lines[end - 1]?.trim() === "")) end -= 1;
  const tail = lines.slice(end).filter((line) => line.trim() !== "");
  const shownTitle = DISPLAY_TITLE.exec(tail.join("\n"))?.[1]?.trim() || null;
  const above: string[] = [];
  const blocks = splitWikitext(lines.slice(0, end).join("\n")).flatMap((block) => {
    const written = String(block.native);
    if (!/\[\[\s*Category/i.test(written) || /^(?:<|\{)/.test(written)) return [block];
    const [categories, words] = parted(written.split("\n"), (line) => CATEGORY_LINE.test(line));
    above.push(...categories);
    return categories.length > 0 ? splitWikitext(words.join("\n")) : [block];
  });
  return { blocks, tail: [...above, ...tail], shownTitle };
}

function parted(lines: string[], isFirst: (line: string) => boolean): [string[], string[]] {
  return [lines.filter(isFirst), lines.filter((line) => !isFirst(line))];
}

export interface WikiPageText {
  title: string;
  blocks: PageBlock[];
  categories: string[];
  droppedLabels?: PageUpdate["droppedLabels"];
}

/**
 * Writes the page's text. Keeps categories by people, and removes the categories of labels that the article no longer
 * has.
 */
export function writePageFile(words: WikiPageText, before: Pick<PageFile, "tail"> = { tail: [] }): string {
  const kept = before.tail
    .map((line) =>
      line
        .replace(DISPLAY_TITLE, "")
        .replace(CATEGORY, (whole, name) => (isLabelDropped(words, fold(name)) ? "" : whole)),
    )
    .filter((line) => line.trim() !== "");
  const there = new Set(
    kept
      .map(removeCategories)
      .flatMap((line) => [...line.matchAll(/\[\[\s*[^[\]|:]+:([^[\]|]+)/g)])
      .map(([, name = ""]) => fold(name)),
  );
  const shown = buildDisplayTitle(words.title);
  const tail = [
    ...(shown === null ? [] : [`{{DISPLAYTITLE:${shown}}}`]),
    ...kept,
    ...words.categories.filter((name) => !there.has(fold(name))).map((name) => `[[Category:${name}]]`),
  ];
  return `${joinWikitext(words.blocks)}\n\n${tail.join("\n")}`.trim();
}

const fold = (name: string) => name.trim().replaceAll("_", " ").toLowerCase();
