import * as z from "zod";
import type { ConnectorTransport } from "../connector-options.ts";
import { CredentialsRejected, createRateLimited } from "../errors.ts";
import { type HttpCall, type HttpResponse, readJson, readRateLimitWait, sendRequest } from "../http.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import { expectOk } from "./errors.ts";
import {
  type ArticleVersion,
  adminSchema,
  articleListSchema,
  articleSchema,
  articleVersionSchema,
  collectionListSchema,
  collectionSchema,
  type IntercomAdmin,
  type IntercomArticle,
  type IntercomCollection,
  type nextPageSchema,
} from "./shapes.ts";
import { type IntercomSite, parseArticleId } from "./site.ts";

/** https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/api-changelog */
const VERSION = "2.15";
/** The first API version that can read an article's earlier versions. */
const VERSION_WITH_HISTORY = "2.16";

export interface ArticleChange {
  title?: string;
  body?: string;
  state?: "published" | "draft";
  /** A number for creating an article; a text for changing one. */
  parent_id?: string;
  parent_type?: "collection";
}

/** The calls that we make to Intercom's REST API with one app. */
export class IntercomApi {
  readonly site: IntercomSite;
  readonly #transport: ConnectorTransport;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;

  constructor(transport: ConnectorTransport, site: IntercomSite, token: string, signal?: AbortSignal) {
    this.#transport = transport;
    this.site = site;
    this.#token = token.trim();
    this.#signal = signal;
  }

  /** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/admins/identifyadmin */
  async me(): Promise<IntercomAdmin> {
    const found = readJson(expectOk(await this.#call("GET", "me")), adminSchema.nullable(), "Intercom");
    if (!found) throw new CredentialsRejected("Intercom does not accept this access token.");
    return found;
  }

  /** Reads a collection; null when it does not exist or is not visible to the app. */
  async collection(id: string): Promise<IntercomCollection | null> {
    const answer = await this.#call("GET", `help_center/collections/${id}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), collectionSchema, "Intercom");
  }

  /**
   * All collections of the workspace.
   * https://developers.intercom.com/docs/references/rest-api/api.intercom.io/help-center/listallcollections
   */
  async collections(): Promise<IntercomCollection[]> {
    const all: IntercomCollection[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await this.#call("GET", `help_center/collections?page=${page}&per_page=150`);
      const { data, pages } = readJson(expectOk(answer), collectionListSchema, "Intercom");
      all.push(...data);
      if (data.length === 0 || page >= (pages?.total_pages ?? 1)) return all;
    }
  }

  async createCollection(
    made: { name: string; description: string; parent_id: string },
    before?: BeforeSending,
  ): Promise<IntercomCollection> {
    const answer = await this.#call("POST", "help_center/collections", { body: made, before });
    return readJson(expectOk(answer), collectionSchema, "Intercom");
  }

  async updateCollection(
    id: string,
    change: { name?: string; parent_id?: string },
    before?: BeforeSending,
  ): Promise<IntercomCollection> {
    const answer = await this.#call("PUT", `help_center/collections/${id}`, { body: change, before });
    return readJson(expectOk(answer), collectionSchema, "Intercom");
  }

  /**
   * Checks the permission to write with article 0, which does not exist. An app with the permission gets 'not found',
   * and an app without it is refused before that.
   */
  async expectMayWrite(): Promise<void> {
    const answer = await this.#call("PUT", "articles/0", { body: { title: "Lorekeep" } });
    if (answer.status !== 404) expectOk(answer);
  }

  /** Yields all articles of the workspace in parts, last changed first, with drafts. */
  async *articles(): AsyncGenerator<IntercomArticle[]> {
    let query: string | null = "";
    while (query !== null) {
      const { articles, next } = await this.listArticles(query);
      yield articles;
      query = next;
    }
  }

  /**
   * Reads one part of the list of articles. `query` is '' for the first part; `next` is the query of the following
   * part.
   */
  async listArticles(query: string): Promise<{ articles: IntercomArticle[]; next: string | null }> {
    const answer = expectOk(await this.#call("GET", `articles${query}`));
    const { data, pages } = readJson(answer, articleListSchema, "Intercom");
    return { articles: data, next: data.length > 0 ? queryOf(pages?.next) : null };
  }

  /** Reads an article; null when it was deleted or is not visible to the app. */
  async article(id: string): Promise<IntercomArticle | null> {
    const answer = await this.#call("GET", `articles/${parseArticleId(id)}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), articleSchema, "Intercom");
  }

  /**
   * Returns the ten newest versions, newest first, without text. Returns none if the workspace does not offer versions.
   * https://developers.intercom.com/docs/references/2.16/rest-api/api.intercom.io/articles/listarticleversions
   */
  async versions(id: string): Promise<ArticleVersion[]> {
    const answer = await this.#history(`articles/${parseArticleId(id)}/versions`);
    return answer ? readJson(answer, z.object({ data: z.array(articleVersionSchema) }), "Intercom").data : [];
  }

  /** Reads a version with its text. https://developers.intercom.com/docs/references/2.16/rest-api/api.intercom.io/articles/retrievearticleversion */
  async version(id: string, versionId: string): Promise<ArticleVersion | null> {
    const answer = await this.#history(`articles/${parseArticleId(id)}/versions/${encodeURIComponent(versionId)}`);
    return answer && readJson(answer, articleVersionSchema, "Intercom");
  }

  async #history(path: string): Promise<HttpResponse | null> {
    const answer = await this.#call("GET", path, { version: VERSION_WITH_HISTORY });
    return answer.status >= 400 && answer.status < 500 ? null : expectOk(answer);
  }

  async createArticle(
    made: Required<Omit<ArticleChange, "parent_id">> & { author_id: number; parent_id: number },
    before?: BeforeSending,
  ): Promise<IntercomArticle> {
    return readJson(expectOk(await this.#call("POST", "articles", { body: made, before })), articleSchema, "Intercom");
  }

  async updateArticle(id: string, change: ArticleChange, before?: BeforeSending): Promise<IntercomArticle> {
    const answer = await this.#call("PUT", `articles/${parseArticleId(id)}`, { body: change, before });
    return readJson(expectOk(answer), articleSchema, "Intercom");
  }

  async #call(
    method: HttpCall["method"],
    path: string,
    { body, before, version = VERSION }: { body?: unknown; before?: BeforeSending | undefined; version?: string } = {},
  ): Promise<HttpResponse> {
    const headers = { authorization: `Bearer ${this.#token}`, "intercom-version": version };
    for (let attempt = 1; ; attempt += 1) {
      await this.#transport.pace.turn(this.#token, this.#signal);
      await before?.();
      const call = { method, url: `${this.site.api}/${path}`, headers, body, signal: this.#signal };
      const answer = await sendRequest({ ...this.#transport, platform: "Intercom" }, call);
      if (answer.status !== 429) return answer;
      // https://developers.intercom.com/docs/references/rest-api/errors/rate-limiting
      const waitMs = readRateLimitWait(answer.headers);
      await this.#transport.pace.pause(this.#token, waitMs);
      if (attempt === 3) throw createRateLimited("Intercom", waitMs);
    }
  }
}

function queryOf(found: z.infer<typeof nextPageSchema> | null | undefined): string | null {
  if (!found) return null;
  if (typeof found === "string") return URL.canParse(found) ? new URL(found).search || null : null;
  return found.starting_after ? `?${new URLSearchParams({ starting_after: found.starting_after })}` : null;
}
