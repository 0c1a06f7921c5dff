import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { contract } from "../../shared/contract/contract.ts";
import type { Endpoint } from "../../shared/contract/endpoint.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import type { ModelCaps } from "../api/language-model.ts";
import { buildOverview, countLogs, filterLogs } from "./activity-answers.ts";
import { countNews, findNeighbours, paginateAnswer } from "./article-pages.ts";
import { inboxOf, mergePreview } from "./inbox-samples.ts";
import * as personalData from "./personal-data-samples.ts";
import * as sample from "./sample-data.ts";
import * as models from "./sample-language-models.ts";
import { noSignOn } from "./sample-single-sign-on.ts";
import { deliveries, webhooks } from "./sample-webhooks.ts";
import { emptyHealth } from "./sample-wiki-health.ts";
import { wikis } from "./sample-wikis.ts";

const BUILT_APP = join(import.meta.dirname, "../../dist/web");
/** An empty document of the app's origin that runs no script. */
export const EMPTY_PAGE = "/empty-page";
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
/** An endpoint's answer: JSON with status 200, or a `Reply`. */
type Answer = (call: Call) => unknown;
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
/** Server-sent events, each sent as soon as the iterable yields it. */
export class EventReply {
  readonly events: AsyncIterable<unknown>;
  constructor(events: AsyncIterable<unknown>) {
    this.events = events;
  }
}
/**
 * An answer that this release of the server cannot give, but another release might. Tests use it to check how the page
 * reacts.
 */
export class OutsideContract extends Reply {
  constructor(body: unknown) {
    super(200, body);
  }
}

/** The real server's content security policy: it allows only the inline scripts of the built document. */
function policyOf(text: string): string {
  const hashes = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => ` 'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return `default-src 'self'${hashes.length > 0 ? `; script-src 'self'${hashes.join("")}` : ""}`;
}

/** Streamed endpoints, which the contract does not describe. */
const STREAMED = ["POST /api/imports", "POST /api/articles/export"];

export interface FakeServer {
  address: string;
  /** All calls to /api since the start, oldest first. */
  calls: Call[];
  /** Answers that violate the contract, with endpoint and error. They fail the test at its end. */
  broken: string[];
  /** Replaces the usual answer of an endpoint: 'GET /api/stats'. */
  answer(endpoint: string, answer: Answer): void;
  send(event: BrowserEvent): void;
  reset(): void;
  close(): Promise<void>;
}

/** The answers of a workspace in use. Writes are answered but change nothing. */
function usualAnswers(): Map<string, Answer> {
  let { monitoring } = sample;
  const answers = new Map<string, Answer>([
    ["GET /api/auth/user", () => sample.user],
    ["PATCH /api/auth/user", ({ body }) => ({ ...sample.user, ...(body as object) })],
    ["POST /api/auth/change-password", () => ({ success: true })],
    ["PUT /api/answers/:id", () => ({ success: true })],
    ["PUT /api/answers/:id/listing", () => ({ success: true })],
    ["POST /api/answers/:id/opened", () => ({ success: true })],
    ["GET /api/analytics/answered", () => sample.answeredStats],
    ["GET /api/questions", () => sample.openQuestions],
    ["POST /api/questions/:id/ask", () => ({ success: true })],
    ["POST /api/questions/:id/dismiss", () => ({ success: true })],
    ["GET /api/subscription", () => sample.subscription],
    ["GET /api/subscription/cost", () => ({ dueNow: null, monthly: 2500 })],
    ["GET /api/billing-info", () => ({ last4: null, brand: null })],
    ["GET /api/sessions", () => personalData.sessions],
    ["DELETE /api/sessions", () => ({ success: true })],
    ["DELETE /api/sessions/:id", () => ({ success: true })],
    ["GET /api/second-factor", () => ({ since: null, recoveryCodesLeft: 0, managedBy: null })],
    ["POST /api/second-factor", () => personalData.newSecondFactor],
    ["POST /api/second-factor/confirm", () => ({ recoveryCodes: personalData.recoveryCodes })],
    ["POST /api/second-factor/recovery-codes", () => ({ recoveryCodes: personalData.recoveryCodes })],
    ["POST /api/second-factor/off", () => ({ success: true })],
    ["GET /api/account-deletion", () => personalData.deletion],
    ["GET /api/provisioning", () => sample.provisioning],
    ["GET /api/api-keys", () => []],
    ["GET /api/connected-apps", () => []],
    ["GET /api/own-accounts", () => []],
    ["GET /api/webhooks", () => webhooks],
    ["GET /api/webhooks/:id/deliveries", () => deliveries],
    ["GET /api/workspaces", () => sample.workspaces],
    ["GET /api/invitations", () => []],
    ["GET /api/invitation-links", () => []],
    ["GET /api/single-sign-on", () => noSignOn],
    ["GET /api/newcomers", () => ({ membership: "editor", joinByDomain: false })],
    ["PUT /api/newcomers", ({ body }) => body],
    ["GET /api/stats", () => sample.stats],
    ["GET /api/settings", () => sample.settings],
    ["PUT /api/settings", ({ body }) => ({ ...(body as object), lastUpdated: "2026-11-21T09:00:00.000Z" })],
    ["GET /api/retention", () => ({ keepDays: null, keepsQuotes: true, forgotten: 0 })],
    ["GET /api/retention/effect", () => ({ messages: 12_340, unread: 0, articles: 210, quotes: 0 })],
    ["PUT /api/retention", ({ body }) => ({ ...(body as object), forgotten: 0 })],
    ["GET /api/settings/monitoring", () => monitoring],
    [
      "PUT /api/settings/monitoring",
      ({ body }) => {
        const { mode } = body as typeof monitoring;
        monitoring = { mode, nextCheck: "2031-11-21T09:00:00.000Z" };
        return monitoring;
      },
    ],
    ["GET /api/connections/:id/places", () => []],
    ["POST /api/integrations/places", () => [{ id: "ENG", name: "Engineering (ENG)" }]],
    ["GET /api/integrations", () => sample.integrations],
    ["GET /api/wikis", () => wikis],
    ["GET /api/wiki-repairs", () => []],
    ["GET /api/wiki-findings", () => []],
    ["GET /api/wiki-health", () => emptyHealth],
    ["GET /api/inbox/assigned", () => ({ pages: [], duplicates: [], questions: [] })],
    ["GET /api/wiki-pages/search", () => []],
    ["GET /api/wikis/:id/size", () => ({ passages: 2104, bytes: 1_240_000 })],
    ["PUT /api/wikis/:id", () => wikis[0]],
    ["POST /api/integrations", () => sample.integrations[0]],
    ["PUT /api/integrations/:id", () => sample.integrations[0]],
    ["PUT /api/integrations/:id/readers", () => sample.integrations[0]],
    ["PUT /api/integrations/:id/page-tree", () => sample.integrations[0]],
    ["DELETE /api/integrations/:id", () => ({ success: true })],
    ["POST /api/integrations/:id/test", () => ({ valid: true, error: null, details: null })],
    ["POST /api/integrations/:id/test-page", () => ({ works: true, message: "A page was written and removed again." })],
    [
      "POST /api/collaboration-integrations/:id/last-message",
      () => ({ works: true, message: "Last message read: Grace in deploys, 2026-11-20, 09:00 UTC." }),
    ],
    ["GET /api/collaboration-integrations", () => sample.collaborationIntegrations],
    ["POST /api/collaboration-integrations", () => sample.collaborationIntegrations[0]],
    ["PATCH /api/collaboration-integrations/:id", () => ({ ok: true })],
    ["DELETE /api/collaboration-integrations/:id", () => ({ success: true })],
    ["PUT /api/collaboration-integrations/:id/channel-rule", () => sample.collaborationIntegrations[0]],
    ["POST /api/collaboration-integrations/:id/test", () => ({ success: true, message: "Connected.", warnings: [] })],
    ["GET /api/channels", () => sample.channels],
    ["POST /api/channels", () => sample.channels[0]],
    ["POST /api/channels/:id/earlier-messages", () => sample.channels[0]],
    ["DELETE /api/channels/:id", () => ({ success: true })],
    ["GET /api/collaboration-channels", () => sample.channels],
    ["POST /api/collaboration-channels", () => sample.channels[0]],
    ["PATCH /api/collaboration-channels/:id", () => sample.channels[0]],
    ["PUT /api/collaboration-channels/:id/questions", () => sample.channels[0]],
    ["PUT /api/collaboration-channels/:id/answers", () => sample.channels[0]],
    ["GET /api/google-chat/spaces", () => sample.spaces],
    ["GET /api/teams/channels", () => []],
    ["GET /api/slack/channels", () => sample.slackChannels],
    ["GET /api/slack/channels/reading", () => ({ isReading: false, found: 3, goesOnAt: null, trouble: null })],
    ["GET /api/articles/recent", () => sample.articles],
    ["GET /api/articles/search", () => sample.articles.slice(0, 2)],
    ["GET /api/articles/categories", () => ["Access", "Deployment", "Finance"]],
    ["GET /api/categories", () => sample.categories],
    ["GET /api/articles/facets", () => sample.facets],
    ["GET /api/articles/tags", () => ["deploy", "credentials", "queue"]],
    ["POST /api/articles/:id/confirm", () => ({ undo: null })],
    ["PUT /api/articles/:id/owner", () => ({ success: true })],
    ["GET /api/people", () => sample.people],
    [
      "POST /api/presence",
      () => ({ isAlone: true, showsDemo: true, joinedAt: "2026-11-22T09:00:00.000Z", people: [] }),
    ],
    ["GET /api/presence/activity", () => []],
    ["GET /api/status", () => sample.status],
    ["GET /api/saved-views", () => []],
    ["POST /api/saved-views", ({ body }) => ({ id: sample.idOf(70), ...(body as object) })],
    ["GET /api/articles/trash", () => []],
    ["POST /api/articles/trash/empty", () => ({ deleted: 1 })],
    ["GET /api/articles/:id", () => sample.articlePage],
    ["GET /api/articles/:id/merge/:intoId", () => mergePreview],
    ["GET /api/articles/:id/conversation", () => sample.conversation],
    [
      "POST /api/articles/:id/reanalyze",
      () => ({ success: true, message: "", article: sample.articles[0], goesOn: false }),
    ],
    ["GET /api/articles/:id/versions/:version", () => sample.versionChanges],
    ...["reanalyze", "retry", "remove", "restore", "delete"].map((action): [string, Answer] => [
      `POST /api/articles/bulk/${action}`,
      ({ body }) => ({
        results: (body as { ids: string[] }).ids.map((id) => ({ id, title: "", outcome: "done", message: "" })),
      }),
    ]),
    ["POST /api/articles/export", () => "# Articles\n"],
    ["POST /api/articles/:id/publications/:publicationId/retry", () => ({ success: true })],
    ["GET /api/inbox", () => inboxOf([])],
    ["GET /api/notifications", () => ({ unread: 0, notifications: [] })],
    ["POST /api/notifications/read", () => ({ success: true })],
    ["GET /api/notification-settings", () => sample.notificationSettings],
    ["PUT /api/notification-settings", ({ body }) => ({ ...sample.notificationSettings, ...(body as object) })],
    ["GET /api/watches", () => []],
    ["PUT /api/watches", () => ({ success: true })],
    ["PUT /api/auth/welcome", () => ({ ...sample.user, welcomeDismissed: true })],
    ["PUT /api/auth/dates", ({ body }) => ({ ...sample.user, ...(body as object) })],
    [
      "PUT /api/inbox/assignments",
      ({ body }) => ({
        results: (body as { ids: string[] }).ids.map((id) => ({ id, outcome: "done", message: "", undo: null })),
      }),
    ],
    ["GET /api/settings/writing", () => models.noWriting],
    ["PUT /api/settings/writing", ({ body }) => ({ ...(body as object), suggestions: [] })],
    ["GET /api/settings/writing/examples", () => models.writingExamples],
    ["POST /api/settings/writing/preview", () => models.writingPreview],
    ["GET /api/language-model/waiting", () => models.emptyModelBacklog],
    ["POST /api/language-model/waiting/continue", () => models.emptyModelBacklog],
    ["GET /api/language-model/again", () => models.noRereadingOffer],
    ["POST /api/language-model/again", () => ({ ...models.rereadingOffer, conversations: 0, asked: 1_204 })],
    ["GET /api/excerpts", () => models.noExcerpts],
    ["POST /api/excerpts/write", () => ({ runId: models.RUN_ID, count: 37 })],
    ["POST /api/excerpts/undo", () => ({ restored: 35, left: 0, message: "" })],
    ["GET /api/language-model", () => models.noModel],
    ["GET /api/language-model/providers", () => ({ providers: models.providers, ollamaHere: null })],
    ["GET /api/language-model/estimate", () => models.noEstimate],
    ["GET /api/language-model/spending", () => models.nothingSpent],
    ["GET /api/model-trials", () => ({ trials: [] })],
    ["GET /api/model-trials/:id/price", () => models.repeatPrice],
    ["POST /api/language-model/models", () => models.listedModels],
    ["POST /api/language-model/test", () => models.passedModelTest],
    ["PUT /api/language-model", () => ({ saved: true, test: models.passedModelTest })],
    ["PUT /api/language-model/key", () => ({ saved: true, test: models.passedModelTest })],
    ["DELETE /api/language-model", () => ({ success: true })],
    [
      "PUT /api/language-model/caps",
      ({ body }) => ({ ...models.ownModel, caps: { ...(body as ModelCaps), own: body } }),
    ],
    ["PUT /api/language-model/channels/:id", () => ({ success: true })],
    ["GET /api/inbox/undoable", () => []],
    ["GET /api/review-settings", () => DEFAULT_REVIEW_SETTINGS],
    [
      "GET /api/review-settings/decisions",
      () => [
        { risk: 20, published: 6, declined: 0 },
        { risk: 45, published: 2, declined: 2 },
      ],
    ],
    ["PUT /api/review-settings", ({ body }) => body],
    ["GET /api/logs", ({ query }) => filterLogs(sample.logs, query)],
    ["GET /api/logs/export", ({ query }) => JSON.stringify(filterLogs(sample.logs, query))],
    ["GET /api/analytics", () => sample.analytics],
    ["GET /api/runs", () => []],
    ["POST /api/imports", () => sample.runOf({ kind: "import" })],
  ]);
  /** A count always equals the length of its list, even if a test has replaced the list. */
  const counting =
    (list: string, count: (items: never[], call: Call) => unknown): Answer =>
    async (call) => {
      const items = await answers.get(list)?.({ ...call, query: {} });
      return Array.isArray(items) ? count(items as never[], call) : items;
    };
  answers.set(
    "GET /api/logs/counts",
    counting("GET /api/logs", (logs, { query }) => countLogs(logs, query)),
  );
  answers.set("GET /api/articles/:id/neighbours", async (call) => {
    const list = await answers.get(`GET /api/articles/${Object.keys(call.query).length > 0 ? "search" : "recent"}`)?.(
      call,
    );
    return Array.isArray(list) ? findNeighbours(list, call.path.split("/")[3] ?? "") : list;
  });
  answers.set(
    "GET /api/articles/news",
    counting("GET /api/articles/recent", (articles, { query }) => countNews(articles, query["since"])),
  );
  answers.set("GET /api/analytics/overview", counting("GET /api/articles/recent", buildOverview));
  return answers;
}

/** `webRoot` is the folder of the built app. */
export async function startFakeServer(webRoot = BUILT_APP, port = 0): Promise<FakeServer> {
  let answers = usualAnswers();
  let calls: Call[] = [];
  let broken: string[] = [];
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    if (pathname === EMPTY_PAGE) return void response.writeHead(200, { "Content-Type": "text/html" }).end();
    if (!pathname.startsWith("/api/")) return sendFile(webRoot, pathname, response);
    if (pathname === "/api/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write(":\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
      return;
    }
    const method = request.method ?? "GET";
    const call: Call = { method, path: pathname, query: Object.fromEntries(searchParams), body: await bodyOf(request) };
    calls.push(call);
    const answer = matching(answers, method, pathname);
    const answered = await answer?.(call);
    if (answered instanceof EventReply) {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      for await (const event of answered.events) response.write(`data: ${JSON.stringify(event)}\n\n`);
      return void response.end();
    }
    const {
      status,
      body: whole,
      headers: more,
    } = answered instanceof Reply ? answered : new Reply(answer ? 200 : 404, answered ?? {});
    const { body, headers } = paginateAnswer(whole, call);
    if (status === 200 && !(answered instanceof OutsideContract))
      broken.push(...breachesOfContract(method, pathname, body));
    response
      .writeHead(status, { "Content-Type": "application/json", ...headers, ...more })
      .end(typeof body === "string" ? body : JSON.stringify(body));
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    get broken() {
      return broken;
    },
    answer: (endpoint, answer) => void answers.set(endpoint, answer),
    send: (event) => {
      for (const listener of listeners) listener.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    reset: () => {
      answers = usualAnswers();
      calls = [];
      broken = [];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const matching = (answers: Map<string, Answer>, method: string, path: string) =>
  answers.get(endpointAt([...answers.keys()], method, path) ?? "");

/** The endpoint that matches a path. Endpoints without parameters are tried first. */
function endpointAt(endpoints: string[], method: string, path: string): string | undefined {
  const parts = path.split("/");
  if (endpoints.includes(`${method} ${path}`)) return `${method} ${path}`;
  return endpoints.find((endpoint) => {
    const [ofMethod, template = ""] = endpoint.split(" ");
    const wanted = template.split("/");
    if (ofMethod !== method || wanted.length !== parts.length) return false;
    return wanted.every((part, index) => part.startsWith(":") || part === parts[index]);
  });
}

function breachesOfContract(method: string, path: string, body: unknown): string[] {
  const key = endpointAt(Object.keys(contract), method, path) as keyof typeof contract | undefined;
  if (STREAMED.includes(`${method} ${path}`)) return [];
  if (!key) return [`${method} ${path} is not in the contract`];
  const { response }: Endpoint = contract[key];
  const checked = response?.safeParse(typeof body === "string" ? body : JSON.parse(JSON.stringify(body)));
  return (checked?.error?.issues ?? []).map((issue) => `${key}: ${issue.path.join(".")}: ${issue.message}`);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  if (!request.headers["content-type"]?.startsWith("application/json")) return text || undefined;
  return JSON.parse(text);
}

/**
 * Serves files as the real server does: existing files, and the app for every other path, with a strict content
 * security policy.
 */
async function sendFile(webRoot: string, path: string, response: ServerResponse): Promise<void> {
  const isFile = extname(path) !== "";
  const name = isFile ? path : "/index.html";
  try {
    const content = await readFile(join(webRoot, name));
    response
      .writeHead(200, {
        "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
        "Content-Security-Policy": policyOf(name.endsWith(".html") ? content.toString() : ""),
        ...(name.startsWith("/assets/") && { "Cache-Control": "public, max-age=31536000, immutable" }),
      })
      .end(content);
  } catch {
    response.writeHead(404).end();
  }
}

if (import.meta.main) {
  const server = await startFakeServer(BUILT_APP, Number(process.env.PORT ?? 3000));
  process.stdout.write(`The app with made-up answers: ${server.address}\n`);
}
