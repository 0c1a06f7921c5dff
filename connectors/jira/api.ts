import { buildBasicAuthorization, isScopeRefusal } from "../atlassian.ts";
import type { ConnectorTransport } from "../connector-options.ts";
import { createRateLimited, MissingPermission, Refused } from "../errors.ts";
import { type HttpCall, type HttpResponse, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import { type BeforeSending, PageChanged } from "../knowledge-target.ts";
import type { AdfDocument } from "./adf.ts";
import { expectOk, isLabelRefused } from "./errors.ts";
import type { JiraConfig } from "./manifest.ts";
import { type JiraScope, READ_USER, READ_WORK, WRITE_WORK } from "./scopes.ts";
import * as shapes from "./shapes.ts";
import { type JiraProject, parseJiraPlace } from "./site.ts";

/** The fields requested for every issue. */
export const FIELDS = "summary,description,labels,created,creator,status,project";

/** The text and labels of an issue. */
export interface IssueText {
  title: string;
  description: AdfDocument;
  labels: string[];
}

/** The calls that we make to Jira Cloud's REST API, version 3, with one account. */
export class JiraApi {
  readonly place: JiraProject;
  readonly #transport: ConnectorTransport;
  readonly #origin: string;
  readonly #authorization: string;
  readonly #signal: AbortSignal | undefined;
  /** Called directly before the first call that changes something. */
  #before: BeforeSending | undefined;

  constructor(transport: ConnectorTransport, config: JiraConfig, signal?: AbortSignal, before?: BeforeSending) {
    this.place = parseJiraPlace(config);
    this.#transport = transport;
    this.#origin = config.origin ?? this.place.site;
    this.#authorization = buildBasicAuthorization(config.apiKey);
    this.#signal = signal;
    this.#before = before;
  }

  /** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-myself/#api-rest-api-3-myself-get */
  async myself(): Promise<{ id: string; name: string }> {
    const answer = expectOk(await this.#call(READ_USER, "GET", "/myself"));
    const { accountId, displayName } = readJson(answer, shapes.myselfSchema, "Jira");
    return { id: accountId, name: displayName || "a Jira account" };
  }

  /**
   * Returns the project; null if the account cannot see it.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/#api-rest-api-3-project-projectidorkey-get
   */
  async project() {
    const answer = await this.#call(READ_WORK, "GET", `/project/${this.place.projectKey}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), shapes.projectSchema, "Jira");
  }

  /**
   * Returns the projects in which the account may create issues, sorted by name.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/#api-rest-api-3-project-search-get
   */
  async projects(text: string, most: number) {
    const query = new URLSearchParams({ action: "create", orderBy: "name", maxResults: String(most) });
    if (text) query.set("query", text);
    const answer = expectOk(await this.#call(READ_WORK, "GET", `/project/search?${query}`));
    return readJson(answer, shapes.projectsSchema, "Jira").values;
  }

  /**
   * Returns those of the named permissions that the account lacks.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permissions/#api-rest-api-3-mypermissions-get
   */
  async missingOf(names: readonly string[]): Promise<string[]> {
    const query = new URLSearchParams({ projectKey: this.place.projectKey, permissions: names.join(",") });
    const answer = expectOk(await this.#call(READ_WORK, "GET", `/mypermissions?${query}`));
    const { permissions } = readJson(answer, shapes.permissionsSchema, "Jira");
    return names.filter((name) => !permissions[name]?.havePermission);
  }

  /** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-createmeta-projectidorkey-issuetypes-get */
  async issueTypes(): Promise<shapes.IssueType[]> {
    const path = `/issue/createmeta/${this.place.projectKey}/issuetypes?maxResults=200`;
    return readJson(expectOk(await this.#call(READ_WORK, "GET", path)), shapes.issueTypes, "Jira").issueTypes;
  }

  /**
   * The fields for creating an issue of this type.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-createmeta-projectidorkey-issuetypes-issuetypeid-get
   */
  async fieldsOf({ id }: shapes.IssueType) {
    const path = `/issue/createmeta/${this.place.projectKey}/issuetypes/${encodeURIComponent(id)}?maxResults=200`;
    return readJson(expectOk(await this.#call(READ_WORK, "GET", path)), shapes.typeFieldsSchema, "Jira").fields;
  }

  /**
   * Returns the issue; null if it is deleted or not visible.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-get
   */
  async readIssue(idOrKey: string): Promise<shapes.JiraIssue | null> {
    if (!/^[\w-]{1,60}$/.test(idOrKey)) return null;
    const query = new URLSearchParams({ fields: `${FIELDS},comment`, expand: "changelog" });
    const answer = await this.#call(READ_WORK, "GET", `/issue/${idOrKey}?${query}`);
    return answer.status === 404 ? null : readJson(expectOk(answer), shapes.issueSchema, "Jira");
  }

  /**
   * Searches Jira's index, which is some seconds behind.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-get
   */
  async *search(jql: string): AsyncGenerator<shapes.JiraIssue> {
    for (let token: string | null | undefined = ""; token !== null && token !== undefined; ) {
      const page: Record<string, string> = token === "" ? {} : { nextPageToken: token };
      const query = new URLSearchParams({ jql, maxResults: "50", fields: FIELDS, ...page });
      const answer = expectOk(await this.#call(READ_WORK, "GET", `/search/jql?${query}`));
      const found = readJson(answer, shapes.foundIssuesSchema, "Jira");
      yield* found.issues;
      token = found.isLast ? null : found.nextPageToken;
    }
  }

  /** Returns the project's highest issue number in Jira's index; 0 without issues. */
  async highestNumber(): Promise<number> {
    const jql = `project = "${this.place.projectKey}" ORDER BY key DESC`;
    const query = new URLSearchParams({ jql, maxResults: "1", fields: "project" });
    const answer = expectOk(await this.#call(READ_WORK, "GET", `/search/jql?${query}`));
    const [newest] = readJson(answer, shapes.newestKeysSchema, "Jira").issues;
    return Number(/-(\d+)$/.exec(newest?.key ?? "")?.[1] ?? 0);
  }

  /** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post */
  async createIssue(
    type: shapes.IssueType,
    { title, description, labels }: IssueText,
  ): Promise<{ id: string; key: string }> {
    const own = { project: { key: this.place.projectKey }, issuetype: { id: type.id }, summary: title, description };
    const make = (more: object) => this.#call(WRITE_WORK, "POST", "/issue", { fields: { ...own, ...more } });
    const answer = await withoutLabelsIfRefused(labels, (taken) => make(taken.length > 0 ? { labels: taken } : {}));
    return readJson(expectOk(answer), shapes.createdIssueSchema, "Jira");
  }

  /**
   * Updates an issue and keeps labels by people.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-put
   */
  async updateIssue(id: string, { title, description, labels }: IssueText, dropped: string[]): Promise<void> {
    const fields = { summary: title, description };
    const answer = await withoutLabelsIfRefused(labels, (taken) => {
      const changes = [...taken.map((add) => ({ add })), ...dropped.map((remove) => ({ remove }))];
      const update = taken.length > 0 ? { update: { labels: changes } } : {};
      return this.#call(WRITE_WORK, "PUT", `/issue/${id}`, { fields, ...update });
    });
    if (answer.status === 409) throw new PageChanged("Somebody edited the issue in Jira.");
    expectOk(answer);
  }

  async changeLabel(id: string, how: "add" | "remove", label: string): Promise<void> {
    const answer = await this.#call(WRITE_WORK, "PUT", `/issue/${id}`, { update: { labels: [{ [how]: label }] } });
    if (isLabelRefused(answer))
      throw new Refused("Jira takes no labels on this type of issue: put the field Labels on its screens.");
    expectOk(answer);
  }

  /** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-transitions-get */
  async transitionsOf(id: string) {
    const answer = expectOk(await this.#call(READ_WORK, "GET", `/issue/${id}/transitions`));
    return readJson(answer, shapes.transitionsSchema, "Jira").transitions.map((one) => ({
      id: one.id,
      category: one.to?.statusCategory?.key ?? "",
    }));
  }

  async transition(id: string, transitionId: string): Promise<void> {
    expectOk(await this.#call(WRITE_WORK, "POST", `/issue/${id}/transitions`, { transition: { id: transitionId } }));
  }

  /** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/#api-rest-api-3-issue-issueidorkey-comment-post */
  async addComment(id: string, body: AdfDocument): Promise<void> {
    expectOk(await this.#call(WRITE_WORK, "POST", `/issue/${id}/comment`, { body }));
  }

  /**
   * Creates the link, or updates the link with the same `globalId`.
   * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-remote-links/#api-rest-api-3-issue-issueidorkey-remotelink-post
   */
  async linkFrom(key: string, globalId: string, { url, title }: { url: string; title: string }): Promise<void> {
    const body = {
      globalId,
      application: { name: "Lorekeep" },
      relationship: "is explained by",
      object: { url, title },
    };
    expectOk(await this.#call(WRITE_WORK, "POST", `/issue/${encodeURIComponent(key)}/remotelink`, body));
  }

  async #call(scope: JiraScope, method: HttpCall["method"], path: string, body?: unknown): Promise<HttpResponse> {
    const { pace } = this.#transport;
    const headers = { authorization: this.#authorization };
    const url = `${this.#origin}/rest/api/3${path.replaceAll("+", "%20")}`;
    for (let attempt = 1; ; attempt += 1) {
      await pace.turn(this.#authorization, this.#signal);
      if (method !== "GET") await this.#before?.();
      const call = { method, url, headers, body, signal: this.#signal };
      const answer = await sendRequest({ ...this.#transport, platform: "Jira" }, call);
      if (isScopeRefusal(answer)) throw new MissingPermission(`The API token lacks the scope ${scope}.`, scope);
      if (answer.status !== 429) {
        if (method !== "GET") this.#before = undefined;
        return answer;
      }
      const waitMs = parseRetryAfter(answer.headers);
      await pace.pause(this.#authorization, waitMs);
      if (attempt === 3) throw createRateLimited("Jira", waitMs);
    }
  }
}

/** Repeats a refused call without labels, because the screen of an issue type may have no field for labels. */
async function withoutLabelsIfRefused(
  labels: string[],
  send: (labels: string[]) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const answer = await send(labels);
  return labels.length > 0 && isLabelRefused(answer) ? send([]) : answer;
}
