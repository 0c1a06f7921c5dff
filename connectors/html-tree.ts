import { parseMarkup } from "./markup.ts";

export interface HtmlElement {
  /** The element's name in lower case; '' for the root. */
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
  /** The offset of the element in the parsed text. */
  start: number;
  /** The offset directly after the opening tag. */
  openUntil: number;
  until: number;
}

/** An element, or a text with decoded character references. */
export type HtmlNode = HtmlElement | string;

const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);

/** Parses HTML like a browser: closes tags that were left open and drops comments. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: "", attributes: {}, children: [], start: 0, openUntil: 0, until: html.length };
  const open = [root];
  const top = () => open.at(-1) ?? root;
  parseMarkup(html, (parser) => ({
    onopentag(name, attributes) {
      const { startIndex: start, endIndex } = parser;
      const element = { name, attributes, children: [], start, openUntil: endIndex + 1, until: endIndex + 1 };
      top().children.push(element);
      open.push(element);
    },
    onclosetag(name, isImplied) {
      // An element that another tag closes implicitly ends before that tag.
      top().until = isImplied && !VOID.has(name) ? parser.startIndex : parser.endIndex + 1;
      if (open.length > 1) open.pop();
    },
    ontext(text) {
      const { children } = top();
      const last = children.at(-1);
      if (typeof last === "string") children[children.length - 1] = last + text;
      else children.push(text);
    },
  }));
  return root;
}

export const extractPlainText = (node: HtmlNode): string =>
  typeof node === "string" ? node : node.name === "br" ? "\n" : node.children.map(extractPlainText).join("");

const INLINE = new Set(
  "a abbr b big br cite code del em font i img ins kbd label mark q s samp small span strike strong sub sup time u var wbr".split(
    " ",
  ),
);

export const isInline = (node: HtmlNode) => typeof node === "string" || INLINE.has(node.name);

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Writes a number as '⁽12⁾', for platforms without `<sup>`. */
export const toSuperscript = (number: number) =>
  `⁽${[...String(number)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}⁾`;

const OF_CHARACTERS = /^(?:⁽[⁰¹²³⁴-⁹]+⁾)+$/u;
const IN_BRACKETS = /^\[\d+\](, ?\[\d+\])*$/;

/**
 * Whether an element contains only source numbers: a `<sup>` such as '[1], [2]', or a link with a superscript number.
 */
export function isSourceNumber(node: HtmlElement): boolean {
  const text = extractPlainText(node)
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  return (node.name === "sup" && IN_BRACKETS.test(text)) || (isInline(node) && OF_CHARACTERS.test(text));
}

/** Splits text at source numbers in superscript characters. Every second part is a run of source numbers. */
export const cutAtSourceNumbers = (text: string) => text.split(/((?:⁽[⁰¹²³⁴-⁹]+⁾)+)/u);
