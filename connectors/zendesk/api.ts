import * as z from "zod";
import { CredentialsRejected, MissingPermission, NotFound } from "../errors.ts";
import { readJson } from "../http.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import { expectOk, type ZendeskCalls } from "./calls.ts";
import {
  articleListSchema,
  articleSchema,
  categoryListSchema,
  localesSchema,
  permissionGroupsSchema,
  sectionListSchema,
  sectionSchema,
  segmentsSchema,
  translationSchema,
  userSchema,
  type ZendeskArticle,
  type ZendeskSection,
  type ZendeskTranslation,
} from "./shapes.ts";

export interface NewArticle {
  title: string;
  body: string;
  locale: string;
  /** The group of people who may read the article; null means everybody. */
  user_segment_id: number | null;
  permission_group_id: number;
  draft: boolean;
}

/** Lists contain article bodies. A short list keeps the response far below the size limit. */
const ARTICLES_PER_LIST = "30";
const ROWS_PER_LIST = "100";

/**
 * The calls that we make to Zendesk's help center API.
 * https://developer.zendesk.com/api-reference/help_center/help-center-api/introduction/
 */
export class ZendeskApi {
  readonly site: string;
  readonly #calls: ZendeskCalls;

  constructor(calls: ZendeskCalls) {
    this.#calls = calls;
    this.site = calls.credentials.site;
  }

  /** Returns the scopes that Zendesk granted to the client. */
  scopes(): Promise<string[]> {
    return this.#calls.scopes();
  }

  /** https://developer.zendesk.com/api-reference/ticketing/users/users/#show-self */
  async me(): Promise<{ id: number; name: string; role: string }> {
    const { user: found } = await this.#calls.read("users/me", userSchema);
    if (!found.id) throw new CredentialsRejected("Zendesk does not accept this OAuth client.");
    return { ...found, id: found.id };
  }

  locales() {
    return this.#calls.read("help_center/locales", localesSchema);
  }

  /** Returns the section; null if it does not exist in this language or is not visible to the account. */
  async section(locale: string, sectionId: string): Promise<ZendeskSection | null> {
    const answer = await this.#calls.call("GET", `help_center/${locale}/sections/${sectionId}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), sectionSchema, "Zendesk").section;
  }

  /** Returns all sections of the help center. */
  sections(locale: string): Promise<ZendeskSection[]> {
    return this.#all(`help_center/${locale}/sections`, sectionListSchema, ({ sections }) => sections);
  }

  /** https://developer.zendesk.com/api-reference/help_center/help-center-api/categories/#list-categories */
  categories(locale: string): Promise<{ id: number; name: string }[]> {
    return this.#all(`help_center/${locale}/categories`, categoryListSchema, ({ categories }) => categories);
  }

  async #all<List extends { meta?: z.infer<typeof sectionListSchema>["meta"] }, Row>(
    path: string,
    schema: z.ZodType<List>,
    rowsOf: (list: List) => Row[],
  ): Promise<Row[]> {
    const all: Row[] = [];
    let after: string | null = "";
    while (after !== null) {
      const query = new URLSearchParams({ "page[size]": ROWS_PER_LIST, ...(after && { "page[after]": after }) });
      const list: List = await this.#calls.read(`${path}?${query}`, schema);
      all.push(...rowsOf(list));
      after = list.meta?.has_more ? (list.meta.after_cursor ?? null) : null;
    }
    return all;
  }

  /** https://developer.zendesk.com/api-reference/help_center/help-center-api/sections/#create-section */
  async createSection(
    categoryId: number,
    made: { name: string; description: string; locale: string; parent_section_id?: number },
    before?: BeforeSending,
  ): Promise<ZendeskSection> {
    const path = `help_center/${made.locale}/categories/${categoryId}/sections`;
    const answer = await this.#calls.call("POST", path, { section: made }, before);
    return readJson(expectOk(answer), sectionSchema, "Zendesk").section;
  }

  async updateSection(
    locale: string,
    sectionId: number,
    change: { name?: string; parent_section_id?: number },
    before?: BeforeSending,
  ): Promise<ZendeskSection> {
    const path = `help_center/${locale}/sections/${sectionId}`;
    return readJson(
      expectOk(await this.#calls.call("PUT", path, { section: change }, before)),
      sectionSchema,
      "Zendesk",
    ).section;
  }

  /** Returns the built-in groups of readers; null if the account may not see them. */
  async userSegments() {
    const answer = await this.#calls.call("GET", "help_center/user_segments?built_in=true");
    return answer.status === 403 ? null : readJson(expectOk(answer), segmentsSchema, "Zendesk").user_segments;
  }

  /**
   * Returns the permission groups; null if the account may not see them. At the address of a brand, Zendesk redirects
   * to the address of the first brand.
   */
  async permissionGroups() {
    const answer = await this.#calls.call("GET", "guide/permission_groups");
    const isElsewhere = answer.status >= 300 && answer.status < 400;
    if (isElsewhere || answer.status === 403 || answer.status === 404) return null;
    return readJson(expectOk(answer), permissionGroupsSchema, "Zendesk").permission_groups;
  }

  /** Yields articles in parts, newest first, with drafts. */
  async *articles(locale: string, sectionId: string): AsyncGenerator<ZendeskArticle[]> {
    let after: string | null = "";
    while (after !== null) {
      const query = new URLSearchParams({
        sort_by: "created_at",
        sort_order: "desc",
        "page[size]": ARTICLES_PER_LIST,
      });
      if (after) query.set("page[after]", after);
      const list: z.infer<typeof articleListSchema> = await this.#calls.read(
        `help_center/${locale}/sections/${sectionId}/articles?${query}`,
        articleListSchema,
      );
      yield list.articles;
      after = list.meta?.has_more ? (list.meta.after_cursor ?? null) : null;
    }
  }

  /** Yields the whole help center's articles in parts, newest first, with drafts. */
  async *newestArticles(locale: string): AsyncGenerator<ZendeskArticle[]> {
    let after: string | null = null;
    do {
      const { articles, next } = await this.allArticles(locale, ["created_at", "desc"], after);
      yield articles;
      after = next;
    } while (after !== null);
  }

  /** Returns one part of the whole help center's articles; `after` continues a list. */
  async allArticles(
    locale: string,
    [by, order]: ["created_at" | "updated_at", "asc" | "desc"],
    after: string | null,
  ): Promise<{ articles: ZendeskArticle[]; next: string | null }> {
    const query = new URLSearchParams({
      sort_by: by,
      sort_order: order,
      "page[size]": ARTICLES_PER_LIST,
      ...(after && { "page[after]": after }),
    });
    const list = await this.#calls.read(`help_center/${locale}/articles?${query}`, articleListSchema);
    return { articles: list.articles, next: list.meta?.has_more ? (list.meta.after_cursor ?? null) : null };
  }

  async createArticle(sectionId: string, made: NewArticle, before?: BeforeSending): Promise<ZendeskArticle> {
    const path = `help_center/${made.locale}/sections/${sectionId}/articles`;
    const answer = await this.#calls.call("POST", path, { article: made, notify_subscribers: false }, before);
    if (answer.status === 403) throw mayNotWrite();
    return readJson(expectOk(answer), z.object({ article: articleSchema }), "Zendesk").article;
  }

  async article(locale: string, articleId: string): Promise<ZendeskArticle> {
    return (
      await this.#calls.read(
        `help_center/${locale}/articles/${numericId(articleId)}`,
        z.object({ article: articleSchema }),
      )
    ).article;
  }

  async moveArticle(locale: string, articleId: string, sectionId: string): Promise<void> {
    const path = `help_center/${locale}/articles/${numericId(articleId)}`;
    expectOk(await this.#calls.call("PUT", path, { article: { section_id: Number(sectionId) } }));
  }

  async label(locale: string, articleId: string, labels: string[]): Promise<void> {
    const path = `help_center/${locale}/articles/${numericId(articleId)}`;
    expectOk(await this.#calls.call("PUT", path, { article: { label_names: labels } }));
  }

  /** Returns title and text in one language; null if the article is archived, deleted or not visible to the account. */
  async translation(articleId: string, locale: string): Promise<ZendeskTranslation | null> {
    const answer = await this.#calls.call("GET", translationPath(articleId, locale));
    if (answer.status === 404) return null;
    return readJson(expectOk(answer), z.object({ translation: translationSchema }), "Zendesk").translation;
  }

  async updateTranslation(
    articleId: string,
    locale: string,
    change: { title?: string; body?: string; draft?: boolean },
    before?: BeforeSending,
  ): Promise<ZendeskTranslation> {
    const answer = await this.#calls.call("PUT", translationPath(articleId, locale), { translation: change }, before);
    if (answer.status === 403) throw mayNotWrite();
    return readJson(expectOk(answer), z.object({ translation: translationSchema }), "Zendesk").translation;
  }
}

const translationPath = (articleId: string, locale: string) =>
  `help_center/articles/${numericId(articleId)}/translations/${locale}`;

const mayNotWrite = () =>
  new MissingPermission(
    "This account may not write articles in the Zendesk section. It has to be a Guide admin.",
    "hc:write",
  );

function numericId(articleId: string): string {
  if (!/^\d{1,18}$/.test(articleId)) throw new NotFound("This is not the id of a Zendesk article.");
  return articleId;
}
