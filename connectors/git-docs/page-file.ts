import { createHash } from "node:crypto";
import { type Document, isMap, isNode, type Node, parseDocument } from "yaml";
import { Refused } from "../errors.ts";
import { ARTICLE_MARKER, isLabelDropped, type PageBlock, type PageUpdate } from "../knowledge-target.ts";
import { joinMarkdown, type MarkdownBlock, splitMarkdown } from "./blocks.ts";

/** The front matter and the body of a page of ours. */
export interface PageFile {
  /** The page's own id, which does not change when the file is moved or renamed. */
  id: string;
  marker: string | null;
  title: string | null;
  createdAt: Date;
  /** True when title and body are as we wrote them. */
  isUntouched: boolean;
  /** The original path of an archived file; null for others. */
  from: string | null;
  /** The folder of people's pages in which the page was created; null for the configured folder. */
  folder: string | null;
  body: string;
}

export interface GitPageText {
  id: string;
  title: string;
  blocks: PageBlock[];
  labels: string[];
  droppedLabels?: PageUpdate["droppedLabels"];
  createdAt: Date;
  /** The folder of people's pages in which a new page is created. */
  folder?: string | null;
}

/** Matches '[\\[1\\]](https://…)' in every formatter's spelling. */
const SOURCE_LINK = /\[\\?\[\d+\\?\]\]\((?:<([^>]*)>|((?:\\.|[^()\s\\])+))\)/g;
const UNREADABLE = "The front matter of this page cannot be read: somebody has to mend it in the repository.";
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Parses a file of the repository; null for a file that is not a page of Lorekeep. */
export function readPageFile(text: string): PageFile | null {
  const { yaml, body } = cut(text);
  if (yaml === null || !yaml.includes("lorekeep")) return null;
  const document = parseDocument(yaml);
  const ours = document.get("lorekeep");
  // Broken front matter may still contain the page's id.
  const id = isMap(ours) ? ours.get("page") : /\bpage:\s*["']?([0-9a-f]{20})\b/.exec(yaml)?.[1];
  if (typeof id !== "string") return null;
  const textAt = (key: string) => (isMap(ours) && typeof ours.get(key) === "string" ? String(ours.get(key)) : null);
  const title = document.get("title");
  const created = new Date(textAt("created") ?? Number.NaN);
  return {
    id,
    marker: wholeMarker(ARTICLE_MARKER.exec(textAt("marker") ?? "")?.[0] ?? null, body),
    title: title === undefined || title === null ? null : String(title),
    createdAt: Number.isNaN(created.getTime()) ? new Date() : created,
    isUntouched: textAt("sum") === sumOf(String(title), body),
    from: textAt("from"),
    folder: textAt("folder"),
    body,
  };
}

/** The file with new content. People's additions to its front matter, including their tags, are kept. */
export function writePageFile(words: GitPageText, before?: string): string {
  const { id, title, blocks, labels, createdAt } = words;
  const document = documentOf(before ?? "");
  const body = `${joinMarkdown(blocks)}\n`;
  const known = before ? readPageFile(before) : null;
  const noted = known?.marker;
  const folder = words.folder ?? known?.folder;
  const marker = noted && unescaped(body).includes(noted) ? noted : (markerIn(body) ?? noted);
  const kept = tagsOf(document).filter((tag) => !isLabelDropped(words, tag));
  const tags = [...new Set([...kept, ...labels])];
  const sources = listSourceLinks(blocks);
  document.set("title", title);
  if (tags.length > 0) document.set("tags", tags);
  else document.delete("tags");
  document.set("status", document.get("status") ?? "published");
  if (sources.length > 0) document.set("sources", sources);
  else document.delete("sources");
  const created = createdAt.toISOString();
  const sum = sumOf(title, `\n${body}`);
  document.set("lorekeep", { page: id, ...(marker && { marker }), created, ...(folder && { folder }), sum });
  return asBefore(`---\n${String(document)}---\n\n${body}`, before);
}

/** Adds a note of the file's original path; null removes the note. */
export function setOriginalPath(text: string, from: string | null): string {
  const document = documentOf(text);
  if (from === null) document.deleteIn(["lorekeep", "from"]);
  else document.setIn(["lorekeep", "from"], from);
  return asBefore(`---\n${String(document)}---\n${cut(text).body}`, text);
}

/** The message addresses that the source numbers link to. */
export function listSourceLinks(blocks: PageBlock[]): string[] {
  const addresses = blocks.flatMap(({ native }) =>
    [...(native as MarkdownBlock).markdown.matchAll(SOURCE_LINK)].map(([, angled, bare]) => angled ?? bare ?? ""),
  );
  return [...new Set(addresses.map(unescaped))];
}

const unescaped = (markdown: string) => markdown.replace(/\\(?=[!-/:-@[-`{-~])/g, "");

export const findMarker = (blocks: PageBlock[]) => markerIn(joinMarkdown(blocks));

/** The last marker counts, because people may quote another page's marker. */
const markerIn = (body: string) => [...unescaped(body).matchAll(new RegExp(ARTICLE_MARKER, "g"))].at(-1)?.[0] ?? null;

/** Repairs a marker that an earlier version stored only up to its first escaped character. */
function wholeMarker(noted: string | null, body: string): string | null {
  const written = markerIn(body);
  return noted !== null && written?.startsWith(noted) ? written : noted;
}

export const splitPageFile = ({ body }: PageFile): PageBlock[] => splitMarkdown(body.replaceAll("\r\n", "\n"));

function cut(text: string): { yaml: string | null; body: string } {
  const match = FRONT_MATTER.exec(text.replace(/^\ufeff/, ""));
  return match
    ? { yaml: match[1] ?? "", body: text.replace(/^\ufeff/, "").slice(match[0].length) }
    : { yaml: null, body: text };
}

function documentOf(text: string): Document {
  const document = parseDocument(cut(text).yaml || "{}", {});
  if (document.errors.length > 0 || !isMap(document.contents)) throw new Refused(UNREADABLE);
  document.contents.flow = false;
  return document as unknown as Document;
}

/** Parses a document's tags only, because references in other fields may be endless. */
function tagsOf(document: Document): string[] {
  const node = document.get("tags", true);
  const tags: unknown = isNode(node) ? resolve(node, document) : node;
  return Array.isArray(tags) ? tags.map(String) : typeof tags === "string" ? [tags] : [];
}

function resolve(node: Node, document: Document): unknown {
  try {
    return node.toJS(document);
  } catch {
    throw new Refused(UNREADABLE);
  }
}

const sumOf = (title: string, body: string) =>
  createHash("sha256")
    .update(`${title}\n${body.replace(/\r\n/g, "\n").trim()}`)
    .digest("hex")
    .slice(0, 16);

/** Restores the line ends that the file had before. */
const asBefore = (text: string, before = "") => (before.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text);
