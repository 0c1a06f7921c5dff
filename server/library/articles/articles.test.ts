import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { article, articlePage, conversationMessage } from "../../../shared/contract/articles.ts";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { newId } from "../../db/new-id.ts";
import { articles, conversations } from "../../db/schema.ts";
import {
  buildArticle,
  buildArticleSource,
  buildChannel,
  buildChatIntegration,
  buildIntegration,
  buildMessage,
  buildPublication,
  buildSavedView,
  buildUser,
} from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
let person: SignedIn;
let workspaceId: string;
beforeAll(async () => {
  const noNetwork = () => Promise.reject(new Error("A read makes no call."));
  test = await createTestApp({ connectors: createConnectors({ fetch: noNetwork, slackDistribution: "internal" }) });
});
beforeEach(async () => {
  person = await test.signIn();
  workspaceId = person.viewer.workspaceId;
});
afterAll(() => test.close());

const read = async (url: string) => {
  const answer = await person.inject({ url });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const sentence = (text: string, ...sources: string[]): Statement => ({
  form: "sentence",
  text,
  language: null,
  sources,
});
const code = (text: string, ...sources: string[]): Statement => ({ form: "code", text, language: "sh", sources });

describe("lists", () => {
  it("API-010 ENT-006 every field of an article, as the specification names it", async () => {
    const values = {
      channelName: "deploys",
      title: "Restart the worker",
      summaryText: "Restart it.",
      category: "Operations",
      contentType: "troubleshooting",
      difficulty: "advanced",
      priority: "critical",
      confidence: 0.75,
      estimatedReadTime: 3,
      tags: ["worker"],
      keywords: ["restart"],
      authorName: "Grace Hopper",
    } as const;
    const { id } = await buildArticle(test.db, { workspaceId, ...values, tags: ["worker"], keywords: ["restart"] });
    const { channelName: sourceChannel, summaryText: summary, ...same } = values;
    const [listed] = article.array().parse(await read("/api/articles"));
    expect(listed).toEqual({
      ...same,
      id,
      status: "published",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      sourceChannel,
      summary,
      integrationId: null,
      publishedPlatforms: [],
      savedFromChat: true,
    });
  });

  it.each(["published", "processing", "failed"] as const)("shows an article that is %s", async (status) => {
    await buildArticle(test.db, { workspaceId, status, authorName: null });
    expect(await read("/api/articles")).toMatchObject([{ status, authorName: null }]);
  });

  it("names the platforms an article is published on, each once, and the first integration that has it", async () => {
    const { id: articleId } = await buildArticle(test.db, { workspaceId });
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const integrationOf = async (type: string, minute: number, publishedVersion: number | null) => {
      const { id } = await buildIntegration(test.db, { workspaceId, type, createdAt: at(minute) });
      await buildPublication(test.db, { workspaceId, articleId, integrationId: id, publishedVersion });
      return id;
    };
    await integrationOf("confluence", 3, 1);
    const first = await integrationOf("notion", 2, 1);
    await integrationOf("notion", 4, 2);
    await integrationOf("confluence", 1, null);
    expect(await read("/api/articles")).toMatchObject([
      { integrationId: first, publishedPlatforms: ["notion", "confluence"] },
    ]);
  });

  it("says of an article that could not be brought to every place how many have it", async () => {
    const { id: articleId } = await buildArticle(test.db, { workspaceId });
    const add = async (page: { state: "published" | "parked"; publishedVersion: number | null }, isActive = true) => {
      const { id } = await buildIntegration(test.db, { workspaceId, isActive });
      await buildPublication(test.db, { workspaceId, articleId, integrationId: id, ...page });
    };
    await add({ state: "published", publishedVersion: 1 });
    await add({ state: "published", publishedVersion: 2 });
    const [whole] = await read("/api/articles");
    expect(whole).not.toHaveProperty("publishedTo");
    await add({ state: "parked", publishedVersion: null });
    await add({ state: "parked", publishedVersion: null }, false);
    expect(await read("/api/articles")).toMatchObject([{ publishedTo: { count: 2, of: 3 } }]);
  });

  it("names no platform of an article that is held back or in the library only, whose page says so, and none whose page was removed", async () => {
    const { id: integrationId } = await buildIntegration(test.db, { workspaceId, type: "confluence" });
    for (const [state, pageState] of [
      ["held", "published"],
      ["library-only", "published"],
      ["stands", "removed"],
      ["stands", "forgotten"],
    ] as const) {
      const { id: articleId } = await buildArticle(test.db, { workspaceId, state });
      await buildPublication(test.db, { workspaceId, articleId, integrationId, state: pageState, publishedVersion: 1 });
    }
    expect(await read("/api/articles")).toMatchObject(Array(4).fill({ integrationId: null, publishedPlatforms: [] }));
  });

  it("API-011 LIM-001 the list is newest first, the recent one last changed first, and neither is cut", async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    await buildArticle(test.db, { workspaceId, title: "Old, changed", createdAt: at(1), updatedAt: at(9) });
    for (const hour of [2, 3, 4, 5, 6])
      await buildArticle(test.db, { workspaceId, title: `At ${hour}`, createdAt: at(hour), updatedAt: at(hour) });
    const titles = (list: { title: string }[]) => list.map(({ title }) => title);
    const byTime = ["At 6", "At 5", "At 4", "At 3", "At 2"];
    expect(titles(await read("/api/articles"))).toEqual([...byTime, "Old, changed"]);
    expect(titles(article.array().parse(await read("/api/articles/recent")))).toEqual(["Old, changed", ...byTime]);
  });

  it("API-014 categories in use by name, tags in use the most used first", async () => {
    await buildArticle(test.db, { workspaceId, category: "Security", tags: ["vault", "keys"] });
    await buildArticle(test.db, { workspaceId, category: "Operations", tags: ["keys", "alerts"] });
    await buildArticle(test.db, { workspaceId, category: "Security", tags: [] });
    expect(await read("/api/articles/categories")).toEqual(["Operations", "Security"]);
    expect(await read("/api/articles/tags")).toEqual(["keys", "alerts", "vault"]);
  });

  it("tags follow an article that is tagged anew, goes to the trash, comes back and is deleted", async () => {
    await buildArticle(test.db, { workspaceId, tags: ["keys"] });
    const { id } = await buildArticle(test.db, { workspaceId, tags: ["vault", "keys", "vault"] });
    const change = (columns: Partial<typeof articles.$inferInsert>) =>
      test.db.update(articles).set(columns).where(eq(articles.id, id));
    const tags = () => read("/api/articles/tags");
    expect(await tags()).toEqual(["keys", "vault"]);
    await change({ tags: ["alerts", "keys"] });
    expect(await tags()).toEqual(["keys", "alerts"]);
    await change({ state: "trashed" });
    expect(await tags()).toEqual(["keys"]);
    await change({ tags: ["alerts"] });
    expect(await tags()).toEqual(["keys"]);
    await change({ state: "stands" });
    expect(await tags()).toEqual(["alerts", "keys"]);
    await test.db.delete(articles).where(eq(articles.id, id));
    expect(await tags()).toEqual(["keys"]);
  });

  it.each(["", "/recent", "/search", "/search?keywords=worker", "/categories", "/tags"])(
    "/api/articles%s holds nothing of another workspace",
    async (path) => {
      await buildArticle(test.db);
      expect(await read(`/api/articles${path}`)).toEqual([]);
    },
  );
});

/** Creates a Slack channel with messages, and the article written from them. No statement cites the second message. */
async function buildConversations() {
  const integration = await buildChatIntegration(test.db, { workspaceId, teamUrl: "https://acme.slack.com/" });
  const channel = await buildChannel(test.db, { workspaceId, integrationId: integration.id, externalId: "C42" });
  const key = "1700000001.000100";
  const of = { workspaceId, channelId: channel.id, threadId: key, conversationKey: key };
  const said = [
    { externalId: key, text: "How do I restart the *worker*?", authorName: "Ada" },
    { externalId: "1700000002.000100", text: "Let me look.", authorName: "Grace" },
    { externalId: "1700000003.000100", text: "Run `systemctl restart worker`.", authorName: "Grace" },
    { externalId: "1700000004.000100", text: "", authorName: "Ada", deletedAt: new Date() },
  ];
  for (const [second, message] of said.entries())
    await buildMessage(test.db, { ...of, ...message, sentAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
  const summary = [sentence("Restart the **worker**.", key)];
  const body: Section[] = [
    {
      role: "steps",
      heading: "Steps",
      layout: "steps",
      statements: [
        sentence("Run this, see [the docs](https://docs.example/worker):", "1700000003.000100"),
        code("systemctl restart worker", "1700000003.000100"),
        sentence("Wait.", key, "1700000003.000100"),
      ],
    },
    { role: "note", heading: null, layout: "prose", statements: [sentence("It takes a minute.", key)] },
  ];
  const { id } = await buildArticle(test.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "ops",
    title: "Restart the worker",
    summary,
    body,
    redactions: [{ what: "API key", count: 1 }],
  });
  for (const [second, message] of said.entries())
    if (second % 2 === 0)
      await buildArticleSource(test.db, {
        workspaceId,
        articleId: id,
        channelId: channel.id,
        messageExternalId: message.externalId,
        threadId: key,
        authorName: message.authorName,
        sentAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
        text: message.text,
      });
  const at = new Date();
  await test.db.insert(conversations).values({
    workspaceId,
    id: newId(),
    channelId: channel.id,
    key,
    messageCount: 4,
    firstAt: at,
    lastAt: at,
    fingerprint: "f",
    articleId: id,
  });
  return { id, channelId: channel.id, key };
}

describe("an article's page", () => {
  it("holds its statements with their Markdown as tokens, and the messages each cites with links to them", async () => {
    const { id, channelId, key } = await buildConversations();
    const page = articlePage.parse(await read(`/api/articles/${id}`));
    expect(page).toMatchObject({
      id,
      channelId,
      engine: "local",
      version: 1,
      reasons: ["A question was answered."],
      redactions: [{ what: "API key", count: 1 }],
      versions: [{ version: 1, reason: "Written.", engine: "local", createdAt: expect.any(String) }],
      publications: [],
    });
    expect(page.summaryStatements).toEqual([
      {
        ...sentence("Restart the **worker**.", key),
        key: expect.any(String),
        inline: [
          { type: "text", text: "Restart the " },
          { type: "strong", children: [{ type: "text", text: "worker" }] },
          { type: "text", text: "." },
        ],
      },
    ]);
    expect(page.sections.map(({ role, heading, layout }) => [role, heading, layout])).toEqual([
      ["steps", "Steps", "steps"],
      ["note", null, "prose"],
    ]);
    const [steps] = page.sections;
    expect(steps?.statements[0]?.inline).toContainEqual({
      type: "link",
      href: "https://docs.example/worker",
      children: [{ type: "text", text: "the docs" }],
    });
    expect(steps?.statements[1]).toEqual({
      ...code("systemctl restart worker", "1700000003.000100"),
      key: expect.any(String),
      inline: [],
    });
    const link = "https://acme.slack.com/archives/C42/p";
    expect(page.sources).toEqual([
      {
        id: key,
        authorName: "Ada",
        channelName: "ops",
        sentAt: "2026-01-01T00:00:00.000Z",
        text: "How do I restart the worker?",
        permalink: `${link}1700000001000100`,
      },
      {
        id: "1700000003.000100",
        authorName: "Grace",
        channelName: "ops",
        sentAt: "2026-01-01T00:00:02.000Z",
        text: "Run systemctl restart worker.",
        permalink: `${link}1700000003000100?thread_ts=${key}&cid=C42`,
      },
    ]);
    const known = new Set(page.sources.map((source) => source.id));
    const used = [page.summaryStatements, ...page.sections.map(({ statements }) => statements)].flat();
    for (const statement of used) for (const source of statement.sources) expect(known).toContain(source);
  });

  it("is one Markdown document with its sources as notes, for copying", async () => {
    const { id, key } = await buildConversations();
    expect((await read(`/api/articles/${id}`)).markdown).toBe(`# Restart the worker

Restart the **worker**.[^1]

## Steps

1. Run this, see [the docs](https://docs.example/worker):[^2]
   \`\`\`sh
   systemctl restart worker
   \`\`\`
2. Wait.[^1][^2]

## Note

It takes a minute.[^1]

[^1]: Ada in #ops, 2026-01-01, <https://acme.slack.com/archives/C42/p1700000001000100>
[^2]: Grace in #ops, 2026-01-01, <https://acme.slack.com/archives/C42/p1700000003000100?thread_ts=${key}&cid=C42>
`);
  });

  it("shows where it was published and what became of each page", async () => {
    const { id } = await buildArticle(test.db, { workspaceId });
    const confluence = await buildIntegration(test.db, { workspaceId, name: "Handbook" });
    const notion = await buildIntegration(test.db, { workspaceId, name: "Wiki", type: "notion" });
    const url = "https://acme.atlassian.net/wiki/1";
    const done = { state: "published", url, publishedVersion: 1 } as const;
    await buildPublication(test.db, { workspaceId, articleId: id, integrationId: confluence.id, ...done });
    const stuck = { state: "parked", trouble: "It was refused.", attempts: 8 } as const;
    await buildPublication(test.db, { workspaceId, articleId: id, integrationId: notion.id, ...stuck });
    expect((await read(`/api/articles/${id}`)).publications).toMatchObject([
      { integrationName: "Handbook", platform: "confluence", ...done, trouble: null, nextAttemptAt: null },
      { integrationName: "Wiki", platform: "notion", ...stuck, url: null, publishedVersion: null },
    ]);
  });

  it("shows the conversation it was written from, oldest first, and which messages it cites", async () => {
    const { id } = await buildConversations();
    const conversation = conversationMessage.array().parse(await read(`/api/articles/${id}/conversation`));
    expect(conversation.map(({ text, isSource }) => [text, isSource])).toEqual([
      ["How do I restart the *worker*?", true],
      ["Let me look.", false],
      ["Run `systemctl restart worker`.", true],
      ["This message was deleted.", false],
    ]);
    expect(conversation[2]).toMatchObject({
      authorName: "Grace",
      editedAt: null,
      inline: expect.arrayContaining([{ type: "code", text: "systemctl restart worker" }]),
      permalink: expect.stringContaining("/archives/C42/p1700000003000100"),
    });
    expect(conversation[3]).toMatchObject({ inline: [], permalink: null });
  });
});

describe("saved views", () => {
  const save = (who: SignedIn, name: string, filters: object = { category: "Operations" }) =>
    who.inject({ method: "POST", url: "/api/saved-views", payload: { name, filters, look: "list" } });
  const namesOf = async (who: SignedIn) =>
    (await who.inject({ url: "/api/saved-views" })).json<{ name: string }[]>().map(({ name }) => name);

  it("are one's own: nobody else of the workspace lists, renames or removes them", async () => {
    const colleague = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
    const saved = (await save(person, "  Deploys ")).json();
    expect(saved).toEqual({
      id: expect.any(String),
      name: "Deploys",
      filters: { category: "Operations" },
      look: "list",
    });
    expect((await save(colleague, "deploys")).statusCode).toBe(200);
    const url = `/api/saved-views/${saved.id}`;
    expect((await colleague.inject({ method: "PATCH", url, payload: { name: "Mine" } })).statusCode).toBe(404);
    expect((await colleague.inject({ method: "DELETE", url })).statusCode).toBe(404);
    expect((await person.inject({ method: "PATCH", url, payload: { name: "Releases" } })).statusCode).toBe(200);
    expect([await namesOf(person), await namesOf(colleague)]).toEqual([["Releases"], ["deploys"]]);
    expect((await person.inject({ method: "DELETE", url })).statusCode).toBe(200);
    expect(await namesOf(person)).toEqual([]);
  });

  it("have a name each and known filters only, and are 30 at most, also when two are saved at once", async () => {
    for (let count = 1; count < 30; count++)
      await buildSavedView(test.db, { workspaceId, userId: person.viewer.userId });
    expect((await save(person, "Odd", { author: "'; drop table articles" })).statusCode).toBe(400);
    const both = await Promise.all([save(person, "Deploys"), save(person, "DEPLOYS")]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await namesOf(person)).toHaveLength(30);
    const full = await save(person, "One more");
    expect([full.statusCode, full.json().message]).toEqual([409, expect.stringContaining("Remove one first")]);
    const { id } = both.find(({ statusCode }) => statusCode === 200)?.json() ?? {};
    const [other] = await namesOf(person).then((names) => names.filter((name) => name.toLowerCase() !== "deploys"));
    const rename = await person.inject({ method: "PATCH", url: `/api/saved-views/${id}`, payload: { name: other } });
    expect(rename.statusCode).toBe(409);
  });
});
