import { Parser } from "htmlparser2";
import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageText } from "../knowledge-target.ts";
import { MARK_OF_TAG, NotOnlyText, readIfOnlyText, toHeadingText, toPageTexts } from "../page-text.ts";
import type { SentenceToken } from "../sentence-parts.ts";
import { LIST_ITEM } from "./blocks.ts";

const CODE = /<(pre|syntaxhighlight|source)\b([^>]*)>(?:\n|&#10;)?([\s\S]*?)<\/\1\s*>/gi;

/**
 * Returns the visible text of a block; null if the block contains more, such as a template, a file, a table or an
 * internal link.
 */
export function readBlockText({ native }: PageBlock): PageText[] | null {
  return readIfOnlyText(() => textIn(String(native)));
}

function textIn(text: string): PageText[] {
  const heading = /^(={1,6})\s*(.+?)\s*\1$/.exec(text);
  if (heading) return toHeadingText(plain(read(heading[2] ?? "").flatMap(withoutSources)).replace(/\u200b/g, ""));
  if (!LIST_ITEM.test(text)) return flow(text, false);
  return linesOf(text).flatMap((line) => {
    const [, mark = "", rest = ""] = /^([*#:;]+)[ \t]*([\s\S]*)$/.exec(line) ?? [];
    if (/[:;]/.test(mark)) throw new NotOnlyText();
    return flow(rest, true);
  });
}

/** Splits text into lines. Code inside a list item may contain line breaks. */
const linesOf = (text: string) =>
  text.split(/\n(?=[*#:;])/).reduce<string[]>((lines, line) => {
    const last = lines.at(-1);
    const isInCode = last !== undefined && /<(pre|syntaxhighlight|source)\b(?![\s\S]*<\/\1)/i.test(last);
    return isInCode ? [...lines.slice(0, -1), `${last}\n${line}`] : [...lines, line];
  }, []);

function flow(text: string, isEntry: boolean): PageText[] {
  if (/^(?: |:*\{\|)/.test(text)) throw new NotOnlyText();
  const found: PageText[] = [];
  const say = (words: string) => found.push(...toPageTexts(read(words), isEntry));
  let at = 0;
  for (const { 0: whole, 1: tag = "", 2: attributes = "", 3: inside = "", index } of text.matchAll(CODE)) {
    say(text.slice(at, index));
    const isPre = tag.toLowerCase() === "pre";
    const language = /(?:\blang="?|\bclass="language-)([\w+#.-]+)/.exec(attributes)?.[1] ?? null;
    found.push({ kind: "code", text: isPre ? decoded(inside) : inside, language });
    at = index + whole.length;
  }
  say(text.slice(at));
  return found;
}

/**
 * Matches the markup that `renderPage` writes and the markup that people use most.
 * https://www.mediawiki.org/wiki/Help:Formatting
 */
const MARKUP =
  /('{2,})|\[((?:https?:\/\/|mailto:)[^\s\]<>"]+)(?:[ \t]+([^\]\n]*))?\]|<nowiki>([\s\S]*?)<\/nowiki>|<(\/?)([a-z]+)\b[^>]*>|\{\{|\[\[|<!--|__[A-Z]+__/gi;

interface OpenMarkup {
  by: string;
  tokens: SentenceToken[];
}

function read(wikitext: string): SentenceToken[] {
  const open: OpenMarkup[] = [{ by: "", tokens: [] }];
  const add = (...tokens: SentenceToken[]) => void open.at(-1)?.tokens.push(...tokens);
  let at = 0;
  for (const match of wikitext.matchAll(MARKUP)) {
    add(...words(wikitext.slice(at, match.index)));
    at = match.index + match[0].length;
    const [whole, quotes, href, label, literal, isEnd, name] = match;
    if (quotes) for (const by of marksOf(quotes, open)) toggle(by, open);
    else if (href) add({ type: "link", href, children: label ? inlines(read(label)) : [{ type: "text", text: href }] });
    else if (literal !== undefined) add({ type: "text", text: literal });
    else if (name) tag(name.toLowerCase(), isEnd === "/", open);
    else throw whole ? new NotOnlyText() : new Error("nothing matched");
  }
  add(...words(wikitext.slice(at)));
  // Closes the marks that were open at the end of the paragraph.
  while (open.length > 1) close(open);
  return open[0]?.tokens ?? [];
}

/**
 * Returns the marks that apostrophes open or close: two mean emphasis, three mean strong, five mean both. Further
 * apostrophes are text.
 */
function marksOf(quotes: string, open: OpenMarkup[]): string[] {
  const [inner] = open.slice(-1);
  const count = quotes.length;
  if (count === 2 || count === 3) return ["'".repeat(count)];
  if (count === 5) return inner?.by === "''" ? ["''", "'''"] : ["'''", "''"];
  throw new NotOnlyText();
}

function toggle(by: string, open: OpenMarkup[]): void {
  if (open.at(-1)?.by === by) close(open);
  else if (open.some((one) => one.by === by)) throw new NotOnlyText();
  else open.push({ by, tokens: [] });
}

function tag(name: string, isEnd: boolean, open: OpenMarkup[]): void {
  if (name === "br") return void open.at(-1)?.tokens.push({ type: "break" });
  if (name !== "code" && name !== "sup" && !MARK_OF_TAG[name]) throw new NotOnlyText();
  if (!isEnd) return void open.push({ by: name, tokens: [] });
  if (open.at(-1)?.by !== name) throw new NotOnlyText();
  close(open);
}

function close(open: OpenMarkup[]): void {
  const { by, tokens } = open.pop() ?? { by: "", tokens: [] };
  const into = open.at(-1)?.tokens;
  const mark = by === "'''" ? "strong" : by === "''" ? "emphasis" : MARK_OF_TAG[by];
  if (by === "code") into?.push({ type: "code", text: plain(inlines(tokens)) });
  else if (mark) into?.push({ type: mark, children: inlines(tokens) });
  else if (isSources(tokens)) into?.push("sources");
  else throw new NotOnlyText();
}

/** Matches '[1], [2]', with or without links. */
const isSources = (tokens: SentenceToken[]) => /^(?:\[\d+\](?:, )?)+$/.test(plain(inlines(tokens)));

function inlines(tokens: SentenceToken[]): Inline[] {
  return tokens.map((token) => {
    if (token === "sources") throw new NotOnlyText();
    return token;
  });
}
const withoutSources = (token: SentenceToken): Inline[] => (token === "sources" ? [] : [token]);

function plain(all: Inline[]): string {
  return all.map((one) => ("children" in one ? plain(one.children) : one.type === "break" ? " " : one.text)).join("");
}

const words = (wikitext: string): SentenceToken[] =>
  wikitext === "" ? [] : [{ type: "text", text: decoded(wikitext).replace(/\s*\n\s*/g, " ") }];

/** Decodes character references in a text without tags. */
function decoded(wikitext: string): string {
  let text = "";
  const parser = new Parser({ ontext: (part) => void (text += part) }, { recognizeSelfClosing: false });
  parser.end(wikitext.replaceAll("<", "&#60;"));
  return text;
}
