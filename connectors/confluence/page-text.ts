import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageText } from "../knowledge-target.ts";
import { parseMarkup } from "../markup.ts";
import { collectTexts, MARK_OF_TAG, NotOnlyText, readIfOnlyText, toHeadingText, toPageTexts } from "../page-text.ts";
import { collapseSpaces, type SentenceToken } from "../sentence-parts.ts";
import { decodeHtmlEntities } from "./canonical.ts";
import { isListItem } from "./storage.ts";

export interface StorageElement {
  name: string;
  attributes: Record<string, string>;
  children: (StorageElement | string)[];
}

/** The visible text of a Confluence block; null if the block contains more than text. */
export function readBlockText({ native }: PageBlock): PageText[] | null {
  const storage = isListItem(native) ? native.item : String(native);
  return readIfOnlyText(() => blocksIn(parseStorage(storage), false));
}

export function parseStorage(storage: string): StorageElement {
  const root: StorageElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  parseMarkup(
    decodeHtmlEntities(storage),
    () => ({
      onopentag(name, attributes) {
        const element: StorageElement = { name, attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag: () => void open.pop(),
      ontext: (text) => void open.at(-1)?.children.push(text),
    }),
    { xmlMode: true },
  );
  return root;
}

const BLOCKS = /^(p|h[1-6]|li|ac:structured-macro|ul|ol|table|div|blockquote|ac:layout|ac:task-list|pre|hr)$/;

const isBlock = (node: StorageElement | string): node is StorageElement =>
  typeof node !== "string" && BLOCKS.test(node.name);

function blocksIn({ children }: StorageElement, isEntry: boolean): PageText[] {
  return collectTexts(children, {
    isBlock,
    words: (nodes) => words(nodes, isEntry),
    block: (element) => block(element, isEntry),
  });
}

function block(element: StorageElement, isEntry: boolean): PageText[] {
  const { name, children } = element;
  if (name === "p") return words(children, isEntry);
  if (name === "li") return blocksIn(element, true);
  if (/^h[1-6]$/.test(name)) return toHeadingText(plain(element));
  if (name === "ac:structured-macro" && element.attributes["ac:name"] === "code") return [code(element)];
  throw new NotOnlyText();
}

function code({ children }: StorageElement): PageText {
  const elements = children.filter((child) => typeof child !== "string");
  const language = elements.find(({ attributes }) => attributes["ac:name"] === "language");
  const body = elements.find(({ name }) => name === "ac:plain-text-body");
  return {
    kind: "code",
    text: body ? plain(body).replace(/\r\n?/g, "\n") : "",
    language: language ? plain(language).trim() || null : null,
  };
}

function words(children: (StorageElement | string)[], isEntry: boolean): PageText[] {
  return toPageTexts(children.flatMap(tokens), isEntry);
}

function tokens(node: StorageElement | string): SentenceToken[] {
  return typeof node !== "string" && isSourceNumber(node) ? ["sources"] : inline(node);
}

function inline(node: StorageElement | string): Inline[] {
  if (typeof node === "string") return [{ type: "text", text: node }];
  const { name, children, attributes } = node;
  const mark = MARK_OF_TAG[name];
  if (mark) return [{ type: mark, children: children.flatMap(inline) }];
  switch (name) {
    case "code":
      return [{ type: "code", text: plain(node) }];
    case "br":
      return [{ type: "break" }];
    case "a":
      return [{ type: "link", href: attributes.href ?? "", children: children.flatMap(inline) }];
    // Keeps only the text inside: the element is a comment's marker or sets a color.
    case "ac:inline-comment-marker":
    case "span":
    case "u":
      return children.flatMap(inline);
    default:
      throw new NotOnlyText();
  }
}

/**
 * Whether the element contains only source numbers in '<sup>': '[1], [2]', or on older pages links to the list of
 * sources.
 */
function isSourceNumber(element: StorageElement): boolean {
  if (element.name !== "sup") return false;
  const links = element.children.filter((child) => typeof child !== "string");
  const areOfOlderPage = links.length > 0 && links.every(({ attributes }) => isAnchorOfSource(attributes));
  return areOfOlderPage || /^\[\d+\](, \[\d+\])*$/.test(collapseSpaces(plain(element)).trim());
}

const isAnchorOfSource = (attributes: Record<string, string>) =>
  (attributes["ac:anchor"] ?? attributes["href"]?.slice(1))?.startsWith("source-") === true;

const plain = ({ children }: StorageElement): string =>
  children.map((child) => (typeof child === "string" ? child : plain(child))).join("");
