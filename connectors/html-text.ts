import type { Inline } from "../shared/markdown/inline.ts";
import { getBlockHtml, readCode } from "./html-blocks.ts";
import {
  cutAtSourceNumbers,
  extractPlainText,
  type HtmlElement,
  type HtmlNode,
  isInline,
  isSourceNumber,
  parseHtml,
} from "./html-tree.ts";
import type { PageBlock, PageText } from "./knowledge-target.ts";
import { collectTexts, MARK_OF_TAG, NotOnlyText, readIfOnlyText, toHeadingText, toPageTexts } from "./page-text.ts";
import type { SentenceToken } from "./sentence-parts.ts";

/** Returns the visible text of an HTML block; null if the block contains more than text. */
export function readHtmlText(block: PageBlock): PageText[] | null {
  return readIfOnlyText(() => blocksIn(parseHtml(getBlockHtml(block)), false));
}

const isBlock = (node: HtmlNode): node is HtmlElement => !isInline(node);

function blocksIn({ children }: HtmlElement, isEntry: boolean): PageText[] {
  return collectTexts(children, {
    isBlock,
    words: (nodes) => words(nodes, isEntry),
    block: (element) => block(element, isEntry),
  });
}

function block(element: HtmlElement, isEntry: boolean): PageText[] {
  const { name } = element;
  if (name === "p" || name === "div") return blocksIn(element, isEntry);
  if (name === "li") return blocksIn(element, true);
  if (name === "pre") return [{ kind: "code", text: readCode(element), language: languageOf(element) }];
  if (!/^h[1-6]$/.test(name)) throw new NotOnlyText();
  return toHeadingText(extractPlainText(element));
}

/**
 * Reads the language of code from a class such as `language-ts`, as HTML's specification suggests:
 * https://html.spec.whatwg.org/#the-code-element
 */
function languageOf(element: HtmlElement): string | null {
  const classes = [element, ...element.children.filter((child) => typeof child !== "string")].map(
    ({ attributes }) => attributes["class"] ?? "",
  );
  const language = /(?:^|\s)language-([\w+#.-]+)/.exec(classes.join(" "))?.[1] ?? null;
  return language === "plaintext" ? null : language;
}

function words(nodes: HtmlNode[], isEntry: boolean): PageText[] {
  return toPageTexts(nodes.flatMap(tokens), isEntry);
}

function tokens(node: HtmlNode): SentenceToken[] {
  if (typeof node !== "string") return isSourceNumber(node) ? ["sources"] : inline(node);
  return cutAtSourceNumbers(node).flatMap((piece, index): SentenceToken[] => {
    if (index % 2 === 1) return ["sources"];
    return piece === "" ? [] : [{ type: "text", text: piece }];
  });
}

function inline(node: HtmlNode): Inline[] {
  if (typeof node === "string") return [{ type: "text", text: node }];
  const { name, children, attributes } = node;
  const mark = MARK_OF_TAG[name];
  if (mark) return [{ type: mark, children: children.flatMap(inline) }];
  switch (name) {
    case "code":
      return [{ type: "code", text: extractPlainText(node) }];
    case "br":
      return [{ type: "break" }];
    case "a":
      if (!attributes["href"]) return children.flatMap(inline);
      return [{ type: "link", href: attributes["href"], children: children.flatMap(inline) }];
    case "span":
    case "font":
    case "u":
      return children.flatMap(inline);
    default:
      throw new NotOnlyText();
  }
}
