import * as z from "zod";
import type { ConnectorTransport } from "../connector-options.ts";
import { createRateLimited, MissingPermission, NotFound, Refused } from "../errors.ts";
import { type HttpCall, type HttpResponse, readJson, readRateLimitWait, sendRequest } from "../http.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import { createCredentialsRejected, expectOk } from "./errors.ts";
import {
  ARTICLE_FIELDS,
  type ArticleCategory,
  articleSchema,
  auditedChangeSchema,
  categorySchema,
  type KnowledgeBase,
  knowledgeBaseSchema,
  type PublishedArticle,
  publishedArticleSchema,
  type ServicenowArticle,
  userSchema,
} from "./shapes.ts";
import { type AccessTokens, parseSignIn, type SignIn } from "./sign-in.ts";

const PER_PAGE = 100;
/** The most knowledge bases and categories to choose from. */
const MOST_ROWS = 2_000;

export interface ArticleChange {
  short_description?: string;
  text?: string;
  workflow_state?: "draft" | "published" | "retired";
}

export interface ServicenowTransport extends ConnectorTransport {
  tokens: AccessTokens;
}

/** A value in a query that stands for the signed-in user. */
const MYSELF = "javascript:gs.getUserName()";

/** The calls that we make to ServiceNow's Table API with one user. */
export class ServicenowApi {
  readonly origin: string;
  readonly #transport: ServicenowTransport;
  readonly #signIn: SignIn;
  readonly #signal: AbortSignal | undefined;
  #me: Promise<z.infer<typeof userSchema>> | undefined;

  constructor(transport: ServicenowTransport, baseUrl: string, account: string, signal?: AbortSignal) {
    if (!URL.canParse(baseUrl.trim())) throw new Refused("The ServiceNow instance URL is not an address.");
    this.origin = new URL(baseUrl.trim()).origin;
    this.#transport = transport;
    this.#signIn = parseSignIn(this.origin, account);
    this.#signal = signal;
  }

  /** Returns the person's name; the user name if the account may not read the name. */
  async displayName(): Promise<string> {
    const { name, user_name } = await this.#user();
    return name || user_name;
  }

  /** Returns the name of the user whose credentials are used. */
  async userName(): Promise<string> {
    return "userName" in this.#signIn ? this.#signIn.userName : (await this.#user()).user_name;
  }

  #user(): Promise<z.infer<typeof userSchema>> {
    this.#me ??= this.#askForUser();
    return this.#me;
  }

  async #askForUser(): Promise<z.infer<typeof userSchema>> {
    const known = "userName" in this.#signIn ? this.#signIn.userName : null;
    const query = `user_name=${known === null ? MYSELF : escapeLiteral(known)}`;
    const answer = await this.#call("GET", buildTablePath("sys_user", { query, fields: "user_name,name" }));
    const found =
      answer.status === 403
        ? undefined
        : readJson(expectOk(answer), z.object({ result: z.array(userSchema) }), "ServiceNow").result[0];
    if (found) return found;
    if (known !== null) return { user_name: known };
    throw new MissingPermission(
      "The OAuth Application User may not read its own record in sys_user, so that its articles cannot be told from others'. Let it, or enter a user and a password.",
      "read sys_user",
    );
  }

  /** Finds the knowledge base by title or sys_id; null when it does not exist or is not visible to the account. */
  async knowledgeBase(named: string): Promise<KnowledgeBase | null> {
    const key = /^[0-9a-f]{32}$/.test(named) ? "sys_id" : "title";
    const asked = { query: `${key}=${escapeLiteral(named)}`, fields: "sys_id,title" };
    return (await this.#rows("kb_knowledge_base", asked, knowledgeBaseSchema))[0] ?? null;
  }

  /** The knowledge bases that the account can see, by title. */
  knowledgeBases(): Promise<KnowledgeBase[]> {
    return this.#all("kb_knowledge_base", "ORDERBYtitle", knowledgeBaseSchema);
  }

  /** The categories of all knowledge bases that the account can see, by label. */
  categories(): Promise<ArticleCategory[]> {
    return this.#all("kb_category", "ORDERBYlabel", categorySchema);
  }

  async #all<Row extends z.ZodObject>(table: string, query: string, row: Row): Promise<z.output<Row>[]> {
    const all: z.output<Row>[] = [];
    const fields = Object.keys(row.shape).join(",");
    for (let offset = 0; offset < MOST_ROWS; offset += PER_PAGE) {
      const found = await this.#rows(table, { query: `${query}^ORDERBYsys_id`, fields, limit: PER_PAGE, offset }, row);
      all.push(...found);
      if (found.length < PER_PAGE) break;
    }
    return all;
  }

  /**
   * Checks the permission to write with an article that does not exist. An account with the permission gets 'not
   * found', and an account without it is refused before that.
   */
  async expectMayWrite(): Promise<void> {
    const answer = await this.#call("PATCH", `kb_knowledge/${"0".repeat(32)}`, { short_description: "Lorekeep" });
    if (answer.status !== 404) expectOk(answer);
  }

  /** Returns the newest version of an article; null if it was deleted or is not visible to the account. */
  async article(number: string): Promise<ServicenowArticle | null> {
    const query = `number=${escapeLiteral(number)}^ORDERBYDESCsys_created_on^ORDERBYDESCsys_id`;
    const found = await this.#articles(query, 0);
    return found.find(({ latest }) => latest === "true") ?? found[0] ?? null;
  }

  /** Yields the account's own articles in the knowledge base whose text contains the words, newest first, in parts. */
  async *ownArticles(baseId: string, words: string): AsyncGenerator<ServicenowArticle[]> {
    const query = [
      `kb_knowledge_base=${escapeLiteral(baseId)}`,
      `sys_created_by=${escapeLiteral(await this.userName())}`,
      "workflow_state!=retired",
      `textLIKE${escapeLiteral(words)}`,
      "ORDERBYDESCsys_created_on",
      "ORDERBYDESCsys_id",
    ].join("^");
    for (let offset = 0; ; offset += PER_PAGE) {
      const found = await this.#articles(query, offset);
      yield found;
      if (found.length < PER_PAGE) return;
    }
  }

  /**
   * Returns one part of the published articles after this number. With versioning, no article has two published
   * versions.
   */
  async publishedArticles(
    among: ArticleFilter,
    after: string | null,
  ): Promise<{ articles: PublishedArticle[]; next: string | null }> {
    // ServiceNow compares text only by 'is or after', so the last article of the previous part is listed again.
    const from = after === null ? [] : [`number>=${escapeLiteral(after)}`];
    const query = [...publishedAmong(among), ...from, "ORDERBYnumber"].join("^");
    const fields = Object.keys(publishedArticleSchema.shape).join(",");
    const found = await this.#rows("kb_knowledge", { query, fields, limit: PER_PAGE }, publishedArticleSchema);
    const next = found.length < PER_PAGE ? null : (found.at(-1)?.number ?? null);
    return { articles: found.filter(({ number }) => number !== after), next };
  }

  /** Those of a few articles that are published. */
  async publishedWithNumbers(among: ArticleFilter, numbers: string[]): Promise<PublishedArticle[]> {
    const query = [...publishedAmong(among), `numberIN${numbers.join(",")}`].join("^");
    const fields = Object.keys(publishedArticleSchema.shape).join(",");
    return this.#rows("kb_knowledge", { query, fields, limit: PER_PAGE }, publishedArticleSchema);
  }

  /** A published article of any knowledge base that the account can see. */
  async publishedArticle(number: string) {
    const shape = publishedArticleSchema.extend({ text: z.string() });
    const query = ["workflow_state=published", `number=${escapeLiteral(number)}`].join("^");
    const [found] = await this.#rows("kb_knowledge", { query, fields: Object.keys(shape.shape).join(",") }, shape);
    return found ?? null;
  }

  async createArticle(
    made: Required<ArticleChange> & { kb_knowledge_base: string },
    before?: BeforeSending,
  ): Promise<ServicenowArticle> {
    return this.#written(await this.#call("POST", `kb_knowledge?${new URLSearchParams(SHOWN_FIELDS)}`, made, before));
  }

  async updateArticle(id: string, change: ArticleChange, before?: BeforeSending): Promise<ServicenowArticle> {
    const path = `kb_knowledge/${id}?${new URLSearchParams(SHOWN_FIELDS)}`;
    return this.#written(await this.#call("PATCH", path, change, before));
  }

  #written(answer: HttpResponse): ServicenowArticle {
    return readJson(expectOk(answer), z.object({ result: articleSchema }), "ServiceNow").result;
  }

  async #articles(query: string, offset: number): Promise<ServicenowArticle[]> {
    return this.#rows("kb_knowledge", { query, fields: ARTICLE_FIELDS, limit: PER_PAGE, offset }, articleSchema);
  }

  async #rows<Row extends z.ZodType>(table: string, asked: TableQuery, row: Row): Promise<z.output<Row>[]> {
    const answer = expectOk(await this.#call("GET", buildTablePath(table, asked)));
    return readJson(answer, z.object({ result: z.array(row) }), "ServiceNow").result;
  }

  /**
   * Returns the texts that were set between two counts of changes, oldest first. Empty if the account may not read the
   * history.
   */
  async textsBetween(sysId: string, after: number, before: number): Promise<z.infer<typeof auditedChangeSchema>[]> {
    const query = `tablename=kb_knowledge^documentkey=${escapeLiteral(sysId)}^fieldname=text^ORDERBYDESCsys_created_on`;
    const fields = Object.keys(auditedChangeSchema.shape).join(",");
    const answer = await this.#call("GET", buildTablePath("sys_audit", { query, fields, limit: 20 }));
    if (answer.status === 403) return [];
    const all = readJson(expectOk(answer), z.object({ result: z.array(auditedChangeSchema) }), "ServiceNow").result;
    return all
      .filter(({ record_checkpoint: at }) => Number(at) > after && Number(at) < before)
      .sort((one, other) => Number(one.record_checkpoint) - Number(other.record_checkpoint));
  }

  async #authorization(): Promise<string> {
    if ("userName" in this.#signIn) return basicOf(this.#signIn);
    return `Bearer ${await this.#transport.tokens.get(this.#signIn, this.#signal)}`;
  }

  /** Discards a token that expired early. Returns whether there was a token. */
  #forget(): boolean {
    if ("userName" in this.#signIn) return false;
    this.#transport.tokens.forget(this.#signIn);
    return true;
  }

  async #call(method: HttpCall["method"], path: string, body?: unknown, before?: BeforeSending): Promise<HttpResponse> {
    const { pace } = this.#transport;
    const caller = "userName" in this.#signIn ? basicOf(this.#signIn) : `${this.origin} ${this.#signIn.clientId}`;
    let isRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const headers = { authorization: await this.#authorization() };
      await pace.turn(caller, this.#signal);
      await before?.();
      const call = { method, url: `${this.origin}/api/now/table/${path}`, headers, body, signal: this.#signal };
      const answer = await sendRequest({ ...this.#transport, platform: "ServiceNow" }, call);
      if (answer.status === 401 && this.#forget() && !isRenewed) {
        isRenewed = true;
        continue;
      }
      if (answer.status === 401) throw createCredentialsRejected(this.#signIn);
      if (answer.status !== 429) return answer;
      // https://www.servicenow.com/docs/csh?topicname=inbound-REST-API-rate-limiting.html
      const waitMs = readRateLimitWait(answer.headers);
      await pace.pause(caller, waitMs);
      if (attempt === 3) throw createRateLimited("ServiceNow", waitMs);
    }
  }
}

/** The sys_ids of knowledge bases, and of categories; without categories, articles of all. */
export interface ArticleFilter {
  bases: string[];
  categories: string[] | null;
}

const publishedAmong = ({ bases, categories }: ArticleFilter) => [
  `kb_knowledge_baseIN${bases.map(escapeLiteral).join(",")}`,
  ...(categories ? [`kb_categoryIN${categories.map(escapeLiteral).join(",")}`] : []),
  "workflow_state=published",
];

const basicOf = ({ userName, password }: Extract<SignIn, { userName: string }>) =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}`;

/** Parameters for every request: references become sys_ids, and only the fields that we read are returned. */
const SHOWN_FIELDS = { sysparm_fields: ARTICLE_FIELDS, sysparm_exclude_reference_link: "true" };

interface TableQuery {
  query: string;
  fields: string;
  limit?: number;
  offset?: number;
}

function buildTablePath(name: string, { query, fields, limit = 1, offset = 0 }: TableQuery): string {
  const asked = { sysparm_query: query, sysparm_fields: fields, sysparm_exclude_reference_link: "true" };
  return `${name}?${new URLSearchParams({ ...asked, sysparm_limit: String(limit), sysparm_offset: String(offset) })}`;
}

/**
 * Escapes a value in a query. '^' separates conditions, and a value that starts with 'javascript:' would be executed.
 */
function escapeLiteral(value: string): string {
  if (/^\s*javascript:/i.test(value)) throw new NotFound("ServiceNow has nothing of this name.");
  return value.replaceAll("^", "^^");
}
