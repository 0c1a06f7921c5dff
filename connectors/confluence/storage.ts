import { Parser } from "htmlparser2";
import type { PageBlock } from "../knowledge-target.ts";

/*
 * Confluence's storage format: XHTML with `ac:` and `ri:` elements, kept by Confluence and read back with ids and
 * attributes of its own. https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
 */

/** A page's body as its top-level elements. Each keeps its text as it stands, so that what a person made goes back untouched. */
export function toBlocks(storage: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  let depth = 0;
  let start = 0;
  let looseText = "";
  const end = (until: number) => {
    const native = storage.slice(start, until);
    blocks.push({ key: canonical(native), native });
  };
  const flushText = (until: number) => {
    if (looseText.trim() !== "") end(until);
    looseText = "";
  };
  const parser: Parser = new Parser(
    {
      onopentag() {
        if (depth === 0) {
          flushText(parser.startIndex);
          start = parser.startIndex;
        }
        depth += 1;
      },
      onclosetag() {
        depth -= 1;
        if (depth === 0) end(parser.endIndex + 1);
      },
      ontext(text) {
        if (depth > 0) return;
        if (looseText === "") start = parser.startIndex;
        looseText += text;
      },
    },
    { xmlMode: true },
  );
  parser.end(storage);
  flushText(storage.length);
  return blocks;
}

/** The body of which these are the top-level pieces. */
export function toStorage(blocks: PageBlock[]): string {
  return blocks.map((block) => String(block.native)).join("");
}

const OF_THE_PLATFORM = /^(ac:macro-id|ac:local-id|local-id|ac:schema-version|ac:breakout-.*|data-.*)$/;
const INLINE = new Set([
  "strong",
  "em",
  "b",
  "i",
  "u",
  "s",
  "del",
  "code",
  "a",
  "span",
  "sub",
  "sup",
  "br",
  "time",
  "ac:link",
  "ac:image",
  "ac:emoticon",
]);
const VERBATIM = new Set(["pre", "ac:plain-text-body", "ac:plain-text-link-body"]);

interface Element {
  name: string;
  attributes: string;
  children: (Element | string)[];
}

/** Equal for two pieces in which a reader sees the same, whatever ids, blanks and spellings of characters they came with. */
export function canonical(storage: string): string {
  const root: Element = { name: "", attributes: "", children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // An inline comment belongs to the reader's margin, not to the text under it.
        if (name === "ac:inline-comment-marker") return void open.push(open.at(-1) ?? root);
        const kept = Object.entries(attributes)
          .filter(([key, value]) => !OF_THE_PLATFORM.test(key) && !(key === "start" && value === "1"))
          .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
          .sort()
          .join("");
        const element: Element = { name, attributes: kept, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag() {
        open.pop();
      },
      ontext(text) {
        const siblings = open.at(-1)?.children ?? [];
        const last = siblings.at(-1);
        if (typeof last === "string") siblings[siblings.length - 1] = last + text;
        else siblings.push(text);
      },
    },
    { xmlMode: true },
  );
  parser.end(decodeHtmlEntities(storage));
  return root.children.map((child, index) => write(child, root, index, false)).join("");
}

function write(node: Element | string, parent: Element, index: number, verbatim: boolean): string {
  if (typeof node === "string") return verbatim ? `"${node.replace(/\r\n?/g, "\n")}"` : writeText(node, parent, index);
  const children = node.children
    .map((child, at) => write(child, node, at, verbatim || VERBATIM.has(node.name)))
    .join("");
  return `<${node.name}${node.attributes}>${children}</${node.name}>`;
}

/** Blanks between and at the edges of block elements are layout of the file; inside a line any run of them is one. */
function writeText(text: string, parent: Element, index: number): string {
  const besideBlock = (neighbour: Element | string | undefined) =>
    neighbour === undefined ? !INLINE.has(parent.name) : typeof neighbour !== "string" && !INLINE.has(neighbour.name);
  let line = text.replace(/[\s\u00a0]+/g, " ");
  if (besideBlock(parent.children[index - 1])) line = line.trimStart();
  if (besideBlock(parent.children[index + 1])) line = line.trimEnd();
  return line && `"${line.normalize("NFC")}"`;
}

const XML_ENTITIES = new Set(["amp", "lt", "gt", "quot", "apos"]);

/** `&nbsp;` and the other names of HTML, which XML does not know, as characters. CDATA is left alone. */
function decodeHtmlEntities(storage: string): string {
  return storage.replace(/<!\[CDATA\[[\s\S]*?\]\]>|&([A-Za-z][A-Za-z0-9]*);/g, (match, name?: string) =>
    name && !XML_ENTITIES.has(name) ? htmlText(match) : match,
  );
}

function htmlText(html: string): string {
  let text = "";
  const parser = new Parser({ ontext: (part) => void (text += part) });
  parser.end(html);
  return text;
}
