import { createHmac } from "node:crypto";
import { Client, signWebhookPayload } from "@notionhq/client";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import {
  DEFAULT_PARENT,
  DEFAULT_TOKEN,
  type NotionStandIn,
  startNotionStandIn,
} from "../../../tools/stand-ins/notion/server.ts";
import { rateLimits, wikiPages, wikiReadings, wikiStatements } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { listDueReadings, readWiki } from "../index.ts";
import { buildPage, buildWiki } from "../testing/wiki-rows.ts";
import { updateReading } from "../wiki-queries.ts";
import { computeNextReading } from "./event-queries.ts";

let notion: NotionStandIn;
let test: TestApp;
let admin: SignedIn;
let workspaceId: string;

beforeAll(async () => {
  notion = await startNotionStandIn();
  const fetch = createSafeFetch({ allow: ["127.0.0.1"] });
  const connectors = createConnectors({ fetch, slackDistribution: "internal", notionApiUrl: notion.url });
  test = await createTestApp({ connectors });
});
afterAll(async () => {
  await test.close();
  await notion.close();
});
beforeEach(async () => {
  const user = await buildUser(test.db, { membership: "admin" });
  workspaceId = user.workspaceId;
  admin = await test.signIn(user);
});

const make = async (id: string, by = admin) =>
  (await by.inject({ method: "POST", url: `/api/wikis/${id}/events`, payload: {} })).json() as {
    url: string;
    secret: string | null;
  };
const address = async (id: string) => (await admin.inject({ url: `/api/wikis/${id}/events` })).json();
const events = async () => (await admin.inject({ url: "/api/wikis" })).json()[0].events;
const send = async (url: string, body: string, headers: Record<string, string> = {}) => {
  const path = new URL(url).pathname;
  return (
    await test.app.inject({
      method: "POST",
      url: path,
      payload: body,
      headers: { "content-type": "application/json", ...headers },
    })
  ).statusCode;
};
const isReading = (id: string) => and(eq(wikiReadings.workspaceId, workspaceId), eq(wikiReadings.integrationId, id));
const isDue = async (id: string) =>
  (await listDueReadings(test.db, 100)).some(({ integrationId }) => integrationId === id);
/** The state after a finished look, with the next one in a quarter of an hour. */
const rest = (id: string) =>
  test.db
    .update(wikiReadings)
    .set({
      listedAt: sql`now() - interval '2 minutes'`,
      lookedAt: sql`now() - interval '2 minutes'`,
      lookDueAt: sql`now() + interval '13 minutes'`,
      dueAt: sql`now() + interval '13 minutes'`,
    })
    .where(isReading(id));
const readingOf = async (id: string) => (await test.db.select().from(wikiReadings).where(isReading(id)))[0];

describe("A Git repository that tells of pushes", () => {
  let id: string;
  beforeEach(async () => {
    id = await buildWiki(test.db, workspaceId, { type: "git-docs" });
    await rest(id);
  });
  const PUSH = JSON.stringify({ ref: "refs/heads/main", commits: [] });
  const signed = (secret: string, body = PUSH) => ({
    "x-github-event": "push",
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  });

  it("is looked at within a minute after one, by a whole list, and a repeated delivery asks for nothing more", async () => {
    expect(await events()).toEqual({ isOn: false, secretOf: "ours", lastAt: null });
    const { url, secret } = await make(id);
    expect(await isDue(id)).toBe(false);
    expect(await send(url, PUSH, signed(secret ?? ""))).toBe(200);
    expect(await isDue(id)).toBe(true);
    expect(await readingOf(id)).toMatchObject({ looksAtAll: true, lookAskedAt: expect.any(Date) });
    expect(await events()).toMatchObject({ isOn: true, lastAt: expect.any(String) });
    // The look that followed has just begun: the same delivery brings the next one forward by a minute, not at once.
    await test.db
      .update(wikiReadings)
      .set({
        lookedAt: sql`now()`,
        lookDueAt: sql`now() + interval '15 minutes'`,
        dueAt: sql`now() + interval '15 minutes'`,
      })
      .where(isReading(id));
    for (let n = 0; n < 3; n++) expect(await send(url, PUSH, signed(secret ?? ""))).toBe(200);
    expect(await isDue(id)).toBe(false);
    const { lookDueAt } = (await readingOf(id)) ?? {};
    expect((lookDueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
    expect((lookDueAt?.getTime() ?? 0) - Date.now()).toBeLessThan(61_000);
  });

  it.each([
    ["GitLab", (secret: string) => ({ "x-gitlab-event": "Push Hook", "x-gitlab-token": secret })],
    [
      "Gitea",
      (secret: string) => ({
        "x-gitea-event": "push",
        "x-gitea-signature": createHmac("sha256", secret).update(PUSH).digest("hex"),
      }),
    ],
  ])("is proven by what %s sends", async (_host, headersOf) => {
    const { url, secret } = await make(id);
    expect(await send(url, PUSH, headersOf("another secret"))).toBe(401);
    expect(await isDue(id)).toBe(false);
    expect(await send(url, PUSH, headersOf(secret ?? ""))).toBe(200);
    expect(await isDue(id)).toBe(true);
  });

  it("tells nothing with a wrong or missing signature, another body, an old address, or when it was stopped", async () => {
    const { url, secret } = await make(id);
    const right = signed(secret ?? "");
    expect(await send(url, PUSH)).toBe(401);
    expect(await send(url, PUSH, signed("another"))).toBe(401);
    expect(await send(url, `${PUSH} `, right)).toBe(401);
    expect(await send(`${url}x`, PUSH, right)).toBe(401);
    const renewed = await make(id);
    expect([renewed.url === url, renewed.secret === secret]).toEqual([false, false]);
    expect(await send(url, PUSH, right)).toBe(401);
    expect(await send(renewed.url, PUSH, right)).toBe(401);
    const right2 = signed(renewed.secret ?? "");
    expect((await admin.inject({ method: "DELETE", url: `/api/wikis/${id}/events` })).statusCode).toBe(200);
    expect(await send(renewed.url, PUSH, right2)).toBe(401);
    expect(await readingOf(id)).toMatchObject({ eventsKey: null, eventsSealed: null, eventAt: null });
    expect(await isDue(id)).toBe(false);
  });

  it("shows its secret once, stores it sealed, and to nobody of another workspace", async () => {
    const { secret } = await make(id);
    expect(secret).toHaveLength(32);
    expect(await address(id)).toEqual({ url: expect.stringContaining("/api/wiki-events/"), secret: null });
    expect(JSON.stringify(await readingOf(id))).not.toContain(secret);
    const stranger = await test.signIn(await buildUser(test.db, { membership: "owner" }));
    const editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
    const ask = async (by: SignedIn) => (await by.inject({ url: `/api/wikis/${id}/events` })).statusCode;
    expect([await ask(stranger), await ask(editor)]).toEqual([404, 403]);
  });

  it("is bounded: a large body is refused, and so are many requests", async () => {
    const { url, secret } = await make(id);
    const large = "x".repeat(5 * 1024 * 1024 + 1);
    expect(await send(url, large, signed(secret ?? "", large))).toBe(413);
    await test.db.update(rateLimits).set({ hits: 1_000 });
    for (let n = 0; n < 2; n++) await send(url, PUSH, signed(secret ?? ""));
    await test.db.update(rateLimits).set({ hits: 1_000 });
    expect(await send(url, PUSH, signed(secret ?? ""))).toBe(429);
    expect(await send(url, PUSH)).toBe(429);
    await test.db.delete(rateLimits);
  });

  it("asks for another look when a push comes while one is under way", async () => {
    const { url, secret } = await make(id);
    await send(url, PUSH, signed(secret ?? ""));
    const { lookAskedAt } = (await readingOf(id)) ?? {};
    const end = async (startedAt: Date) => {
      await inWorkspace(test.db, workspaceId, (scope) =>
        updateReading(scope, id, { lookDueAt: computeNextReading(startedAt, 900) }),
      );
      return ((await readingOf(id))?.lookDueAt.getTime() ?? 0) - Date.now();
    };
    expect(await end(new Date((lookAskedAt?.getTime() ?? 0) - 1_000))).toBeLessThan(61_000);
    expect(await end(new Date((lookAskedAt?.getTime() ?? 0) + 1_000))).toBeGreaterThan(600_000);
  });
});

describe("A Notion that tells of changed pages", () => {
  let id: string;
  beforeEach(async () => {
    const added = await admin.inject({
      method: "POST",
      url: "/api/integrations",
      payload: { name: "Wiki", type: "notion", apiKey: DEFAULT_TOKEN.token, spaceId: DEFAULT_PARENT.id },
    });
    id = added.json<{ id: string }>().id;
    const payload = { isOn: true, readers: "admins", places: [] };
    await admin.inject({ method: "PUT", url: `/api/wikis/${id}`, payload });
  });
  const TOKEN = "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl";
  const turn = () => readWiki(test.deps, { workspaceId, integrationId: id }, new AbortController().signal);
  const tell = async (url: string, type: string, pageId: string, token = TOKEN) => {
    const body = JSON.stringify({ id: "e", type, entity: { id: pageId, type: "page" }, data: { title: "IGNORED" } });
    return send(url, body, { "x-notion-signature": await signWebhookPayload({ body, verificationToken: token }) });
  };
  /** An address that Notion has confirmed. */
  const confirmed = async () => {
    const { url } = await make(id);
    expect(await send(url, JSON.stringify({ verification_token: TOKEN }))).toBe(200);
    return url;
  };
  const paragraph = (content: string) => ({
    type: "paragraph" as const,
    paragraph: { rich_text: [{ text: { content } }] },
  });
  /** A page that an integration of others made. */
  async function write(title: string, words: string): Promise<string> {
    const client = new Client({ auth: DEFAULT_TOKEN.token, baseUrl: notion.url });
    const properties = { title: { title: [{ text: { content: title } }] } };
    const parent = { page_id: DEFAULT_PARENT.id };
    return (await client.pages.create({ parent, properties, children: [paragraph(words)] })).id;
  }
  const texts = async () => {
    const rows = await test.db.select().from(wikiStatements).where(eq(wikiStatements.workspaceId, workspaceId));
    return rows.map(({ text }) => text).join("\n");
  };

  it("has its address confirmed with the token that it sent, which is shown until the first event", async () => {
    const { url, secret } = await make(id);
    expect([secret, await address(id)]).toEqual([null, { url, secret: null }]);
    expect(await tell(url, "page.content_updated", "1"), "before the token came").toBe(401);
    expect(await send(url, JSON.stringify({ verification_token: TOKEN }))).toBe(200);
    expect(await address(id)).toEqual({ url, secret: TOKEN });
    expect(JSON.stringify(await readingOf(id))).not.toContain(TOKEN);
    expect(await tell(url, "page.content_updated", "1", "secret_of_somebody_else_entirely")).toBe(401);
    expect(await events()).toMatchObject({ secretOf: "theirs", lastAt: null });
    expect(await tell(url, "page.content_updated", "1")).toBe(200);
    expect(await address(id)).toEqual({ url, secret: null });
    expect(await send(url, JSON.stringify({ verification_token: `${TOKEN}2` })), "another token afterwards").toBe(401);
    expect(await tell(url, "page.content_updated", "1")).toBe(200);
  });

  it("has an edited page read again at once, from the platform and not from the event", async () => {
    const url = await confirmed();
    const pageId = await write("Returns", "Taken back for 30 days.");
    await turn();
    expect(await texts()).toContain("30 days");
    await rest(id);
    notion.editAsPerson(pageId, ({ blocks, newBlock }) => void blocks.push(newBlock(paragraph("Now for 14 days."))));
    expect(await isDue(id)).toBe(false);
    expect(await tell(url, "page.content_updated", pageId)).toBe(200);
    expect(await isDue(id)).toBe(true);
    await turn();
    expect(await texts()).toContain("14 days");
    expect(await texts()).not.toContain("IGNORED");
    expect(await isDue(id)).toBe(false);
  });

  it("has a removed page leave and a new one read", async () => {
    const url = await confirmed();
    const pageId = await write("Old", "Old words.");
    await turn();
    await rest(id);
    notion.trashAsPerson(pageId);
    const fresh = await write("New", "New words.");
    await tell(url, "page.deleted", pageId);
    await tell(url, "page.created", fresh);
    await turn();
    expect(await texts()).not.toContain("Old words");
    expect(await texts()).toContain("New words");
  });

  it("has no page of another workspace read, no restricted one, and nothing for an event that changes no words", async () => {
    const url = await confirmed();
    await turn();
    await rest(id);
    const { workspaceId: theirs } = await buildUser(test.db);
    const wiki = await buildWiki(test.db, theirs, { type: "notion" });
    const page = { externalId: "shared-id", title: "x", texts: [] };
    await buildPage(test.db, { ...page, workspaceId: theirs, integrationId: wiki });
    const own = { ...page, workspaceId, integrationId: id, readers: "restricted" as const };
    await buildPage(test.db, own);
    await test.db.update(wikiPages).set({ isDue: false }).where(eq(wikiPages.externalId, "shared-id"));
    await tell(url, "page.locked", "shared-id");
    await tell(url, "page.properties_updated", "shared-id");
    const due = await test.db.select().from(wikiPages).where(eq(wikiPages.externalId, "shared-id"));
    expect(due.map((one) => one.isDue)).toEqual([false, false]);
    expect(await isDue(id)).toBe(false);
  });
});

it("A platform that cannot tell of changed pages has no address", async () => {
  const id = await buildWiki(test.db, workspaceId, { type: "confluence" });
  expect(await events()).toBeNull();
  const { statusCode } = await admin.inject({ method: "POST", url: `/api/wikis/${id}/events`, payload: {} });
  expect(statusCode).toBe(400);
});
