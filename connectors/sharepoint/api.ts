import type * as z from "zod";
import type { ConnectorTransport } from "../connector-options.ts";
import {
  type ConnectorError,
  CredentialsRejected,
  createRateLimited,
  MissingPermission,
  NotFound,
  Refused,
  Unreachable,
} from "../errors.ts";
import { type HttpCall, type HttpResponse, parseJsonIfValid, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import { type BeforeSending, PageChanged, TitleTaken } from "../knowledge-target.ts";
import type { AccessTokens, AppCredentials } from "../microsoft-login.ts";
import * as shapes from "./shapes.ts";

const PLATFORM = "SharePoint";
const PAGE_TYPE = "#microsoft.graph.sitePage";
const LISTED = "id,name,webUrl,title,eTag,createdDateTime,lastModifiedDateTime,lastModifiedBy,publishingState";

export interface GraphTransport extends ConnectorTransport {
  /** The base address of Microsoft Graph, `https://graph.microsoft.com/v1.0`. */
  apiBaseUrl: string;
  tokens: AccessTokens;
}

/** The calls that we make to Microsoft Graph v1.0 about a SharePoint site's pages, with one app. */
export class SharepointApi {
  readonly #transport: GraphTransport;
  readonly #credentials: AppCredentials;
  readonly #signal: AbortSignal | undefined;
  #before: BeforeSending | undefined;

  constructor(transport: GraphTransport, credentials: AppCredentials, signal?: AbortSignal, before?: BeforeSending) {
    this.#transport = transport;
    this.#credentials = credentials;
    this.#signal = signal;
    this.#before = before;
  }

  get appId(): string {
    return this.#credentials.appId;
  }

  /** https://learn.microsoft.com/graph/api/site-getbypath */
  async site(address: string): Promise<shapes.SharepointSite> {
    return this.#read("GET", `/sites/${address}`, shapes.siteSchema);
  }

  /** https://learn.microsoft.com/graph/api/list-list */
  async lists(site: shapes.SharepointSite) {
    return (await this.#read("GET", `${pathOf(site)}/lists?$select=id,displayName,list`, shapes.listsSchema)).value;
  }

  /** Whether a library has this folder. https://learn.microsoft.com/graph/api/driveitem-get */
  async isFolder(site: shapes.SharepointSite, libraryId: string, path: string): Promise<boolean> {
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    const answer = await this.#call("GET", `${pathOf(site)}/lists/${libraryId}/drive/root:/${encoded}`);
    if (answer.status === 404 || answer.status === 400) return false;
    return Boolean(readJson(expectOk(answer), shapes.driveItemSchema, PLATFORM).folder);
  }

  /** Returns one part of the pages, sorted by file name. https://learn.microsoft.com/graph/api/sitepage-list */
  async listPages(
    site: shapes.SharepointSite,
    cursor: string | null,
  ): Promise<{ pages: shapes.ListedPage[]; next: string | null }> {
    const first = `${pathOf(site)}/pages/microsoft.graph.sitePage?$select=${LISTED}&$top=100`;
    const list = await this.#read("GET", cursor ?? first, shapes.pageListSchema);
    return { pages: list.value, next: list["@odata.nextLink"] ?? null };
  }

  async *pages(site: shapes.SharepointSite): AsyncGenerator<shapes.ListedPage> {
    let cursor: string | null = null;
    do {
      const { pages, next } = await this.listPages(site, cursor);
      yield* pages;
      cursor = next;
    } while (cursor !== null);
  }

  /** Reads a page; null if it is deleted. https://learn.microsoft.com/graph/api/sitepage-get */
  async page(site: shapes.SharepointSite, id: string): Promise<shapes.SitePage | null> {
    if (!/^[\w-]{1,60}$/.test(id)) return null;
    const answer = await this.#call("GET", `${pageOf(site, id)}?$expand=canvasLayout`);
    return answer.status === 404 ? null : readJson(expectOk(answer), shapes.sitePage, PLATFORM);
  }

  /**
   * Creates a draft. Throws `TitleTaken` if the file name exists. https://learn.microsoft.com/graph/api/sitepage-create
   */
  async createPage(
    site: shapes.SharepointSite,
    page: { name: string; title: string; canvasLayout: shapes.PageCanvas },
  ) {
    const body = { "@odata.type": PAGE_TYPE, pageLayout: "article", showComments: true, ...page };
    const answer = await this.#call("POST", `${pathOf(site)}/pages`, body);
    if (answer.status === 409) throw new TitleTaken("There is a page of this name.");
    return readJson(expectOk(answer), shapes.listedPage, PLATFORM);
  }

  /**
   * Updates a page if its `eTag` is still the one that was read, as OData defines; otherwise throws `PageChanged`.
   * Graph does not document this condition for pages. https://learn.microsoft.com/graph/api/sitepage-update
   */
  async updatePage(
    site: shapes.SharepointSite,
    id: string,
    change: { title: string; canvasLayout?: shapes.PageCanvas },
    eTag?: string,
  ) {
    const body = { "@odata.type": PAGE_TYPE, ...change };
    const answer = await this.#call("PATCH", pageOf(site, id), body, eTag === undefined ? {} : { "if-match": eTag });
    if (answer.status === 412 || (answer.status === 409 && codeOf(answer) === "resourceModified"))
      throw new PageChanged("Somebody edited the page in SharePoint.");
    expectOk(answer);
  }

  /** Publishes the saved draft. https://learn.microsoft.com/graph/api/sitepage-publish */
  async publishPage(site: shapes.SharepointSite, id: string): Promise<void> {
    expectOk(await this.#call("POST", `${pageOf(site, id)}/publish`));
  }

  /** Moves the page to the site's recycle bin. https://learn.microsoft.com/graph/api/basesitepage-delete */
  async deletePage(site: shapes.SharepointSite, id: string): Promise<void> {
    const answer = await this.#call("DELETE", `${pathOf(site)}/pages/${id}`);
    if (answer.status !== 404) expectOk(answer);
  }

  async #read<Schema extends z.ZodType>(method: "GET", path: string, schema: Schema): Promise<z.output<Schema>> {
    return readJson(expectOk(await this.#call(method, path)), schema, PLATFORM);
  }

  async #call(
    method: HttpCall["method"],
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<HttpResponse> {
    const { apiBaseUrl, tokens, pace, fetch, timeoutMs } = this.#transport;
    const url = path.startsWith("/") ? `${apiBaseUrl}${path}` : linkWithin(apiBaseUrl, path);
    const caller = `${this.#credentials.tenantId} ${this.#credentials.appId}`.toLowerCase();
    const isWrite = method !== "GET";
    for (let attempt = 1, isRenewed = false; ; attempt += 1) {
      const headers = { authorization: `Bearer ${await tokens.get(this.#credentials, this.#signal)}`, ...more };
      await pace.turn(caller, this.#signal);
      if (isWrite) await this.#before?.();
      const call = { method, url, headers, body, signal: this.#signal };
      const answer = await sendRequest({ fetch, timeoutMs, platform: PLATFORM }, call);
      if (answer.status === 401) tokens.forget(this.#credentials);
      // Only a read renews an expired token, because each operation starts with a read.
      if (answer.status === 401 && !isWrite && !isRenewed) {
        isRenewed = true;
        continue;
      }
      if (answer.status !== 429) {
        if (isWrite) this.#before = undefined;
        return answer;
      }
      const waitMs = parseRetryAfter(answer.headers);
      await pace.pause(caller, waitMs);
      if (attempt >= 3) throw createRateLimited(PLATFORM, waitMs);
    }
  }
}

const pathOf = ({ id }: shapes.SharepointSite) => `/sites/${id}`;
const pageOf = (site: shapes.SharepointSite, id: string) => `${pathOf(site)}/pages/${id}/microsoft.graph.sitePage`;

/** Accepts a link in a response only within Graph, so that the token is never sent elsewhere. */
function linkWithin(apiBaseUrl: string, link: string): string {
  if (link.startsWith(`${apiBaseUrl}/`)) return link;
  throw new Unreachable("SharePoint's list of pages goes on at another address.", { mayHaveHappened: false });
}

export const NO_ACCESS =
  "The app has no access to this site: give it Sites.Selected with the role write on the site, or Sites.ReadWrite.All.";

/** https://learn.microsoft.com/graph/errors */
function expectOk(answer: HttpResponse): HttpResponse {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw errorOf(answer);
}

const codeOf = ({ text }: HttpResponse) =>
  shapes.failureSchema.safeParse(parseJsonIfValid(text)).data?.error.code ?? "";

function errorOf(answer: HttpResponse): ConnectorError {
  const { status, isWrite } = answer;
  if (status === 401) return new CredentialsRejected("Microsoft no longer accepts the app. Check its client secret.");
  if (status === 403) return new MissingPermission(NO_ACCESS, isWrite ? "write on the site" : "Sites.Selected");
  if (status === 404) return new NotFound("SharePoint does not have it, or does not show it to the app.");
  // A page that somebody edits is locked for others.
  if (status === 423 || status === 409 || codeOf(answer) === "resourceLocked")
    return new Unreachable("Somebody is editing the page in SharePoint.", { mayHaveHappened: false });
  if (status >= 400 && status < 500 && status !== 408)
    return new Refused(`SharePoint refused the request (${status}).`);
  return new Unreachable(`SharePoint answered with an error (${status}).`, { mayHaveHappened: isWrite });
}
