import * as z from "zod";
import { buildBasicAuthorization, isScopeRefusal } from "../atlassian.ts";
import type { ConnectorTransport } from "../connector-options.ts";
import { createRateLimited, MissingPermission, NotFound } from "../errors.ts";
import { type HttpCall, type HttpResponse, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import { type BeforeSending, PageChanged, TitleTaken } from "../knowledge-target.ts";
import { describeRefusedGrant, isGrantHandle } from "../oauth.ts";
import { createMissingAddPermission, expectOk, isTitleClash, MissingScope } from "./errors.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import type { ScopeUse } from "./scopes.ts";
import {
  type ConfluencePage,
  foundPagesSchema,
  labelListSchema,
  pageListSchema,
  pageSchema,
  readRestrictionSchema,
  spaceListSchema,
  type spaceSchema,
  userSchema,
} from "./shapes.ts";
import { parseSiteUrl } from "./site.ts";

const PAGES_PER_SEARCH = "100";
const SEARCHED = "version,ancestors,restrictions.read.restrictions.user,restrictions.read.restrictions.group";

/** A page's content in storage format. */
export interface PageBody {
  title: string;
  storage: string;
}

/** The calls that we make to Confluence Cloud's REST API with one account. */
export class ConfluenceApi {
  /** The site's address without a path. */
  readonly site: string;
  /** True for OAuth, where no person can replace a token by hand. */
  readonly isConnected: boolean;
  readonly #transport: ConnectorTransport;
  readonly #origin: string;
  readonly #headers: { authorization: string };
  readonly #signal: AbortSignal | undefined;

  constructor(transport: ConnectorTransport, config: ConfluenceConfig, signal?: AbortSignal) {
    this.#transport = transport;
    this.site = parseSiteUrl(config);
    this.isConnected = isGrantHandle(config.apiKey);
    this.#origin = config.origin ?? this.site;
    this.#headers = { authorization: authorizationOf(config.apiKey) };
    this.#signal = signal;
  }

  /**
   * Returns the account; null for an anonymous visitor, because Confluence may treat wrong credentials as missing
   * credentials.
   */
  async currentUser(): Promise<{ id: string; name: string } | null> {
    // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-users/#api-wiki-rest-api-user-current-get
    const answer = await this.call("account", "GET", "/wiki/rest/api/user/current");
    if (answer.status === 403)
      throw new MissingPermission("This account may not use Confluence.", "read:confluence-user");
    const { type, accountId = "", displayName, publicName } = readJson(expectOk(answer), userSchema, "Confluence");
    return type === "anonymous" ? null : { id: accountId, name: displayName || publicName || "a Confluence account" };
  }

  async findSpace(key: string): Promise<(z.infer<typeof spaceSchema> & { base: string | undefined }) | null> {
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-space/#api-spaces-get
    const answer = expectOk(
      await this.call("readSpace", "GET", `/wiki/api/v2/spaces?${new URLSearchParams({ keys: key, limit: "1" })}`),
    );
    const { results, _links } = readJson(answer, spaceListSchema, "Confluence");
    return results[0] ? { ...results[0], base: _links?.base } : null;
  }

  /** Yields every space that this account can see, page by page. */
  async *spaces(): AsyncGenerator<z.infer<typeof spaceSchema>> {
    const query = new URLSearchParams({ status: "current", sort: "name", limit: "250" });
    let next: URLSearchParams | null = query;
    while (next) {
      // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-space/#api-spaces-get
      const answer = expectOk(await this.call("readSpace", "GET", `/wiki/api/v2/spaces?${encoded(next)}`));
      const list: z.infer<typeof spaceListSchema> = readJson(answer, spaceListSchema, "Confluence");
      yield* list.results;
      next = this.#nextOf(query, list._links?.next);
    }
  }

  /**
   * Returns the operations that the account may use in the space, such as 'create page'; null if Confluence does not
   * report them.
   */
  async permittedIn(spaceId: string): Promise<Set<string> | null> {
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-operation/#api-spaces-id-operations-get
    const answer = await this.call("readSpace", "GET", `/wiki/api/v2/spaces/${spaceId}/operations`);
    if (answer.status !== 200) return null;
    const { operations } = readJson(
      answer,
      z.object({ operations: z.array(z.object({ operation: z.string(), targetType: z.string() })) }),
      "Confluence",
    );
    return new Set(operations.map(({ operation, targetType }) => `${operation} ${targetType}`));
  }

  /** The current page, or an earlier version of it. */
  async readPage(id: string, version?: number): Promise<ConfluencePage | null> {
    const query = new URLSearchParams([
      ["body-format", "storage"],
      ["status", "current"],
      ["status", "archived"],
      ["status", "trashed"],
    ]);
    if (version !== undefined) query.set("version", String(version));
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-get
    const answer = await this.call("readPage", "GET", `/wiki/api/v2/pages/${numericId(id)}?${query}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), pageSchema, "Confluence");
  }

  /**
   * Throws `NotFound` if Confluence rejects the space: the account lacks the permission, or Confluence has a temporary
   * fault.
   */
  async createPage(spaceId: string, { title, storage }: PageBody, before?: BeforeSending): Promise<ConfluencePage> {
    const body = { spaceId, status: "current", title, body: { representation: "storage", value: storage } };
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-post
    const answer = await this.call("writePage", "POST", "/wiki/api/v2/pages", body, before);
    if (isTitleClash(answer)) throw new TitleTaken("Another page of the space has this title.");
    if (answer.status === 403) throw createMissingAddPermission();
    return readJson(expectOk(answer), pageSchema, "Confluence");
  }

  async updatePage(
    id: string,
    { title, storage }: PageBody,
    version: { number: number; message: string },
    before?: BeforeSending,
  ): Promise<ConfluencePage> {
    const body = {
      id: numericId(id),
      status: "current",
      title,
      body: { representation: "storage", value: storage },
      version,
    };
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-put
    const answer = await this.call("writePage", "PUT", `/wiki/api/v2/pages/${numericId(id)}`, body, before);
    if (answer.status === 409) throw new PageChanged("Somebody edited the page in Confluence.");
    if (isTitleClash(answer)) throw new TitleTaken("Another page of the space has this title.");
    return readJson(expectOk(answer), pageSchema, "Confluence");
  }

  /** Makes the page the last child of another page. The page's version stays the same. */
  async movePage(id: string, parentId: string): Promise<void> {
    // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content---children-and-descendants/#api-wiki-rest-api-content-pageid-move-position-targetid-put
    const path = `/wiki/rest/api/content/${numericId(id)}/move/append/${numericId(parentId)}`;
    expectOk(await this.call("writePage", "PUT", path));
  }

  /** Moves the page to the space's trash. A person can restore it from there. */
  async trashPage(id: string): Promise<void> {
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-delete
    const answer = await this.call("deletePage", "DELETE", `/wiki/api/v2/pages/${numericId(id)}`);
    if (answer.status !== 404) expectOk(answer);
  }

  /** Takes the page out of the space's trash, with the title and content that it has there. */
  async restorePage({ id, title, version, storage }: ConfluencePage & { storage: string }): Promise<void> {
    const body = {
      id: numericId(id),
      status: "current",
      title,
      body: { representation: "storage", value: storage },
      version: { number: version.number + 1, message: "Lorekeep: the article was restored" },
    };
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-id-put
    const answer = await this.call("writePage", "PUT", `/wiki/api/v2/pages/${numericId(id)}`, body);
    if (answer.status === 409) throw new PageChanged("Somebody changed the page in Confluence.");
    if (isTitleClash(answer)) throw new TitleTaken("Another page of the space has this title.");
    expectOk(answer);
  }

  async addLabels(id: string, names: string[]): Promise<void> {
    const body = names.map((name) => ({ prefix: "global", name }));
    // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content-labels/#api-wiki-rest-api-content-id-label-post
    expectOk(await this.call("label", "POST", `/wiki/rest/api/content/${numericId(id)}/label`, body));
  }

  /** Returns the page's global labels, without people's personal labels. */
  async labelsOf(id: string): Promise<string[]> {
    const query = new URLSearchParams({ prefix: "global", limit: "250" });
    // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-label/#api-pages-id-labels-get
    const answer = await this.call("readPage", "GET", `/wiki/api/v2/pages/${numericId(id)}/labels?${query}`);
    return readJson(expectOk(answer), labelListSchema, "Confluence").results.map(({ name }) => name);
  }

  async removeLabel(id: string, name: string): Promise<void> {
    const query = new URLSearchParams({ name });
    // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content-labels/#api-wiki-rest-api-content-id-label-delete
    const answer = await this.call(
      "label",
      "DELETE",
      `/wiki/rest/api/content/${numericId(id)}/label?${encoded(query)}`,
    );
    if (answer.status !== 404) expectOk(answer);
  }

  async *pages(query: URLSearchParams): AsyncGenerator<ConfluencePage> {
    let next: URLSearchParams | null = query;
    while (next) {
      // https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/#api-pages-get
      const answer = expectOk(await this.call("readPage", "GET", `/wiki/api/v2/pages?${encoded(next)}`));
      const list: z.infer<typeof pageListSchema> = readJson(answer, pageListSchema, "Confluence");
      yield* list.results.map((found) => ({ ...found, _links: { ...found._links, base: list._links?.base } }));
      next = this.#nextOf(query, list._links?.next);
    }
  }

  /** Returns one part of the pages that match a CQL query, with versions, ancestors and restrictions. */
  async findContent(cql: string, cursor: string | null) {
    const query = new URLSearchParams({ cql, limit: PAGES_PER_SEARCH, expand: SEARCHED });
    if (cursor !== null) query.set("cursor", cursor);
    // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content/#api-wiki-rest-api-content-search-get
    const answer = expectOk(await this.call("account", "GET", `/wiki/rest/api/content/search?${encoded(query)}`));
    const list = readJson(answer, foundPagesSchema, "Confluence");
    return { ...list, next: this.#nextOf(query, list._links?.next)?.get("cursor") ?? null };
  }

  /** Whether the page has fewer readers than its space; true if Confluence does not report this. */
  async isRestricted(id: string): Promise<boolean> {
    // https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content-restrictions/#api-wiki-rest-api-content-id-restriction-byoperation-operationkey-get
    const path = `/wiki/rest/api/content/${numericId(id)}/restriction/byOperation/read`;
    const answer = await this.call("account", "GET", path);
    if (answer.status === 404) return true;
    const { user, group } = readJson(expectOk(answer), readRestrictionSchema, "Confluence").restrictions;
    return user.results.length + group.results.length > 0;
  }

  /** `_links.next` is relative and may have a different path prefix, so only its query is used. */
  #nextOf(query: URLSearchParams, link: string | undefined): URLSearchParams | null {
    const cursor = link && new URL(link, this.site).searchParams.get("cursor");
    return cursor
      ? new URLSearchParams([...[...query].filter(([name]) => name !== "cursor"), ["cursor", cursor]])
      : null;
  }

  /**
   * Makes one call when the rate limit permits it, and repeats it if Confluence demands a pause. The path may contain
   * ids only through `numericId`.
   */
  async call(
    use: ScopeUse,
    method: HttpCall["method"],
    path: string,
    body?: unknown,
    before?: BeforeSending,
  ): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#transport.pace.turn(this.#headers.authorization, this.#signal);
      await before?.();
      const answer = await sendRequest(
        { ...this.#transport, platform: "Confluence" },
        { method, url: `${this.#origin}${path}`, headers: this.#headers, body, signal: this.#signal },
      );
      if (isScopeRefusal(answer)) throw new MissingScope(use, this.isConnected);
      if (answer.status === 401 && this.isConnected) throw describeRefusedGrant("Atlassian");
      if (answer.status !== 429) return answer;
      const waitMs = parseRetryAfter(answer.headers);
      await this.#transport.pace.pause(this.#headers.authorization, waitMs);
      if (attempt === 3) throw createRateLimited("Confluence", waitMs);
    }
  }
}

const authorizationOf = (apiKey: string) =>
  isGrantHandle(apiKey) ? `Bearer ${apiKey}` : buildBasicAuthorization(apiKey);

/** Encodes a query with spaces as %20, which every server understands. URLSearchParams would write a plus. */
function encoded(query: URLSearchParams): string {
  return query.toString().replaceAll("+", "%20");
}

export function numericId(id: string): string {
  if (!/^\d{1,20}$/.test(id)) throw new NotFound("This is not the id of a Confluence page.");
  return id;
}
