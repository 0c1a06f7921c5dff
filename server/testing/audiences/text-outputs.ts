import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import type { InjectOptions } from "fastify";
import type { Permission } from "../../../shared/domain/access.ts";
import { KEY_SCOPES } from "../../../shared/domain/api-keys.ts";
import { exportLogs } from "../../activity/export-logs.ts";
import { inWorkspaceAs, mayReadChannels } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { type apiKeys, articles, articleVersions, channels, llmCalls, webhooks } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { computeEdition, computeStatementKeys } from "../../library/edit/statement-keys.ts";
import { buildMail } from "../../notifications/index.ts";
import { buildBody as bodyOfMessage } from "../../public-api/webhooks/message.ts";
import { claimOrSkip } from "../../public-api/webhooks/send.ts";
import { exportData } from "../../workspace/accounts/export-data.ts";
import { unzip } from "../../workspace/accounts/testing/unzip.ts";
import { createToken, hashToken } from "../../workspace/accounts/tokens.ts";
import {
  buildApiKey,
  buildConnectedApp,
  buildDelivery,
  buildMessage,
  buildModelTrial,
  buildOpenQuestion,
  buildWebhook,
} from "../factories.ts";
import { CHAT_OUTPUTS } from "./chat-outputs.ts";
import { readPageFindings } from "./finding-output.ts";
import { mayReadPage } from "./pages.ts";
import { expectReaders, type TextOutput } from "./text-output.ts";
import { type ArticleOfWorld, mayReadChannel, type PersonOfWorld, type World } from "./world.ts";
import { readWrittenAnswers } from "./written-output.ts";

const READ: Permission = ["read", "articles"];
const CHANGE: Permission = ["change", "articles"];

const get = (url: (article: ArticleOfWorld) => string): TextOutput["open"] => {
  return async (person, article) => bodyOf(await person.inject({ url: url(article) }));
};

function post(
  url: (article: ArticleOfWorld) => string,
  body: (article: ArticleOfWorld, world: World) => object,
): TextOutput["open"] {
  return async (person, article, world) =>
    bodyOf(await person.inject({ method: "POST", url: url(article), payload: body(article, world) }));
}

/** Throws if the request fails or hits a rate limit, because the output would then prove nothing. */
function bodyOf({ statusCode, body }: { statusCode: number; body: string }): string {
  if (statusCode >= 500 || statusCode === 429) throw new Error(`Answered with ${statusCode}: ${body}`);
  return body;
}

/** Every way of returning text to a person must be listed here, so that the test searches it for leaks. */
export const TEXT_OUTPUTS: TextOutput[] = [
  { name: "library", open: get(() => "/api/articles"), isComplete: true },
  { name: "recent articles", open: get(() => "/api/articles/recent"), isComplete: true },
  { name: "first page of articles", open: get(() => "/api/articles/recent?limit=1000"), isComplete: true },
  { name: "search and palette", open: get(({ word }) => `/api/articles/search?keywords=${word}`), finds: READ },
  {
    name: "search by category",
    open: get(({ word }) => `/api/articles/search?category=Category%20${word}`),
    finds: READ,
  },
  { name: "search by tag", open: get(({ word }) => `/api/articles/search?tags=${word}`), finds: READ },
  { name: "counts of filters", open: get(() => "/api/articles/facets") },
  {
    name: "counts of filters of a search",
    open: get(({ word }) => `/api/articles/facets?keywords=${word}`),
    finds: READ,
  },
  { name: "tags", open: get(() => "/api/articles/tags"), isComplete: true },
  { name: "categories", open: get(() => "/api/articles/categories"), isComplete: true },
  { name: "tree of categories", open: get(() => "/api/categories"), isComplete: true },
  {
    name: "trash",
    finds: READ,
    open: async (person, { id }, { test }) => {
      const [before] = await test.db.select().from(articles).where(eq(articles.id, id));
      await test.db.update(articles).set({ state: "trashed", trashedAt: new Date() }).where(eq(articles.id, id));
      const answer = bodyOf(await person.inject({ url: "/api/articles/trash" }));
      await test.db
        .update(articles)
        .set({ state: before?.state ?? "stands", trashedAt: null })
        .where(eq(articles.id, id));
      return answer;
    },
  },
  { name: "article page", open: get(({ id }) => `/api/articles/${id}`), finds: READ },
  { name: "article version", open: get(({ id }) => `/api/articles/${id}/versions/1`), finds: READ },
  { name: "conversation", open: get(({ id }) => `/api/articles/${id}/conversation`) },
  { name: "evidence", open: get(({ id }) => `/api/articles/${id}/evidence`) },
  {
    name: "export",
    finds: READ,
    open: post(
      () => "/api/articles/export",
      ({ id }) => ({ ids: [id], format: "markdown" }),
    ),
  },
  {
    name: "bulk actions",
    open: post(
      () => "/api/articles/bulk/retry",
      ({ id }) => ({ ids: [id] }),
    ),
  },
  {
    name: "merge",
    open: post(
      ({ id }) => `/api/articles/${id}/merge`,
      ({ id }) => ({ into: id }),
    ),
  },
  { name: "merge preview", open: get(({ id }) => `/api/articles/${id}/merge/${id}`) },
  { name: "inbox", open: get(() => "/api/inbox?limit=100") },
  { name: "findings about pages of the wiki", open: readPageFindings },
  { name: "inbox item", open: get(({ itemId }) => `/api/inbox/conflict.${itemId}`) },
  {
    name: "decision about a whole kind",
    open: post(
      () => "/api/inbox/decide-all",
      () => ({ kind: "conflict", choice: "approve", until: new Date().toISOString() }),
    ),
  },
  { name: "snoozed inbox", open: get(() => "/api/inbox?limit=100&snoozed=true") },
  {
    name: "inbox decision",
    open: post(
      ({ itemId }) => `/api/inbox/conflict.${itemId}/decide`,
      () => ({ choice: "approve" }),
    ),
  },
  { name: "log", open: get(() => "/api/logs"), isComplete: true },
  { name: "log search", open: get(({ word }) => `/api/logs?search=${word}`), finds: READ },
  {
    name: "what a search in the log counts",
    finds: READ,
    open: async (person, { word }) => {
      const answer = await person.inject({ url: `/api/logs/counts?search=${word}` });
      return answer.json().matching > 0 ? word : "";
    },
  },
  { name: "log export", open: logExport, isComplete: true },
  {
    name: "who else is there",
    open: async (person, { id }, { people }) => {
      const say = (one: PersonOfWorld) =>
        one.inject({
          method: "POST",
          url: "/api/presence",
          payload: { window: "window01", articleId: id, isEditing: true },
        });
      for (const other of people) if (other !== person) await say(other);
      return bodyOf(await say(person));
    },
  },
  {
    name: "what people changed",
    open: async (person, _article, { test: { db }, workspaceId, people }) => {
      await db
        .update(articleVersions)
        .set({ madeBy: people[0]?.id ?? null })
        .where(eq(articleVersions.workspaceId, workspaceId));
      return bodyOf(await person.inject({ url: "/api/presence/activity" }));
    },
  },
  { name: "figures", open: get(() => "/api/analytics") },
  { name: "what language models cost", open: spending },
  { name: "personal data", open: personalData, isComplete: true, isSlow: true },
  { name: "events in the browser", open: listenForEvent, finds: READ },
  { name: "API: articles", open: byKey("GET", () => "/api/v1/articles?limit=100"), isComplete: true, isOfShown: true },
  { name: "API: article", open: byKey("GET", ({ id }) => `/api/v1/articles/${id}`), finds: READ, isOfShown: true },
  { name: "API: search", open: byKey("GET", ({ word }) => `/api/v1/search?q=${word}`), finds: READ, isOfShown: true },
  {
    name: "API: ask",
    isOfShown: true,
    finds: READ,
    open: byKey(
      "POST",
      () => "/api/v1/ask",
      ({ word }) => ({ question: `What about ${word}?` }),
    ),
  },
  { name: "API: changes", open: byKey("GET", () => "/api/v1/changes?limit=100") },
  { name: "API: inbox", open: byKey("GET", () => "/api/v1/inbox?limit=100") },
  {
    name: "API: inbox decision",
    open: byKey(
      "POST",
      ({ itemId }) => `/api/v1/inbox/conflict.${itemId}/decide`,
      () => ({ choice: "approve" }),
    ),
  },
  {
    name: "API: report",
    open: byKey(
      "POST",
      ({ id }) => `/api/v1/articles/${id}/problems`,
      () => ({ text: " " }),
    ),
  },
  { name: "MCP: app of the person", open: mcpAsApp, finds: READ, isOfShown: true },
  { name: "API for everybody", open: keyOfEverybody, isSlow: true },
  { name: "webhook", open: webhook },
  { name: "deliveries of a webhook", open: deliveriesOfWebhook },
  {
    name: "ask",
    isOfShown: true,
    finds: READ,
    open: post(
      () => "/api/ask",
      ({ word }) => ({ question: `What is ${word}?` }),
    ),
  },
  {
    name: "ask about pages",
    findsPages: true,
    isSlow: true,
    open: aboutPages((person, question) =>
      person.inject({ method: "POST", url: "/api/ask", payload: { question, asking: newId() } }),
    ),
  },
  {
    name: "API: ask about pages",
    findsPages: true,
    isSlow: true,
    open: aboutPages((person, question, world) =>
      callWithKey(world, { audience: "maker", createdBy: person.id }, "POST", "/api/v1/ask", { question }),
    ),
  },
  {
    name: "search of pages",
    findsPages: true,
    isSlow: true,
    open: aboutPages((person, _, __, word) => person.inject({ url: `/api/wiki-pages/search?keywords=${word}` })),
  },
  {
    name: "API: search of pages",
    findsPages: true,
    isSlow: true,
    open: aboutPages((person, _, world, word) =>
      callWithKey(world, { audience: "maker", createdBy: person.id }, "GET", `/api/v1/search?q=${word}`),
    ),
  },
  { name: "answers that a model writes about pages", isSlow: true, open: readWrittenAnswers },
  { name: "API for everybody: ask about pages", isSlow: true, open: pagesForEverybody },
  ...CHAT_OUTPUTS,
  { name: "open questions", open: openQuestions, isComplete: true, isOfShown: true },
  { name: "notifications", open: notifications, isComplete: true },
  { name: "mail of notifications", open: notificationMail, isComplete: true },
  { name: "watches", open: watches, finds: READ },
  { name: "editing", open: changes(edit), finds: CHANGE },
  { name: "bringing a version back", open: changes(bringBack), finds: CHANGE },
  { name: "trials of language models", open: modelTrials },
  { name: "people and invitations", open: get(() => "/api/invitations") },
];

type ArticleRow = typeof articles.$inferSelect;

/** Sends a request that changes the article. If the request succeeds, the person could reach the article. */
function changes(request: (before: ArticleRow) => InjectOptions): TextOutput["open"] {
  return async (person, { id, word }, { test }) => {
    const read = async () => (await test.db.select().from(articles).where(eq(articles.id, id)))[0];
    const before = await read();
    if (!before) throw new Error(`There is no article ${id}.`);
    const shown = bodyOf(await person.inject(request(before)));
    return (await read())?.version === before.version ? shown : shown + word;
  };
}

/** The complete form as the editor sends it, with another priority. */
function edit(before: ArticleRow): InjectOptions {
  const { id, version, title, summary, body, tags, contentType, category, difficulty, priority } = before;
  const keys = computeStatementKeys({ summary, body });
  const edited = (of: typeof summary) =>
    of.map((statement) => {
      const { form, text, language } = statement;
      return { key: keys.get(statement) ?? null, form, text, language };
    });
  const sections = body.map(({ statements, ...section }) => ({ ...section, statements: edited(statements) }));
  const labels = { tags, contentType, category, difficulty, priority: priority === "low" ? "high" : "low" };
  const payload = { version, edition: computeEdition(before), title, summary: edited(summary), sections, ...labels };
  return { method: "PUT", url: `/api/articles/${id}/content`, payload };
}

function bringBack({ id, version }: ArticleRow): InjectOptions {
  return { method: "POST", url: `/api/articles/${id}/versions/1/restore`, payload: { from: version } };
}

/** Calls with an API key that has the person's reading rights. */
function byKey(
  method: "GET" | "POST",
  url: (article: ArticleOfWorld) => string,
  body?: (article: ArticleOfWorld) => object,
): TextOutput["open"] {
  return async (person, article, world) => {
    const answer = await callWithKey(
      world,
      { audience: "maker", createdBy: person.id },
      method,
      url(article),
      body?.(article),
    );
    return bodyOf(answer);
  };
}

/** Asks one question about each page. */
function aboutPages(
  ask: (
    person: PersonOfWorld,
    question: string,
    world: World,
    word: string,
  ) => Promise<{ statusCode: number; body: string }>,
): TextOutput["open"] {
  return async (person, _, world) => {
    const shown: string[] = [];
    for (const { word } of world.pages) shown.push(bodyOf(await ask(person, `What is ${word}?`, world, word)));
    return shown.join("\n");
  };
}

/** A key without a person gets answers from exactly the pages that everybody may read. */
async function pagesForEverybody(_: PersonOfWorld, __: ArticleOfWorld, world: World): Promise<string> {
  const maker = world.people.find(({ isProven }) => isProven);
  if (!maker) return "";
  const key = { audience: "everybody" as const, createdBy: maker.id };
  for (const page of world.pages) {
    const asked = { question: `What is ${page.word}?` };
    const isShown = bodyOf(await callWithKey(world, key, "POST", "/api/v1/ask", asked)).includes(page.word);
    expectReaders("A key for everybody", page.word, { isShown, mayRead: mayReadPage(world, null, page) });
  }
  return "";
}

/** Calls as an app that the person has connected. */
async function mcpAsApp(
  person: PersonOfWorld,
  { id, word }: ArticleOfWorld,
  { test, workspaceId }: World,
): Promise<string> {
  const token = createToken();
  await buildConnectedApp(test.db, { workspaceId, userId: person.id, tokenHash: hashToken(token) });
  const shown = [];
  for (const [name, args] of Object.entries({
    fetch: { id },
    search: { query: word },
    list_recent_changes: { limit: 100 },
  }))
    shown.push(
      bodyOf(
        await test.app.inject({
          method: "POST",
          url: "/mcp",
          headers: { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
          payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
        }),
      ),
    );
  return shown.join("\n");
}

/** Calls with a key without a person. Such a key shows only text that everybody may read. */
async function keyOfEverybody(_: PersonOfWorld, article: ArticleOfWorld, world: World): Promise<string> {
  const maker = world.people.find(({ isProven }) => isProven);
  if (!maker) return "";
  const key = { audience: "everybody" as const, createdBy: maker.id };
  const shown = [
    bodyOf(await callWithKey(world, key, "GET", "/api/v1/articles?limit=100")),
    bodyOf(await callWithKey(world, key, "GET", `/api/v1/articles/${article.id}`)),
    bodyOf(await callWithKey(world, key, "GET", "/api/v1/inbox?limit=100")),
    bodyOf(await callWithKey(world, key, "POST", "/api/v1/ask", { question: `What about ${article.word}?` })),
  ].join("\n");
  const isPrivate = new Map(world.channels.map((channel) => [channel.id, channel.isPrivate]));
  for (const { word, channels } of world.articles)
    if ([...channels].some((id) => isPrivate.get(id)))
      expectReaders("A key for everybody", word, { isShown: shown.includes(word), mayRead: false });
  return "";
}

/**
 * Reads the costs of language models. Each channel temporarily gets its secret word as its name, and a stored model
 * call.
 */
async function spending(person: PersonOfWorld, _: ArticleOfWorld, { test, workspaceId, channels: all }: World) {
  const inChannels = (name: (channel: World["channels"][number]) => string) =>
    Promise.all(
      all.map((channel) =>
        test.db
          .update(channels)
          .set({ name: name(channel) })
          .where(eq(channels.id, channel.id)),
      ),
    );
  await inChannels(({ word }) => word);
  await test.db.insert(llmCalls).values(
    all.map(({ id: channelId }) => ({
      workspaceId,
      id: newId(),
      channelId,
      purpose: "write",
      provider: "openai",
      model: "large",
      inputHash: "hash",
      sources: ["1"],
      outcome: "ok" as const,
      inputTokens: 1000,
      outputTokens: 100,
      costMicros: 5000,
      milliseconds: 800,
    })),
  );
  const answers = [];
  for (const url of ["/api/language-model/spending", "/api/language-model/spending/export"])
    answers.push(bodyOf(await person.inject({ url })));
  await inChannels(({ id }) => id);
  return answers.join("\n");
}

/**
 * Sends webhook deliveries about every article and conflict. One URL is for everybody, another for members of the
 * private channels that the person reads. Each delivery is checked against its URL's readers.
 */
async function webhook(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  const named = world.channels.filter((channel) => channel.isPrivate && mayReadChannel(person, channel));
  for (const readers of [[], named.map(({ id }) => id)]) {
    const told = await listDelivered(world, readers);
    for (const { id, word, channels } of world.articles) {
      const isFor = world.channels.every((one) => !channels.has(one.id) || !one.isPrivate || readers.includes(one.id));
      const isShown = (await world.test.db.select().from(articles).where(eq(articles.id, id)))[0]?.state === "stands";
      const isTold = told.includes(word) || told.includes(id);
      expectReaders("A webhook", word, { isShown: isTold, mayRead: isFor && isShown });
    }
    for (const { word } of world.channels)
      expectReaders("A webhook", word, { isShown: told.includes(word), mayRead: false });
  }
  return "";
}

async function listDelivered({ test, workspaceId, articles: all }: World, readerChannels: string[]): Promise<string> {
  const { id: webhookId } = await buildWebhook(test.db, { workspaceId, readerChannels });
  const bodies: string[] = [];
  for (const { id: articleId, itemId } of all)
    for (const type of ["article.created", "article.changed", "article.conflict_found"] as const) {
      const item = type === "article.conflict_found" ? { itemId } : {};
      const values = { workspaceId, webhookId, id: newId(), type, articleId, version: 1, ...item };
      const due = { state: "waiting" as const, nextAt: new Date(0) };
      const { id } = await buildDelivery(test.db, { ...values, ...due });
      const claimed = await inWorkspace(test.db, workspaceId, (scope) => claimOrSkip(scope, id));
      if (claimed) bodies.push(bodyOfMessage(claimed, test.deps.env.PUBLIC_URL));
    }
  await test.db.delete(webhooks).where(eq(webhooks.id, webhookId));
  return bodies.join("\n");
}

/**
 * Reads the deliveries in the webhook's settings: their titles, and receivers' answers, which may repeat the delivered
 * text.
 */
async function deliveriesOfWebhook(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  const { test, workspaceId } = world;
  const { id: webhookId } = await buildWebhook(test.db, { workspaceId });
  for (const { id: articleId, word } of world.articles)
    await buildDelivery(test.db, { workspaceId, webhookId, type: "article.created", articleId, response: word });
  const shown = bodyOf(await person.inject({ url: `/api/webhooks/${webhookId}/deliveries` }));
  await test.db.delete(webhooks).where(eq(webhooks.id, webhookId));
  return shown;
}

const keys = new WeakMap<World, Map<string, string>>();

/** Creates one key for each person and audience of a world. */
async function callWithKey(
  world: World,
  of: Pick<typeof apiKeys.$inferInsert, "audience" | "createdBy">,
  method: "GET" | "POST",
  url: string,
  payload?: object,
) {
  const { test, workspaceId } = world;
  const made = keys.get(world) ?? new Map<string, string>();
  keys.set(world, made);
  const name = `${of.audience} ${of.createdBy}`;
  const key = made.get(name) ?? `lk_${createToken()}`;
  if (!made.has(name)) {
    await buildApiKey(test.db, { ...of, workspaceId, scopes: [...KEY_SCOPES], keyHash: hashToken(key) });
    made.set(name, key);
  }
  return test.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });
}

/** Inserts a notification for the person about each article, even about articles that the person may not read. */
async function notifyAboutAll({ viewer }: PersonOfWorld, { test, workspaceId, articles }: World): Promise<void> {
  await test.db.$client.query(
    `insert into notifications (workspace_id, id, user_id, kind, article_id, mark, in_app, by_mail)
     select $1, gen_random_uuid(), $2, 'changed', id, 'version 2', true, true from unnest($3::uuid[]) id
     on conflict do nothing`,
    [workspaceId, viewer.userId, articles.map(({ id }) => id)],
  );
}

async function notifications(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  await notifyAboutAll(person, world);
  return bodyOf(await person.inject({ url: "/api/notifications" }));
}

/**
 * Reads the person's own questions, each answered by an article, and questions about articles in their only channel.
 */
async function openQuestions(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  const { test, workspaceId } = world;
  await test.db.$client.query("delete from open_questions where workspace_id = $1", [workspaceId]);
  for (const { id, word, channels } of world.articles) {
    const asked = { workspaceId, state: "answered" as const, articleId: id };
    await buildOpenQuestion(test.db, { ...asked, userId: person.viewer.userId, words: "What holds?" });
    const [channelId] = channels;
    const isThere = world.channels.some((channel) => channel.id === channelId && !channel.isRemoved);
    if (!channelId || channels.size > 1 || !isThere) continue;
    const messageId = `asked ${newId()}`;
    await buildMessage(test.db, { workspaceId, channelId, externalId: messageId, text: `What about ${word}?` });
    await buildOpenQuestion(test.db, { workspaceId, channelId, messageId, threadId: messageId, askedBy: "U9" });
  }
  const shown = bodyOf(await person.inject({ url: "/api/questions" }));
  await test.db.$client.query("delete from messages where workspace_id = $1 and external_id like 'asked %'", [
    workspaceId,
  ]);
  return shown;
}

/**
 * Reads a language model's trial results for each channel's messages, and for articles that come from one channel only.
 */
async function modelTrials(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  const { test, workspaceId } = world;
  const shown: string[] = [];
  const made: string[] = [];
  for (const { id: channelId, word, isRemoved } of world.channels) {
    if (isRemoved) continue;
    const ofChannel = world.articles.filter(({ channels }) => channels.size === 1 && channels.has(channelId));
    const said = `They say ${[word, ...ofChannel.map((article) => article.word)].join(" ")} here.`;
    const { id, messageId } = await buildModelTrial(test.db, { workspaceId, channelId, said });
    made.push(messageId);
    shown.push(bodyOf(await person.inject({ url: `/api/model-trials/${id}` })));
  }
  shown.push(bodyOf(await person.inject({ url: "/api/model-trials" })));
  await test.db.$client.query("delete from model_trials where workspace_id = $1", [workspaceId]);
  await test.db.$client.query("delete from messages where workspace_id = $1 and external_id = any($2)", [
    workspaceId,
    made,
  ]);
  return shown.join("\n");
}

/** Reads the notification mail's text at the time of sending. */
async function notificationMail(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  await notifyAboutAll(person, world);
  const mail = await inWorkspaceAs(world.test.db, person.viewer, (scope) => buildMail(world.test.deps, scope));
  return mail ? mail.subject + mail.text + mail.html : "";
}

/** Reads the person's watches, including those of articles that the person may no longer read. */
async function watches(person: PersonOfWorld, { id }: ArticleOfWorld, world: World): Promise<string> {
  await world.test.db.$client.query(
    "insert into watches (workspace_id, user_id, kind, target) values ($1, $2, 'article', $3) on conflict do nothing",
    [world.workspaceId, person.viewer.userId, id],
  );
  return bodyOf(await person.inject({ url: "/api/watches" }));
}

/** The result of `GET /api/logs/export`, without its rate limit. */
async function logExport({ viewer }: PersonOfWorld, _: ArticleOfWorld, { test }: World): Promise<string> {
  return (await Array.fromAsync(exportLogs(test.db, viewer, { format: "json" }).parts)).join("");
}

/** The result of `GET /api/personal-data`, without its rate limit. */
async function personalData({ viewer }: PersonOfWorld, _: ArticleOfWorld, { test }: World): Promise<string> {
  const fail = (error: unknown) => {
    throw error;
  };
  const files = await unzip(await buffer(await exportData(test.deps, { ...viewer, sessionHash: null }, fail)));
  // The question that this test asked in the person's name belongs to the person, so it is removed from the output.
  const asked = new RegExp(`("userId":"${viewer.userId}","words":)"What is \\w+\\?"`, "g");
  return [...files.values()].join("\n").replace(asked, '$1""');
}

/** Listens for an event about the article. People who may not read the article must not receive the event. */
async function listenForEvent({ viewer }: PersonOfWorld, { id, word }: ArticleOfWorld, world: World): Promise<string> {
  const { db, deps } = world.test;
  let stop = () => {};
  const channelIds = await new Promise<string[] | null>((resolve, reject) => {
    stop = deps.events.subscribe(world.workspaceId, (event, of) => {
      if (event.type === "article" && event.id === id) resolve(of);
    });
    inWorkspace(db, world.workspaceId, (scope) => deps.events.notify(scope, { type: "article", id })).catch(reject);
  });
  stop();
  const isTold =
    channelIds === null || (await inWorkspaceAs(db, viewer, (scope) => mayReadChannels(scope, channelIds)));
  return isTold ? word : "";
}
