import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { InboxPage } from "../../../shared/contract/inbox.ts";
import type { VerifiedEdits } from "../../../shared/domain/inbox.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  DEFAULT_SPACE,
  startConfluenceStandIn,
} from "../../../tools/stand-ins/confluence/server.ts";
import {
  type AnalysisStage,
  buildThread,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { articleRechecks, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { eraseMessages, storeMessages } from "../../ingest/messages/store-messages.ts";
import { buildUser } from "../../testing/factories.ts";
import { createComparingEngine } from "./testing/comparing-engine.ts";

let stage: AnalysisStage & { close(): Promise<void> };
let confluence: ConfluenceStandIn;
beforeAll(async () => {
  confluence = await startConfluenceStandIn({ spaces: [DEFAULT_SPACE] });
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await confluence.close();
});

interface PublishedArticle {
  channel: StageChannel;
  ids: string[];
  articleId: string;
}

const QUESTION = "KNOW ABOUT-customs";
const LIMIT = "the limit is 1000";

interface PublishingSetup {
  verifiedEdits: VerifiedEdits;
  isVerified?: boolean;
  texts?: string[];
}

/** A published article of a workspace with this setting, on a page in Confluence, which a person has verified. */
async function published({
  verifiedEdits,
  isVerified = true,
  texts = [QUESTION, LIMIT, "send it by post"],
}: PublishingSetup): Promise<PublishedArticle> {
  stage.engine.current = createComparingEngine();
  const said = buildThread(...texts);
  const channel = await stage.newChannel(said);
  await chooseEdits(channel, verifiedEdits);
  const apiKey = `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`;
  const wiki = { name: "Wiki", type: "confluence", baseUrl: confluence.url, spaceId: DEFAULT_SPACE.key, apiKey };
  await send(channel, "POST", "/api/integrations", wiki);
  await channel.run("analyse");
  const [{ id: articleId } = { id: "" }] = await get<{ id: string }[]>(channel, "/api/articles");
  const it = { channel, ids: said.map(({ ts }) => ts), articleId };
  await expect.poll(() => pageOf(it)).toContain("send it by post");
  if (isVerified) await verify(it);
  return it;
}

const chooseEdits = (channel: StageChannel, verifiedEdits: VerifiedEdits) =>
  send(channel, "PUT", "/api/review-settings", {
    reviewNewChannels: false,
    approvalsToTrust: 3,
    autoAcceptProposals: true,
    acceptedRisk: 70,
    verifiedEdits,
  });

async function verify(it: PublishedArticle): Promise<void> {
  await send(it.channel, "POST", `/api/articles/${it.articleId}/confirm`);
  await expect.poll(() => pageOf(it)).toContain("Verified by Ada Lovelace");
}

async function get<T>({ person }: StageChannel, url: string): Promise<T> {
  const answer = await person.inject({ method: "GET", url });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as T;
}

async function send({ person }: StageChannel, method: "POST" | "PUT", url: string, payload?: object) {
  const answer = await person.inject({ method, url, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ undo: { id: string } }>();
}

/** The words of the article's page in Confluence, and its version there. */
async function pageOf({ channel, articleId }: PublishedArticle): Promise<string> {
  const { publications } = await get<ArticlePage>(channel, `/api/articles/${articleId}`);
  const known = confluence.pages().find(({ id }) => publications.some(({ url }) => url?.includes(id)));
  // The page's place among those of its category is arranged later.
  return known ? JSON.stringify([known.title, known.storage, known.version]) : "";
}

const read = ({ channel, articleId }: PublishedArticle) => get<ArticlePage>(channel, `/api/articles/${articleId}`);
const textsOf = (page: ArticlePage) =>
  [...page.summaryStatements, ...page.sections.flatMap(({ statements }) => statements)].map(({ text }) => text);
const inbox = ({ channel }: PublishedArticle) => get<InboxPage>(channel, "/api/inbox");

async function first(it: PublishedArticle) {
  const [item] = (await inbox(it)).items;
  if (!item) throw new Error("The inbox is empty.");
  return item;
}
const decide = async (it: PublishedArticle, choice: string) =>
  send(it.channel, "POST", `/api/inbox/${(await first(it)).id}/decide`, { choice });

async function edit({ channel }: PublishedArticle, id = "", text = "") {
  const [row] = await stage.db
    .select()
    .from(messages)
    .where(and(eq(messages.channelId, channel.id), eq(messages.externalId, id)));
  if (!row) throw new Error("There is no such message.");
  const { threadId, sentAt, authorId: externalId, authorName: name } = row;
  const message = { externalId: id, threadId, author: { externalId, name }, sentAt, editedAt: new Date(), text };
  const reading = { messages: [message], skipped: [], complete: [] };
  await inWorkspace(stage.db, channel.workspaceId, (scope) =>
    storeMessages(scope, channel.id, reading, { from: "event", readingSince: new Date(), secrets: stage.deps.secrets }),
  );
  await isChecked(channel);
}
async function remove({ channel }: PublishedArticle, id = "") {
  const gone = [{ externalId: id, sentAt: new Date(Number(id) * 1000) }];
  await inWorkspace(stage.db, channel.workspaceId, (scope) => eraseMessages(scope, channel.id, gone));
  await isChecked(channel);
}
const isChecked = ({ workspaceId }: StageChannel) =>
  expect.poll(() => stage.db.$count(articleRechecks, eq(articleRechecks.workspaceId, workspaceId))).toBe(0);

describe("An edited message behind a verified article, where Lorekeep asks first", () => {
  it("changes neither article nor page, and waits in the inbox with the old and the new words", async () => {
    const it = await published({ verifiedEdits: "ask" });
    const before = { article: await read(it), page: await pageOf(it) };
    await edit(it, it.ids[1], "the limit is 1500");
    const after = await read(it);
    expect(textsOf(after)).toEqual(textsOf(before.article));
    expect(after.versions).toEqual(before.article.versions);
    expect(after.contradictions).toMatchObject([
      {
        known: LIMIT,
        fresh: "the limit is 1500",
        changedAt: expect.any(String),
        note: expect.stringMatching(
          /^A message behind this was edited; a change waits\. Edited by bo in #help-\d+ on .+\.$/,
        ),
      },
    ]);
    const { items, total } = await inbox(it);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      kind: "conflict",
      id: after.contradictions?.[0]?.itemId,
      choices: ["keep", "replace"],
      reason: expect.stringMatching(/^bo edited a message behind the article on .+\. Which is right\?$/),
      known: { text: LIMIT },
      fresh: { text: "the limit is 1500" },
      editedAt: expect.any(String),
    });
    // The next publication of the page, for whatever reason, shows nothing of it either.
    await send(it.channel, "POST", `/api/articles/${it.articleId}/confirm`);
    await it.channel.run("analyse");
    expect(await pageOf(it)).toBe(before.page);
    expect((await inbox(it)).total).toBe(1);
  });

  it("asks nothing where only the formatting of a sentence changed", async () => {
    const it = await published({ verifiedEdits: "ask", texts: [QUESTION, "SAME limit of 1000", "send it by post"] });
    const page = await pageOf(it);
    await edit(it, it.ids[1], "SAME *limit* of 1000");
    expect((await inbox(it)).total).toBe(0);
    expect((await read(it)).contradictions).toEqual([]);
    expect(await pageOf(it)).toBe(page);
  });

  it("replaces the words once somebody says so, once and with an undo", async () => {
    const it = await published({ verifiedEdits: "ask" });
    await edit(it, it.ids[1], "the limit is 1500");
    const { id } = await first(it);
    const { undo } = await decide(it, "replace");
    expect(textsOf(await read(it))).toContain("the limit is 1500");
    await expect.poll(() => pageOf(it)).toContain("the limit is 1500");
    expect(await pageOf(it)).not.toContain("1000");
    expect((await inbox(it)).total).toBe(0);
    const url = `/api/inbox/${id}/decide`;
    const again = await it.channel.person.inject({ method: "POST", url, payload: { choice: "keep" } });
    expect(again.statusCode).toBe(404);
    await send(it.channel, "POST", `/api/inbox/${undo.id}/undo`);
    expect(textsOf(await read(it))).toContain(LIMIT);
    await expect.poll(() => pageOf(it)).not.toContain("1500");
    expect(await first(it)).toMatchObject({ kind: "conflict", choices: ["keep", "replace"] });
  });

  it("keeps the words once somebody says so, and asks about that edit no more", async () => {
    const it = await published({ verifiedEdits: "ask" });
    await edit(it, it.ids[1], "the limit is 1500");
    await decide(it, "keep");
    await it.channel.run("analyse");
    expect(textsOf(await read(it))).toContain(LIMIT);
    expect((await read(it)).contradictions).toEqual([]);
    expect((await inbox(it)).total).toBe(0);
  });

  it("offers no choice by which both words would stay", async () => {
    const it = await published({ verifiedEdits: "ask" });
    await edit(it, it.ids[1], "the limit is 1500");
    const url = `/api/inbox/${(await first(it)).id}/decide`;
    const answer = await it.channel.person.inject({ method: "POST", url, payload: { choice: "add" } });
    expect(answer.statusCode).toBe(400);
    expect((await inbox(it)).total).toBe(1);
  });

  it("asks about the latest words where a second edit comes while one waits", async () => {
    const it = await published({ verifiedEdits: "ask" });
    await edit(it, it.ids[1], "the limit is 1500");
    await edit(it, it.ids[1], "the limit is 2000");
    expect((await inbox(it)).items).toMatchObject([{ known: { text: LIMIT }, fresh: { text: "the limit is 2000" } }]);
    await decide(it, "replace");
    expect(textsOf(await read(it))).toContain("the limit is 2000");
    expect((await inbox(it)).total).toBe(0);
  });

  it.each([
    ["another value", "conflict"],
    ["nothing that replaces it", "lost-support"],
  ])("closes the question once the author takes the edit back: %s", async (words, kind) => {
    const it = await published({ verifiedEdits: "ask" });
    const page = await pageOf(it);
    if (kind === "lost-support") stage.engine.current = createScriptedEngine();
    await edit(it, it.ids[1], kind === "conflict" ? "the limit is 1500" : words);
    expect((await inbox(it)).items).toMatchObject([{ kind }]);
    await edit(it, it.ids[1], LIMIT);
    expect((await inbox(it)).total).toBe(0);
    expect((await read(it)).contradictions).toEqual([]);
    expect(await pageOf(it)).toBe(page);
  });

  it("asks where the message does not say the sentence any more, and shows the doubt on no page", async () => {
    const it = await published({ verifiedEdits: "ask" });
    stage.engine.current = createScriptedEngine();
    const page = await pageOf(it);
    await edit(it, it.ids[1], "🙂");
    const after = await read(it);
    expect(textsOf(after)).toContain(LIMIT);
    expect(after.contradictions).toMatchObject([{ known: LIMIT, note: expect.stringContaining("a change waits.") }]);
    expect(await first(it)).toMatchObject({ kind: "lost-support", statements: [{ text: LIMIT }] });
    await send(it.channel, "POST", `/api/articles/${it.articleId}/confirm`);
    await it.channel.run("analyse");
    expect(await pageOf(it)).toBe(page);
  });

  it("loses the words of the message when it is deleted while its edit waits", async () => {
    const it = await published({ verifiedEdits: "ask" });
    await edit(it, it.ids[1], "the limit is 1500");
    await remove(it, it.ids[1]);
    expect(textsOf(await read(it)).join()).not.toMatch(/1000|1500/);
    await expect.poll(() => pageOf(it)).not.toContain("1000");
    expect(await pageOf(it)).not.toContain("1500");
    expect((await inbox(it)).items.filter(({ kind }) => kind === "conflict")).toEqual([]);
  });

  it("waits also where the article is verified only after an edit that changed it at once", async () => {
    const it = await published({ verifiedEdits: "ask", isVerified: false });
    await edit(it, it.ids[1], "the limit is 1500");
    expect(textsOf(await read(it))).toContain("the limit is 1500");
    await expect.poll(() => pageOf(it)).toContain("the limit is 1500");
    expect((await inbox(it)).total).toBe(0);
    await verify(it);
    await edit(it, it.ids[1], "the limit is 2000");
    expect(textsOf(await read(it))).toContain("the limit is 1500");
    expect((await inbox(it)).items).toMatchObject([{ fresh: { text: "the limit is 2000" } }]);
  });

  it("is decided by those who decide the inbox, not by a viewer", async () => {
    const it = await published({ verifiedEdits: "ask" });
    await edit(it, it.ids[1], "the limit is 1500");
    const { id } = await first(it);
    const viewer = await stage.signIn(
      await buildUser(stage.db, { workspaceId: it.channel.workspaceId, membership: "viewer" }),
    );
    const url = `/api/inbox/${id}/decide`;
    expect((await viewer.inject({ method: "POST", url, payload: { choice: "replace" } })).statusCode).toBe(403);
    expect(textsOf(await read(it))).toContain(LIMIT);
  });
});

describe("An edited message behind a verified article, where pages are updated at once", () => {
  it("changes article and page without a question", async () => {
    const it = await published({ verifiedEdits: "update" });
    await edit(it, it.ids[1], "the limit is 1500");
    expect(textsOf(await read(it))).toContain("the limit is 1500");
    await expect.poll(() => pageOf(it)).toContain("the limit is 1500");
    expect((await inbox(it)).total).toBe(0);
  });
});
