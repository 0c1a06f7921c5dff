import type * as z from "zod";
import type { ConnectorTransport } from "../connector-options.ts";
import { createRateLimited } from "../errors.ts";
import { type HttpCall, type HttpResponse, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import { isGrantHandle } from "../oauth.ts";
import type { RemoteBlock, WireBlock } from "./blocks.ts";
import { type CommentCapability, expectOk, throwIfRefused } from "./errors.ts";
import { sendWithoutInvalidLinks } from "./links.ts";
import type { RichText } from "./rich-text.ts";
import {
  blockListSchema,
  commentListSchema,
  containerSchema,
  dataSourceListSchema,
  isTrashed,
  type NotionPage,
  newBlocksSchema,
  newCommentSchema,
  pageListSchema,
  pageSchema,
  readTitle,
  userSchema,
} from "./shapes.ts";

const NOTION_VERSION = "2025-09-03";
/**
 * The first API version that can insert blocks before a page's first block.
 * https://developers.notion.com/reference/patch-block-children
 */
const VERSION_WITH_POSITIONS = "2026-03-11";
const PAGE_SIZE = "100";
/** The most comments that are read. No page has so many; the limit ends a list that would never end. */
const MOST_COMMENTS = 2_000;

/** Kinds of objects that contain pages, as the API's addresses name them. */
export type ContainerKind = "pages" | "databases" | "data_sources" | "blocks";

interface NotionTransport extends ConnectorTransport {
  apiBaseUrl: string;
}

/** The calls that we make to Notion's REST API with one integration. */
export class NotionApi {
  readonly #transport: NotionTransport;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #before: BeforeSending | undefined;
  #hasWritten = false;

  /** True after a request that changes something was sent. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** `before` is awaited before each attempt of the first write. */
  constructor(transport: NotionTransport, token: string, signal?: AbortSignal, before?: BeforeSending) {
    this.#transport = transport;
    this.#token = token;
    this.#signal = signal;
    this.#before = before;
  }

  async me(): Promise<{ id: string; name: string; workspace: string | null }> {
    // https://developers.notion.com/reference/get-self
    const { id, name, bot } = readJson(expectOk(await this.#call("GET", "/v1/users/me")), userSchema, "Notion");
    return { id, name: name || "a Notion integration", workspace: bot?.workspace_name ?? null };
  }

  /** Reads a page; null when it does not exist or is not shared with the integration. */
  async readPage(id: string): Promise<NotionPage | null> {
    // https://developers.notion.com/reference/retrieve-a-page
    const answer = await this.#call("GET", `/v1/pages/${encodeURIComponent(id)}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), pageSchema, "Notion");
  }

  /** Returns the shared pages whose title contains the text, last edited first; for a blank text, all shared pages. */
  async findPages(text: string, most: number): Promise<NotionPage[]> {
    const body = { query: text, filter: { property: "object", value: "page" }, page_size: most };
    // https://developers.notion.com/reference/post-search
    return readJson(expectOk(await this.#call("POST", "/v1/search", body)), pageListSchema, "Notion").results;
  }

  /** Returns the shared databases whose title contains the text, last edited first. */
  async findDatabases(text: string, most: number): Promise<{ id: string; name: string }[]> {
    const body = { query: text, filter: { property: "object", value: "data_source" }, page_size: most };
    // https://developers.notion.com/reference/post-search
    const answer = expectOk(await this.#call("POST", "/v1/search", body));
    return readJson(answer, dataSourceListSchema, "Notion").results.flatMap((one) => {
      const id = one.parent?.database_id;
      return id && !isTrashed(one) ? [{ id, name: joinTitle(one.title) || "Untitled" }] : [];
    });
  }

  /** Reads something that contains pages; null when it does not exist, is of another kind, or is not shared. */
  async findContainer(kind: ContainerKind, id: string) {
    // https://developers.notion.com/reference/retrieve-a-database
    const answer = await this.#call("GET", `/v1/${kind}/${encodeURIComponent(id)}`);
    // Notion answers 400 for the id of another kind.
    if (answer.status === 404 || answer.status === 400) return null;
    const { title, properties, ...found } = readJson(expectOk(answer), containerSchema, "Notion");
    const name = title ? joinTitle(title) : readTitle({ properties: properties ?? {} });
    return { ...found, name: name || "Untitled" };
  }

  /**
   * Returns one part of all shared pages, sorted by their last edit. With the oldest first, a page that is edited
   * meanwhile appears again at the end.
   */
  async editedPages(
    cursor: string | null,
    isNewestFirst: boolean,
  ): Promise<{ results: NotionPage[]; next: string | null }> {
    const body = {
      filter: { property: "object", value: "page" },
      sort: { timestamp: "last_edited_time", direction: isNewestFirst ? "descending" : "ascending" },
      page_size: Number(PAGE_SIZE),
      ...(cursor !== null && { start_cursor: cursor }),
    };
    // https://developers.notion.com/reference/post-search
    const list = readJson(expectOk(await this.#call("POST", "/v1/search", body)), pageListSchema, "Notion");
    return { results: list.results, next: list.has_more ? (list.next_cursor ?? null) : null };
  }

  /** Throws `NotFound` if Notion does not find the parent page: it is not shared, or Notion has a temporary fault. */
  async createPage(parentId: string, title: string, children: WireBlock[]): Promise<NotionPage> {
    const body = { parent: { page_id: parentId }, properties: titleProperties(title), children };
    // https://developers.notion.com/reference/post-page
    const answer = await sendWithoutInvalidLinks(body, (sent) => this.#call("POST", "/v1/pages", sent));
    return readJson(expectOk(answer), pageSchema, "Notion");
  }

  async retitlePage(id: string, title: string): Promise<void> {
    // https://developers.notion.com/reference/patch-page
    expectOk(await this.#call("PATCH", `/v1/pages/${encodeURIComponent(id)}`, { properties: titleProperties(title) }));
  }

  async movePage(id: string, to: { type: "page_id" | "data_source_id"; id: string }): Promise<void> {
    const body = { parent: { type: to.type, [to.type]: to.id } };
    // https://developers.notion.com/reference/move-page
    expectOk(await this.#call("POST", `/v1/pages/${encodeURIComponent(id)}/move`, body));
  }

  /** Moves the page to the trash. A person can restore it from there. */
  async trashPage(id: string): Promise<void> {
    // https://developers.notion.com/reference/archive-a-page
    const answer = await this.#call("PATCH", `/v1/pages/${encodeURIComponent(id)}`, { in_trash: true });
    if (answer.status !== 404) expectOk(answer);
  }

  async restorePage(id: string): Promise<void> {
    // https://developers.notion.com/reference/archive-a-page
    expectOk(await this.#call("PATCH", `/v1/pages/${encodeURIComponent(id)}`, { in_trash: false }));
  }

  async *children(blockId: string): AsyncGenerator<RemoteBlock> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ page_size: PAGE_SIZE, ...(cursor !== null && { start_cursor: cursor }) });
      // https://developers.notion.com/reference/get-block-children
      const answer = expectOk(await this.#call("GET", `/v1/blocks/${encodeURIComponent(blockId)}/children?${query}`));
      const list: z.infer<typeof blockListSchema> = readJson(answer, blockListSchema, "Notion");
      yield* list.results;
      cursor = list.has_more ? list.next_cursor : null;
    } while (cursor !== null);
  }

  /**
   * Inserts blocks at the start or end of the parent, or after one of its children. Returns the ids of the new blocks
   * in order.
   */
  async appendChildren(
    parentId: string,
    children: WireBlock[],
    at: "start" | "end" | { after: string },
  ): Promise<string[]> {
    const place = at === "start" ? { position: { type: "start" } } : at === "end" ? {} : at;
    const version = at === "start" ? VERSION_WITH_POSITIONS : NOTION_VERSION;
    const path = `/v1/blocks/${encodeURIComponent(parentId)}/children`;
    // https://developers.notion.com/reference/patch-block-children
    const answer = await sendWithoutInvalidLinks({ children, ...place }, (sent) =>
      this.#call("PATCH", path, sent, { version }),
    );
    return readJson(expectOk(answer), newBlocksSchema, "Notion").results.map(({ id }) => id);
  }

  async rewriteBlock(id: string, block: WireBlock): Promise<void> {
    // https://developers.notion.com/reference/update-a-block
    const path = `/v1/blocks/${encodeURIComponent(id)}`;
    expectOk(
      await sendWithoutInvalidLinks({ [block.type]: block[block.type] }, (sent) => this.#call("PATCH", path, sent)),
    );
  }

  /**
   * Returns the ids of the open discussions on a block, without those on its children; null if the integration may not
   * read comments.
   */
  async discussionsOn(blockId: string): Promise<string[] | null> {
    const comments = await this.commentsOn(blockId);
    return comments && [...new Set(comments.map(({ discussion_id }) => discussion_id))];
  }

  /** Returns the comments of the open discussions on a block or page; null if the integration may not read comments. */
  async commentsOn(blockId: string): Promise<z.infer<typeof commentListSchema>["results"] | null> {
    const found: z.infer<typeof commentListSchema>["results"] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({
        block_id: blockId,
        page_size: PAGE_SIZE,
        ...(cursor !== null && { start_cursor: cursor }),
      });
      // https://developers.notion.com/reference/list-comments
      const answer = await this.#call("GET", `/v1/comments?${query}`, undefined, { capability: "read comments" });
      if (answer.status === 403) return null;
      if (answer.status === 404) return found;
      const list: z.infer<typeof commentListSchema> = readJson(expectOk(answer), commentListSchema, "Notion");
      found.push(...list.results);
      cursor = list.has_more ? (list.next_cursor ?? null) : null;
    } while (cursor !== null && found.length < MOST_COMMENTS);
    return found;
  }

  /** Starts a discussion about the whole page and returns the comment's id. */
  async addComment(pageId: string, richText: RichText[]): Promise<string> {
    const body = { parent: { page_id: pageId }, rich_text: richText };
    const capability = "insert comments";
    // https://developers.notion.com/reference/create-a-comment
    const answer = await this.#call("POST", "/v1/comments", body, { capability });
    return readJson(expectOk(answer, capability), newCommentSchema, "Notion").id;
  }

  async deleteComment(id: string): Promise<void> {
    const capability = "insert comments";
    // https://developers.notion.com/reference/delete-a-comment
    const answer = await this.#call("DELETE", `/v1/comments/${encodeURIComponent(id)}`, undefined, { capability });
    if (answer.status !== 404) expectOk(answer, capability);
  }

  async deleteBlock(id: string): Promise<void> {
    // https://developers.notion.com/reference/delete-a-block
    const answer = await this.#call("DELETE", `/v1/blocks/${encodeURIComponent(id)}`);
    if (answer.status !== 404) expectOk(answer);
  }

  async #call(
    method: HttpCall["method"],
    path: string,
    body?: unknown,
    { version = NOTION_VERSION, capability }: { version?: string; capability?: CommentCapability } = {},
  ): Promise<HttpResponse> {
    const headers = { authorization: `Bearer ${this.#token}`, "notion-version": version };
    for (let attempt = 1; ; attempt += 1) {
      await this.#transport.pace.turn(this.#token, this.#signal);
      if (method !== "GET" && !this.#hasWritten) await this.#before?.();
      const url = `${this.#transport.apiBaseUrl}${path}`;
      const answer = await sendRequest(
        { ...this.#transport, platform: "Notion" },
        { method, url, headers, body, signal: this.#signal },
      );
      if (answer.status !== 429) {
        this.#hasWritten ||= method !== "GET";
        if (isGrantHandle(this.#token)) throwIfRefused(answer, capability);
        return answer;
      }
      const waitMs = parseRetryAfter(answer.headers);
      await this.#transport.pace.pause(this.#token, waitMs);
      if (attempt === 3) throw createRateLimited("Notion", waitMs);
    }
  }
}

const joinTitle = (title: { plain_text: string }[] | null | undefined): string =>
  (title ?? []).map(({ plain_text }) => plain_text).join("");

function titleProperties(title: string) {
  return { title: { title: [{ text: { content: title } }] } };
}
