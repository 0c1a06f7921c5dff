import type { PageBlock } from "../knowledge-target.ts";

/*
 * Splits a page's wikitext into blocks: paragraphs, headings, list items with their children, and constructs over
 * several lines, such as a template, a table or code. Each block keeps its source text.
 */

/** Tags whose content is not markup. The content ends at the closing tag. */
const VERBATIM = ["pre", "nowiki", "syntaxhighlight", "source", "math", "score", "templatedata"];
/** Tags whose content ends at the closing tag. */
const PAIRED = [
  "div",
  "table",
  "blockquote",
  "gallery",
  "poem",
  "ref",
  "includeonly",
  "noinclude",
  "onlyinclude",
  "section",
];

const TOKEN = new RegExp(
  [
    "<!--[\\s\\S]*?(?:-->|$)",
    `<(${VERBATIM.join("|")})\\b(?:[^>]*[^/>])?>[\\s\\S]*?(?:</\\1\\s*>|$)`,
    `<(/?)(?:${PAIRED.join("|")})\\b[^>]*>`,
    "\\{\\{|\\}\\}",
    "(?<=^|\\n)[ \\t:]*\\{\\||(?<=^|\\n)\\|\\}(?!\\})",
    "\\n",
  ].join("|"),
  "gi",
);

export const LIST_ITEM = /^[*#:;]/;
const HEADING = /^(={1,6}).+\1\s*$/;

export function splitWikitext(text: string): PageBlock[] {
  const unified = text.replace(/\r\n?/g, "\n");
  return group(splitLines(unified).map(({ start, until }) => unified.slice(start, until))).map((native) => ({
    key: keyOf(native),
    native,
  }));
}

export function joinWikitext(blocks: Pick<PageBlock, "native">[]): string {
  let text = "";
  let before = "";
  for (const native of blocks.map((block) => String(block.native))) {
    if (before) text += isSameList(before, native) ? "\n" : "\n\n";
    text += native;
    before = native;
  }
  return text;
}

const isSameList = (one: string, other: string) => LIST_ITEM.test(one) && one[0] === other[0];

/** Splits the text into lines, but not inside a table, a template, a comment, code or a paired tag. */
export function splitLines(text: string, isBalanced = true): { start: number; until: number }[] {
  const found: { start: number; until: number }[] = [];
  let start = 0;
  let depth = 0;
  for (const token of text.matchAll(TOKEN)) {
    const [written, , isEnd] = token;
    if (written === "\n") {
      if (depth > 0) continue;
      found.push({ start, until: token.index });
      start = token.index + 1;
    } else if (isBalanced && !written.startsWith("<!--") && !token[1]) {
      const closes = written === "}}" || written === "|}" || isEnd === "/";
      depth = closes ? Math.max(0, depth - 1) : written.endsWith("/>") ? depth : depth + 1;
    }
  }
  // A construct without an end is read as plain text, so that the lines after it are still recognized.
  if (depth > 0) return splitLines(text, false);
  return [...found, { start, until: text.length }];
}

function group(all: string[]): string[] {
  const blocks: string[] = [];
  let goesOn: "paragraph" | "item" | "indented" | null = null;
  for (const whole of all) {
    const line = whole.trimEnd();
    const kind = classifyLine(line);
    const belongs =
      (kind === "paragraph" && goesOn === "paragraph") ||
      (kind === "indented" && goesOn === "indented") ||
      (kind === "item" && goesOn === "item" && isBelow(line, blocks.at(-1) ?? ""));
    if (kind === null) goesOn = null;
    else if (belongs) blocks.push(`${blocks.pop()}\n${line}`);
    else blocks.push(line);
    if (kind !== null) goesOn = kind === "whole" ? null : kind;
  }
  return blocks;
}

export function classifyLine(line: string): "paragraph" | "item" | "indented" | "whole" | null {
  if (line.trim() === "") return null;
  if (LIST_ITEM.test(line)) return "item";
  if (
    HEADING.test(line) ||
    /^(?:<(?:pre|syntaxhighlight|source|div|table|blockquote|gallery)\b|<!--|\{\||\{\{[^{}]*\n|----)/i.test(line)
  )
    return "whole";
  return line.startsWith(" ") ? "indented" : "paragraph";
}

/** Whether a line continues a list item: '#*' and '#:' continue '#'. */
const isBelow = (line: string, item: string) => item[0] === line[0] && LIST_ITEM.test(line.slice(1));

/** Returns the visible content. Spaces and line breaks do not count, except in code. */
function keyOf(native: string): string {
  if (/<(?:pre|syntaxhighlight|source|poem|nowiki)\b|^ /im.test(native)) return native.replace(/[ \t]+$/gm, "").trim();
  const line = native.replace(/[ \t]+/g, " ").trim();
  const heading = /^(={1,6}) ?(.+?) ?\1$/.exec(line);
  if (heading) return `${heading[1]} ${heading[2]} ${heading[1]}`;
  const items = line.replace(/^([*#:;]+) ?/gm, "$1 ");
  return LIST_ITEM.test(line) ? items : line.replace(/ ?\n ?/g, " ");
}
