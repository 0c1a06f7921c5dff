import { randomUUID } from "node:crypto";
import type { OAuthAuthority } from "../oauth.ts";
import { getBlockType, isObject, type Json } from "./validate.ts";

export interface StandInToken {
  token: string;
  /** The name of the integration. */
  name: string;
  workspace?: string;
  /** Permissions that the integration lacks. https://developers.notion.com/reference/capabilities */
  lacks?: readonly ("read comments" | "insert comments")[];
}

export interface StandInParent {
  /** The page's id: 32 hexadecimal characters, with or without dashes. */
  id: string;
  title: string;
  /** Whether the page is shared with integrations, which otherwise cannot see it. True if absent. */
  isShared?: boolean;
  /** True if the page is published to the web. */
  isPublic?: boolean;
}

export interface StandInBlock {
  id: string;
  type: string;
  /** The value under the type's key, without children. */
  content: Json;
  children: StandInBlock[];
  createdTime: string;
  lastEditedTime: string;
  createdBy: string;
  lastEditedBy: string;
}

/** A discussion on a block. A discussion about words is attached to them, so rewriting the block's text removes it. */
export interface StandInDiscussion {
  id: string;
  pageId: string;
  blockId: string;
  /** The words of the discussion; null if it is about the whole block. */
  words: string | null;
  comments: StandInComment[];
}

export interface StandInComment {
  id: string;
  by: string;
  richText: unknown[];
}

export interface StandInPage extends StandInBlock {
  type: "child_page";
  title: string;
  /** The page above, also of a row in a database on that page. */
  parentId: string | null;
  /** The database of which the page is a row, or the block in which it is. */
  within: { database: StandInDatabase } | { blockId: string } | null;
  inTrash: boolean;
  isShared: boolean;
  isPublic: boolean;
}

/** A database with one data source: https://developers.notion.com/reference/data-source */
export interface StandInDatabase {
  id: string;
  dataSourceId: string;
  title: string;
  parentId: string;
}

export const HUMAN_EDITOR_ID = "b0a7c0de-0000-4000-8000-000000000001";

/** The data of a Notion workspace: pages, which are blocks of their parent, and nested blocks. */
export class NotionState {
  readonly pages: StandInPage[] = [];
  readonly databases: StandInDatabase[] = [];
  readonly discussions: StandInDiscussion[] = [];
  /** The discussions about words that were rewritten. */
  readonly lost = new Set<string>();
  /** The tokens of apps that people connect. */
  oauth: OAuthAuthority | null = null;
  readonly bots: (StandInToken & { id: string })[];

  constructor(tokens: StandInToken[], parents: StandInParent[]) {
    this.bots = tokens.map((token) => ({ ...token, id: randomUUID() }));
    for (const { id, title, isShared = true, isPublic = false } of parents)
      this.pages.push({ ...this.newPage(title, null, HUMAN_EDITOR_ID), id: formatId(id), isShared, isPublic });
  }

  page(id: string): StandInPage | undefined {
    const wanted = formatId(id);
    return this.pages.find((page) => page.id === wanted);
  }

  addPage(parent: StandInPage, title: string, children: Json[], by: string): StandInPage {
    const page = this.newPage(title, parent.id, by);
    page.children = children.map((child) => this.newBlock(child, by));
    this.pages.push(page);
    parent.children.push(page);
    return page;
  }

  /** Adds a row to a database. Rows are no blocks of the page on which the database is. */
  addRow(database: StandInDatabase, title: string, by: string): StandInPage {
    const page = { ...this.newPage(title, database.parentId, by), within: { database } };
    this.pages.push(page);
    return page;
  }

  newBlock(block: Json, by: string): StandInBlock {
    const type = getBlockType(block) ?? "unsupported";
    const { children = [], ...content } = isObject(block[type]) ? block[type] : {};
    const now = wholeMinute();
    return {
      id: randomUUID(),
      type,
      content: asKept(type, content),
      children: (children as Json[]).map((child) => this.newBlock(child, by)),
      createdTime: now,
      lastEditedTime: now,
      createdBy: by,
      lastEditedBy: by,
    };
  }

  rewrite(block: StandInBlock, content: Json, by: string): void {
    block.content = asKept(block.type, { ...block.content, ...content });
    block.lastEditedTime = wholeMinute();
    block.lastEditedBy = by;
    for (const discussion of this.discussions)
      if (discussion.blockId === block.id && discussion.words !== null) this.lost.add(discussion.id);
  }

  /** Starts a discussion about a block, or about words in it. */
  discuss(
    about: Pick<StandInDiscussion, "pageId" | "blockId" | "words">,
    by: string,
    richText: Json[],
  ): StandInComment {
    const comment = { id: randomUUID(), by, richText: richText.map(toStoredTextRun) };
    this.discussions.push({ ...about, id: randomUUID(), comments: [comment] });
    return comment;
  }

  touch(page: StandInPage, by: string): void {
    page.lastEditedTime = wholeMinute();
    page.lastEditedBy = by;
  }

  /** Whether the page or one of its parents is in the trash. */
  isInTrash(page: StandInPage): boolean {
    const above = page.parentId === null ? undefined : this.page(page.parentId);
    return page.inTrash || (above !== undefined && this.isInTrash(above));
  }

  isUnder(page: StandInPage, above: StandInPage): boolean {
    const next = page.parentId === null ? undefined : this.page(page.parentId);
    return page.id === above.id || (next !== undefined && this.isUnder(next, above));
  }

  move(page: StandInPage, to: StandInPage | StandInDatabase): void {
    const from = page.parentId === null ? undefined : this.page(page.parentId);
    const at = from?.children.indexOf(page) ?? -1;
    if (at >= 0) from?.children.splice(at, 1);
    if ("dataSourceId" in to) {
      page.parentId = to.parentId;
      page.within = { database: to };
      return;
    }
    to.children.push(page);
    page.parentId = to.id;
    page.within = null;
  }

  /** Copies the content with new ids, as a page beside the original. */
  duplicate(page: StandInPage, title: string, by: string): StandInPage {
    const parent = page.parentId === null ? undefined : this.page(page.parentId);
    if (!parent) throw new Error("Only a page below a parent is copied.");
    const copy = { ...this.newPage(title, parent.id, by), children: page.children.map((block) => copied(block, by)) };
    this.pages.push(copy);
    parent.children.push(copy);
    return copy;
  }

  /** Finds a block's page, its siblings and its direct parent. */
  locate(
    id: string,
  ): { page: StandInPage; siblings: StandInBlock[]; block: StandInBlock; parent: StandInBlock } | null {
    const wanted = formatId(id);
    for (const page of this.pages) {
      const found = within(page, wanted);
      if (found) return { page, ...found };
    }
    return null;
  }

  private newPage(title: string, parentId: string | null, by: string): StandInPage {
    const now = wholeMinute();
    return {
      id: randomUUID(),
      type: "child_page",
      content: {},
      children: [],
      createdTime: now,
      lastEditedTime: now,
      createdBy: by,
      lastEditedBy: by,
      title,
      parentId,
      within: null,
      inTrash: false,
      isShared: true,
      isPublic: false,
    };
  }
}

function copied(block: StandInBlock, by: string): StandInBlock {
  const children = block.children.map((child) => copied(child, by));
  return { ...structuredClone(block), id: randomUUID(), createdBy: by, lastEditedBy: by, children };
}

function within(
  parent: StandInBlock,
  id: string,
): { siblings: StandInBlock[]; block: StandInBlock; parent: StandInBlock } | null {
  for (const block of parent.children) {
    if (block.type === "child_page") continue;
    if (block.id === id) return { siblings: parent.children, block, parent };
    const found = within(block, id);
    if (found) return found;
  }
  return null;
}

/** Adds every field that Notion returns, and the plain text of each text run. */
function asKept(type: string, content: Json): Json {
  const kept: Json = { ...content };
  if ("rich_text" in content) kept.rich_text = (content.rich_text as Json[]).map(toStoredTextRun);
  if (type === "code") return { caption: [], ...kept };
  if (type === "divider") return {};
  if (type === "paragraph" || type === "callout") return { color: "default", icon: null, ...kept };
  if (type.startsWith("heading_")) return { color: "default", is_toggleable: false, ...kept };
  if (type === "to_do") return { color: "default", checked: false, ...kept };
  return { color: "default", ...kept };
}

export function toStoredTextRun(run: Json): Json {
  const text = run.text as { content: string; link?: { url: string } | null };
  const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: "default" };
  return {
    type: "text",
    text: { content: text.content, link: text.link ?? null },
    annotations: { ...plain, ...(run.annotations as Json | undefined) },
    plain_text: text.content,
    href: text.link?.url ?? null,
  };
}

/** Returns the current time as Notion does, in whole minutes. */
function wholeMinute(): string {
  return `${new Date().toISOString().slice(0, 16)}:00.000Z`;
}

export function formatId(id: string): string {
  return id
    .toLowerCase()
    .replaceAll("-", "")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
