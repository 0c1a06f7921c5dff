import { type HeadingAnchors, PassageCollector } from "./wiki-pages.ts";

/** The common properties of a parsed HTML element and a parsed element of XML with macros. */
export interface MarkupElement {
  name: string;
  attributes: Record<string, string>;
  children: (MarkupElement | string)[];
}

type MarkupNode = MarkupElement | string;

/** Elements without words for readers: scripts, settings of macros, pictures, and the wiki's own navigation. */
const SKIPPED = new Set(
  "script style template noscript svg math ac:parameter ac:image ac:emoticon ac:placeholder ac:task-id ac:task-uuid ac:task-status ac:adf-attribute ac:adf-fallback".split(
    " ",
  ),
);
const SKIPPED_CLASS = /(?:^|\s)(?:mw-editsection|toc|navbox|catlinks|reference|noprint|mw-empty-elt)(?:\s|$)/;

const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr li main nav ol p section summary ul ac:layout ac:layout-section ac:layout-cell ac:rich-text-body ac:task-list ac:task ac:task-body ac:structured-macro ac:adf-extension ac:adf-node ac:adf-content".split(
    " ",
  ),
);

/** Reads the words of a page of HTML, or of XML with macros. Unlike `textOf`, it reads tables and unknown elements, too. */
export function collectPassages(root: MarkupElement, anchors: HeadingAnchors | null = null): PassageCollector {
  const passages = new PassageCollector(anchors);
  readChildren(root, passages);
  return passages;
}

function readChildren({ children }: MarkupElement, passages: PassageCollector): void {
  let words = "";
  const flush = () => {
    passages.add("sentence", words);
    words = "";
  };
  const read = (node: MarkupNode): void => {
    if (typeof node === "string") {
      words += node;
      return;
    }
    if (isSkipped(node)) return;
    if (isBlock(node)) {
      flush();
      readBlock(node, passages);
    } else if (node.children.length === 0) words += getTextOfEmptyElement(node);
    else node.children.forEach(read);
  };
  children.forEach(read);
  flush();
}

function readBlock(element: MarkupElement, passages: PassageCollector): void {
  const { name } = element;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level) passages.heading(Number(level), plain(element), idOf(element));
  else if (name === "pre" || isCode(element)) passages.add("code", plain(codeOf(element), true));
  else if (name === "table") readTable(element, passages);
  else readChildren(element, passages);
}

/** The id of a heading; older wikis have it on an element inside. */
const idOf = (element: MarkupElement): string | null =>
  [element, ...elementsIn(element)].map(({ attributes }) => attributes["id"]).find(Boolean) ?? null;

type MarkupTag = Pick<MarkupElement, "name" | "attributes">;

export const isSkipped = ({ name, attributes }: MarkupTag): boolean =>
  SKIPPED.has(name) || SKIPPED_CLASS.test(attributes["class"] ?? "");

export const isBlock = ({ name }: MarkupTag): boolean => BLOCKS.has(name) || /^h[1-6]$|^(?:pre|table)$/.test(name);

const isCode = ({ name, attributes }: MarkupElement) =>
  name === "ac:structured-macro" && /^(?:code|noformat)$/.test(attributes["ac:name"] ?? "");

const elementsIn = ({ children }: MarkupElement) => children.filter((child) => typeof child !== "string");

const codeOf = (element: MarkupElement) =>
  elementsIn(element).find(({ name }) => name === "ac:plain-text-body") ?? element;

/** The text of an element without words. A link to a page shows the page's title, and a date shows itself. */
export const getTextOfEmptyElement = ({ name, attributes }: MarkupTag): string =>
  name === "br" ? " " : (attributes["ri:content-title"] ?? attributes["datetime"] ?? "");

function plain(node: MarkupNode, isCodeText = false): string {
  if (typeof node === "string") return node;
  if (isSkipped(node)) return "";
  if (node.children.length === 0) return isCodeText && node.name === "br" ? "\n" : getTextOfEmptyElement(node);
  const words = node.children.map((child) => plain(child, isCodeText)).join("");
  return isBlock(node) && !isCodeText ? ` ${words} ` : words;
}

/** Reads a table. A table inside a cell belongs to the words of that cell. */
function readTable(table: MarkupElement, passages: PassageCollector): void {
  let columns: string[] = [];
  for (const row of rowsOf(table)) {
    const cells = elementsIn(row).filter(({ name }) => name === "td" || name === "th");
    const words = cells.map((cell) => plain(cell));
    if (columns.length === 0 && cells.length > 1 && cells.every(({ name }) => name === "th")) columns = words;
    else passages.row(words, columns);
  }
}

const rowsOf = (element: MarkupElement): MarkupElement[] =>
  elementsIn(element).flatMap((child) => {
    if (child.name === "tr") return [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? rowsOf(child) : [];
  });
