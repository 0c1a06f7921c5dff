import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Inline } from "./inline.ts";

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root["children"][number];
type Emphasised = "strong" | "emphasis" | "strike";

/** Markdown extensions that are disabled in sentences. Blocks, HTML, references and footnotes stay plain text. */
const NOT_IN_A_SENTENCE = [
  "blockQuote",
  "codeFenced",
  "codeIndented",
  "definition",
  "headingAtx",
  "htmlFlow",
  "htmlText",
  "list",
  "setextUnderline",
  "thematicBreak",
  "table",
  "tasklistCheck",
  "gfmFootnoteCall",
  "gfmFootnoteDefinition",
  "gfmPotentialFootnoteCall",
];
const SYNTAX = [gfm(), { disable: { null: NOT_IN_A_SENTENCE } }];
const EMPHASIS: Record<string, Emphasised> = { strong: "strong", emphasis: "emphasis", delete: "strike" };

/** The longest text that is parsed. Longer texts are no sentences, and parsing hostile text could take long. */
const MAX_LENGTH = 5_000;
const MAX_DEPTH = 8;

/** Cache of parsed sentences, because inbox and article pages show the same sentences to every reader. */
const parsed = new Map<string, readonly Inline[]>();
const MOST_PARSED = 1_000;
const LONGEST_PARSED = 500;

/**
 * Parses the Markdown of a sentence, for every page that the product writes. A link stays a link only if it is https
 * and its URL is visible in the text. Images, HTML, references and other schemes become plain text.
 */
export function parseInline(markdown: string): Inline[] {
  if (isPlain(markdown)) return [{ type: "text", text: markdown }];
  if (markdown.length > MAX_LENGTH) return textWithBreaks(markdown);
  const known = parsed.get(markdown);
  if (known) return [...known];
  const inline = parseMarkdown(markdown);
  if (markdown.length <= LONGEST_PARSED) {
    parsed.set(markdown, inline);
    if (parsed.size > MOST_PARSED) parsed.delete(parsed.keys().next().value ?? "");
  }
  return [...inline];
}

function parseMarkdown(markdown: string): Inline[] {
  const root = fromMarkdown(markdown, { extensions: SYNTAX, mdastExtensions: [gfmFromMarkdown()] });
  return joinTexts(root.children.flatMap((block, index) => (index > 0 ? [BREAK, ...read(block, 0)] : read(block, 0))));

  function read(node: Node, depth: number): Inline[] {
    const emphasis = EMPHASIS[node.type];
    if (node.type === "paragraph") return readAll(node.children, depth);
    if (node.type === "text") return textWithBreaks(node.value);
    if (node.type === "inlineCode") return [{ type: "code", text: node.value }];
    if (node.type === "break") return [BREAK];
    if (depth >= MAX_DEPTH) return textWithBreaks(sourceOf(node));
    if (node.type === "link") return readLink(node, depth);
    if (emphasis && "children" in node) return [{ type: emphasis, children: readAll(node.children, depth + 1) }];
    return textWithBreaks(sourceOf(node));
  }

  function readAll(nodes: Node[], depth: number): Inline[] {
    return joinTexts(nodes.flatMap((node) => read(node, depth)));
  }

  function readLink(node: Extract<Node, { type: "link" }>, depth: number): Inline[] {
    const children = readAll(node.children, depth + 1);
    if (isHttps(node.url) && isIn(markdown, node.url)) return [{ type: "link", href: node.url, children }];
    const label = toPlainText(children);
    const address = node.url.replace(/^mailto:/i, "");
    const isShown = label === node.url || label === address || node.url === `http://${label}`;
    return isShown ? children : [...children, { type: "text", text: ` (${node.url})` }];
  }

  function sourceOf(node: Node): string {
    return markdown.slice(node.position?.start.offset, node.position?.end.offset);
  }
}

/**
 * Matches sentences of words and punctuation that cannot start Markdown. Most sentences match and need not be parsed.
 */
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ,;:.?'"()/%€$+=#’‘“”–—-]*[\p{L}\p{N},;:.?'"()%€$’‘“”–—-])?$/u;
/** Matches URLs without markup, which become links. */
const ADDRESS = /www\.|\/\//i;

const isPlain = (markdown: string) => PLAIN.test(markdown) && !ADDRESS.test(markdown);

const BREAK: Inline = { type: "break" };

function isHttps(address: string): boolean {
  if (!URL.canParse(address) || /[\s\p{Cc}\p{Cf}]/u.test(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && !username && !password;
}

function isIn(markdown: string, address: string): boolean {
  return markdown.includes(address) || markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1").includes(address);
}

/** Turns line endings into line breaks, because the author of a chat message intended the lines. */
function textWithBreaks(text: string): Inline[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [BREAK] : []),
      ...(line ? [{ type: "text" as const, text: line }] : []),
    ]);
}

function joinTexts(inlines: Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (inline.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { type: "text", text: last.text + inline.text };
    else joined.push(inline);
  }
  return joined;
}

/** Returns the visible text, without markup. */
export function toPlainText(inlines: Inline[]): string {
  return inlines
    .map((inline) => ("text" in inline ? inline.text : "children" in inline ? toPlainText(inline.children) : " "))
    .join("");
}
