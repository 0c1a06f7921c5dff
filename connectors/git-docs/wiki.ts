import { collectPassages } from "../html-passages.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import {
  type HeadingAnchors,
  type PagesToCheck,
  PassageCollector,
  type WikiList,
  type WikiListRequest,
  type WikiPage,
} from "../wiki-pages.ts";
import type { RepositoryAddress } from "./address.ts";
import { parseFileTitle, parseFolder } from "./file-name.ts";
import { type MarkdownNode, parseMarkdown } from "./parse.ts";
import { expectChosenFolders, isFileToRead } from "./read-folders.ts";
import type { GitSession } from "./session.ts";

const PAGES_PER_LIST = 500;
export const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Lists a portion of the repository's Markdown files. Everybody who may fetch a repository may read all of its files.
 */
export async function listPages(
  { address, newest }: GitSession,
  { places, cursor }: WikiListRequest,
): Promise<WikiList> {
  const head = await newest();
  expectChosenFolders([...head.files.keys()], places);
  const paths = [...head.files.keys()].filter((path) => isFileToRead(path, places)).sort();
  const from = cursor === null ? 0 : paths.findIndex((path) => path > cursor);
  const portion = from < 0 ? [] : paths.slice(from, from + PAGES_PER_LIST);
  const isLast = from < 0 || from + PAGES_PER_LIST >= paths.length;
  return {
    pages: portion.map((path) => ({
      externalId: path,
      title: parseFileTitle(path),
      url: address.pageUrl(head.branch, path),
      version: head.files.get(path) ?? "",
      // Unknown, because only the newest commit is fetched, which does not tell when and by whom a file was changed.
      editedAt: null,
      editedBy: null,
      readers: "place",
      above: [],
      containers: listContainers(address, path),
    })),
    next: isLast ? null : (portion.at(-1) ?? null),
  };
}

/** The folder of a file. A wiki has no folders at most hosts, and in the top folder there is everything. */
function listContainers({ isWiki, folder }: RepositoryAddress, path: string): string[] {
  const own = parseFolder(path);
  return isWiki || own === "" || own === folder ? [] : [own];
}

/** Costs the list of branches; where nothing was pushed since the last call, nothing is fetched. */
export async function findGonePages({ newest }: GitSession, { places, pages }: PagesToCheck): Promise<string[]> {
  const { files } = await newest();
  return pages.map(({ externalId }) => externalId).filter((path) => !files.has(path) || !isFileToRead(path, places));
}

export async function readPage({ address, newest, textAt }: GitSession, path: string): Promise<WikiPage | null> {
  const head = await newest();
  const version = head.files.get(path);
  if (version === undefined || !isDocument(path)) return null;
  return { version, ...parseMarkdownPage(await textAt(head, path), path, chooseAnchors(address.host)) };
}

/** Hosts form a heading's anchor alike, but GitLab joins hyphens, and Bitbucket says what it is. Servers are recognized by name. */
function chooseAnchors(host: string): HeadingAnchors {
  const isGitLab = /gitlab/i.test(host);
  const [prefix, separator] = /bitbucket/i.test(host) ? ["markdown-header-", "_"] : ["", "-"];
  return {
    fromText: (heading) => {
      const words = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "");
      const slug = words.replaceAll(" ", "-");
      return slug && prefix + (isGitLab ? slug.replace(/-{2,}/g, "-") : slug);
    },
    repeated: (anchor, before) => anchor + separator + String(before),
  };
}

/** Parses a Markdown file into its title and passages. */
export function parseMarkdownPage(
  text: string,
  path: string,
  anchors: HeadingAnchors | null = null,
): Omit<WikiPage, "version"> {
  const body = text.replace(FRONT_MATTER, "");
  const isOurs = ANY_MARKER.test(body.replace(/\\(?=[!-/:-@[-`{-~])/g, ""));
  const passages = new PassageCollector(anchors);
  const root = parseMarkdown(isOurs ? "" : body);
  for (const node of root.children) read(node, passages);
  const [first] = root.children;
  const title = first?.type === "heading" && first.depth === 1 ? toPlainMarkdownText(first).trim() : "";
  const { all, isCut } = passages;
  return { title: title || parseFileTitle(path), isOurs, passages: all, isCut: isCut || text === "" };
}

/** Folders that begin with a dot hold settings, and pages that we archived. */
const isDocument = (path: string) => /\.md$/i.test(path) && !/(?:^|\/)\./.test(path);

function read(node: MarkdownNode, passages: PassageCollector): void {
  switch (node.type) {
    case "heading":
      return passages.heading(node.depth, toPlainMarkdownText(node));
    case "code":
      return passages.add("code", node.value);
    case "html":
      for (const { text } of collectPassages(parseHtml(node.value)).all) passages.add("sentence", text);
      return;
    case "table": {
      const [head, ...rows] = node.children.map((row) => row.children.map(toPlainMarkdownText));
      for (const cells of rows) passages.row(cells, head);
      return;
    }
    case "list":
    case "listItem":
    case "blockquote":
    case "footnoteDefinition":
      for (const child of node.children) read(child, passages);
      return;
    default:
      return passages.add("sentence", toPlainMarkdownText(node));
  }
}

export function toPlainMarkdownText(node: MarkdownNode): string {
  if ("value" in node) return node.type === "html" ? "" : node.value;
  if (node.type === "break") return " ";
  return "children" in node ? (node.children as MarkdownNode[]).map(toPlainMarkdownText).join("") : "";
}
