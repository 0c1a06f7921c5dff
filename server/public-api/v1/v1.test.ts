import { Ajv2020 } from "ajv/dist/2020.js";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type KeyEndpoint, publicEndpoints } from "../../../shared/contract/public-api.ts";
import { KEY_SCOPES } from "../../../shared/domain/api-keys.ts";
import { newId } from "../../db/new-id.ts";
import { apiKeys, articleReports, articles } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { insertUnchangedVersion } from "../../library/edit/index.ts";
import { buildApiKey, buildArticle, buildArticleSource, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createToken, hashToken } from "../../workspace/accounts/tokens.ts";

let test: TestApp;
let workspaceId: string;
let articleId: string;
let channelId: string;
let key: string;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never });
});
beforeEach(async () => {
  ({ id: workspaceId } = await test.newWorkspace());
  ({ id: channelId } = await buildChannel(test.db, { workspaceId, name: "help" }));
  ({ id: articleId } = await write("Door code", "The door code is 4711."));
  key = await newKey();
});
afterAll(() => test.close());

async function write(title: string, text: string, values: { channelId?: string } = {}) {
  const article = await buildArticle(test.db, {
    workspaceId,
    channelId,
    channelName: "help",
    title,
    summary: [],
    summaryText: text,
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [{ form: "sentence", text, language: null, sources: ["m1"] }],
      },
    ],
    ...values,
  });
  await buildArticleSource(test.db, {
    workspaceId,
    articleId: article.id,
    channelId: values.channelId ?? channelId,
    messageExternalId: "m1",
    authorName: "Ingrid",
  });
  return article;
}

async function newKey(values: Partial<typeof apiKeys.$inferInsert> = {}): Promise<string> {
  const made = `lk_${createToken()}`;
  await buildApiKey(test.db, { workspaceId, scopes: [...KEY_SCOPES], ...values, keyHash: hashToken(made) });
  return made;
}

const call = (url: string, { by = key, payload }: { by?: string; payload?: object } = {}) =>
  test.app.inject({
    method: payload ? "POST" : "GET",
    url,
    headers: { authorization: `Bearer ${by}` },
    ...(payload && { payload }),
  });

const ENDPOINTS = (Object.entries(publicEndpoints) as [string, KeyEndpoint][]).map(([name, endpoint]) => {
  const [method = "", path = ""] = name.split(" ");
  return { name, method, path, ...endpoint };
});
const BODIES: Readonly<Record<string, object>> = {
  "POST /api/v1/ask": { question: "What is the door code?" },
  "POST /api/v1/articles/:id/problems": { text: "It changed." },
  "POST /api/v1/inbox/:id/decide": { choice: "approve" },
};
const open = ({ name, path }: (typeof ENDPOINTS)[number], by: string, id = articleId) => {
  const url =
    path.replace(":id", path.includes("inbox") ? `held.${id}` : id) + (path.endsWith("search") ? "?q=door" : "");
  const payload = BODIES[name];
  return call(url, { by, ...(payload && { payload }) });
};

describe.each(ENDPOINTS)("$name", (endpoint) => {
  it("refuses whoever shows no key, a wrong one, one that has ended, or a browser's session", async () => {
    const ended = await newKey({ expiresAt: new Date(Date.now() - 1000) });
    for (const by of ["", "lk_guessedguessedguessedguessed", ended, `${key}x`]) {
      const answer = await open(endpoint, by);
      expect([answer.statusCode, answer.json().code]).toEqual([401, "not-signed-in"]);
      expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
    }
    const { cookie } = await test.signIn();
    const session = await test.app.inject({
      method: endpoint.method as "GET",
      url: endpoint.path,
      headers: { cookie },
    });
    expect(session.statusCode).toBe(401);
  });

  it("refuses a key without its scope, from elsewhere, or of somebody who may not", async () => {
    const others = KEY_SCOPES.filter((scope) => scope !== endpoint.scope);
    const narrow = await open(endpoint, await newKey({ scopes: others }));
    expect([narrow.statusCode, narrow.json().message]).toEqual([403, expect.stringContaining(endpoint.scope)]);
    expect((await open(endpoint, await newKey({ addresses: ["203.0.113.0/24"] }))).statusCode).toBe(403);
    expect((await open(endpoint, await newKey({ addresses: ["127.0.0.0/8"] }))).statusCode).not.toBe(403);
    const viewer = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const answer = await open(endpoint, await newKey({ createdBy: viewer.id }));
    expect(answer.statusCode === 403).toBe(endpoint.needs[0] === "change");
    const gone = await buildUser(test.db, { workspaceId, deactivatedAt: new Date() });
    expect((await open(endpoint, await newKey({ createdBy: gone.id }))).statusCode).toBe(401);
  });

  it("shows nothing of another workspace", async () => {
    const { id } = await test.newWorkspace();
    const stranger = await newKey({ workspaceId: id, createdBy: (await buildUser(test.db, { workspaceId: id })).id });
    const answer = await open(endpoint, stranger);
    if (endpoint.path.includes(":id")) expect(answer.statusCode).toBe(404);
    else expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain("4711");
    expect(answer.body).not.toContain(articleId);
  });

  it("answers what its description says", async () => {
    if (endpoint.path.includes("inbox/:id")) await test.db.$client.query("update articles set state = 'held'");
    const answer = await open(endpoint, key);
    const wanted = endpoint.path.includes("inbox/:id") ? 400 : 200;
    expect(answer.statusCode).toBe(wanted);
    const description = (await test.app.inject({ url: "/api/v1/openapi.json" })).json();
    const path = endpoint.path.replace(":id", "{id}");
    const operation = description.paths[path][endpoint.method.toLowerCase()];
    expect(operation.summary).toBe(endpoint.summary);
    if (wanted !== 200) return;
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      operation.responses[200].content["application/json"].schema,
    );
    validate(answer.json());
    expect(validate.errors).toBeNull();
  });
});

describe.each(["review", "draft", "held", "dismissed", "trashed", "merged", "withdrawn"] as const)(
  "An article that is not shown (%s)",
  (state) => {
    beforeEach(() => test.db.update(articles).set({ state }).where(eq(articles.id, articleId)));

    it.each(ENDPOINTS.filter(({ path }) => !path.includes("inbox")))("is not told by $name", async (endpoint) => {
      const answer = await open(endpoint, key);
      expect(answer.statusCode).toBe(endpoint.path.includes(":id") ? 404 : 200);
      expect(answer.body).not.toMatch(/4711|Door code/);
      expect(answer.body).not.toContain(articleId);
    });
  },
);

describe("a program", () => {
  it("reads an article with its sentences and the messages they cite", async () => {
    expect((await call(`/api/v1/articles/${articleId}`)).json()).toMatchObject({
      title: "Door code",
      url: `http://localhost:3000/articles/${articleId}`,
      sentences: [{ section: "answer", text: "The door code is 4711.", sources: ["m1"] }],
      sources: [{ id: "m1", author: "Ingrid", channel: "help" }],
      markdown: expect.stringContaining("4711"),
    });
  });

  it("asks and gets the sentence that answers, with its source", async () => {
    const answer = (await call("/api/v1/ask", { payload: { question: "What is the door code?" } })).json();
    expect(answer).toMatchObject({
      sentences: [{ text: "The door code is 4711.", sources: [{ author: "Ingrid" }] }],
    });
    expect((await call("/api/v1/ask", { payload: { question: "Who repairs rockets?" } })).json().verdict).toBe(
      "unknown",
    );
  });

  it("gets a sure answer only while somebody has verified its article as it is now", async () => {
    const ask = async () => (await call("/api/v1/ask", { payload: { question: "What is the door code?" } })).json();
    const confirmAt = (confirmedAt: Date | null) =>
      test.db.update(articles).set({ confirmedAt }).where(eq(articles.id, articleId));
    expect(await ask()).toMatchObject({ verdict: "likely", articles: [{ id: articleId, verified: null }] });
    const at = new Date();
    await confirmAt(at);
    expect(await ask()).toMatchObject({
      verdict: "answered",
      articles: [{ id: articleId, verified: { by: null, at: at.toISOString() } }],
    });
    await confirmAt(new Date(0));
    expect(await ask()).toMatchObject({ verdict: "likely", articles: [{ id: articleId, verified: { by: null } }] });
  });

  it("asks a question that goes on from the one before", async () => {
    const asked = { question: "And for visitors?" };
    expect((await call("/api/v1/ask", { payload: asked })).json()).toMatchObject({ verdict: "unknown" });
    const payload = { ...asked, previous: "What is the door code?" };
    expect((await call("/api/v1/ask", { payload })).json().sentences).toMatchObject([
      { text: "The door code is 4711." },
    ]);
  });

  it("reads every article once, page by page, also while they have the same moment", async () => {
    for (let n = 0; n < 6; n++) await write(`Article ${n}`, "One sentence.");
    await test.db.$client.query("update articles set updated_at = '2026-01-01' where workspace_id = $1", [workspaceId]);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: { id: string }[]; next: string | null } = (
        await call(`/api/v1/articles?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    expect((await call("/api/v1/articles?cursor=nonsense")).statusCode).toBe(400);
  });

  it("reads what changed and why", async () => {
    await inWorkspace(test.db, workspaceId, (scope) =>
      insertUnchangedVersion(scope, articleId, "A message was edited."),
    );
    expect((await call("/api/v1/changes")).json().items).toMatchObject([
      { articleId, title: "Door code", reason: "A message was edited.", version: 2 },
      { articleId, reason: "Written.", version: 1 },
    ]);
  });

  it("sees the private channels of whoever made its key, and none when it was made for no person", async () => {
    const owner = await buildUser(test.db, { workspaceId });
    const finance = await buildChannel(test.db, { workspaceId, name: "finance", isPrivate: true, chosenBy: owner.id });
    const { id } = await write("Salaries of zebras", "Zebras earn a carrot.", { channelId: finance.id });
    const makers = await newKey({ createdBy: owner.id, audience: "maker" });
    const everybodys = await newKey({ createdBy: owner.id, audience: "everybody" });
    expect((await call(`/api/v1/articles/${id}`, { by: makers })).statusCode).toBe(200);
    expect((await call(`/api/v1/articles/${id}`, { by: everybodys })).statusCode).toBe(404);
    expect((await call("/api/v1/search?q=zebras", { by: everybodys })).json()).toMatchObject({ items: [] });
    expect((await call("/api/v1/articles", { by: everybodys })).json().items).toMatchObject([{ title: "Door code" }]);
  });

  it("reports a problem, which waits in the inbox once, without secrets, until somebody decides", async () => {
    const problem = {
      text: "The code is wrong. My password is hunter2secret! token ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    };
    for (let n = 0; n < 2; n++)
      expect((await call(`/api/v1/articles/${articleId}/problems`, { payload: problem })).statusCode).toBe(200);
    const inbox = (await call("/api/v1/inbox")).json();
    expect(inbox).toMatchObject({ total: 1, items: [{ kind: "reported", article: { id: articleId } }] });
    expect(inbox.items[0].reason).toContain("The API key ‘Wiki bot’ says: “The code is wrong.");
    expect(inbox.items[0].reason).not.toContain("ghp_");
    const [{ id = "" } = {}] = inbox.items;
    const decided = await call(`/api/v1/inbox/${id}/decide`, { payload: { choice: "keep" } });
    expect(decided.json()).toMatchObject({ message: "The article stays as it is now." });
    expect((await call("/api/v1/inbox")).json().total).toBe(0);
    const owner = await test.signIn(await buildUser(test.db, { workspaceId }));
    const audit = (await owner.inject({ url: "/api/audit?by=key" })).json();
    expect(audit.entries[0]).toMatchObject({
      actor: { kind: "key", name: "Wiki bot" },
      action: "POST /api/v1/inbox/:id/decide",
      thingIds: [id],
      asked: { choice: "keep" },
      ip: "127.0.0.1",
    });
    expect(audit.entries[1]).toMatchObject({
      thingIds: [articleId],
      summary: expect.stringContaining("Report a problem"),
    });
    expect(JSON.stringify(audit)).not.toContain("The code is wrong");
    const undo = `/api/inbox/${decided.json().undo.id}/undo`;
    expect((await owner.inject({ method: "POST", url: undo })).statusCode).toBe(200);
    expect((await call("/api/v1/inbox")).json().total).toBe(1);
    expect(await test.db.select().from(articleReports)).not.toEqual([]);
  });

  it("is told its limit, and stopped beyond it", async () => {
    const answer = await call("/api/v1/articles");
    expect(answer.headers).toMatchObject({ "ratelimit-limit": "600", "ratelimit-remaining": "599" });
    await test.db.$client.query("update rate_limits set hits = 600 where key like 'key %'");
    const refused = await call("/api/v1/articles");
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  });

  it("is noted as the last use of its key", async () => {
    const { id } = await buildApiKey(test.db, { workspaceId, id: newId(), keyHash: hashToken(`${key}-other`) });
    await call("/api/v1/articles");
    const used = await test.db.select().from(apiKeys);
    const of = (hash: string) => used.find(({ keyHash }) => keyHash === hash)?.lastUsedAt;
    expect(of(hashToken(key))).toBeInstanceOf(Date);
    expect(used.find((one) => one.id === id)?.lastUsedAt).toBeNull();
  });
});
