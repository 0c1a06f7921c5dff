import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EngineTooSlow } from "../../engine/contract.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import {
  activityLogs,
  articleSources,
  articles,
  articleVersions,
  channels,
  chatIntegrations,
  conversations,
  messages,
} from "../db/schema.ts";
import { buildChannel } from "../testing/factories.ts";
import {
  type AnalysisStage,
  buildAnsweredQuestion,
  buildSlackMessage,
  buildThread,
  openStage,
  type StageChannel,
  TEAM_ID,
} from "./testing/analysis-stage.ts";
import { createScriptedEngine } from "./testing/scripted-engine.ts";

let stage: AnalysisStage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => {
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

const articlesOf = ({ workspaceId }: Pick<StageChannel, "workspaceId">) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const logsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId)).orderBy(activityLogs.id);
const messagesOf = ({ id }: Pick<StageChannel, "id">) =>
  stage.db.select().from(messages).where(eq(messages.channelId, id)).orderBy(messages.sentAt);

describe("An analysis", () => {
  it("PUB-001 turns an answered question into an article that names its sources", async () => {
    stage.engine.current = createLocalEngine();
    const channel = await stage.newChannel(buildAnsweredQuestion());
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 1, messagesRead: 4, problems: [] } });
    const [article] = await articlesOf(channel);
    expect(article).toMatchObject({ status: "published", version: 1, authorName: "bo", engine: "local" });
    expect(article?.title).toMatch(/reset/i);
    const sources = await stage.db
      .select()
      .from(articleSources)
      .where(eq(articleSources.articleId, article?.id ?? ""));
    expect(sources.length).toBeGreaterThan(0);
    expect(article?.confidence).toBeGreaterThan(0.5);
  });

  it("leaves earlier messages of a channel unread that was added for new ones, until somebody asks for them", async () => {
    const { person, workspaceId, ...given } = await stage.newChannel();
    const externalId = `${given.externalId}N`;
    stage.team.data.channels.push({ id: externalId, name: "later", messages: [] });
    const post = ({ user = "UANA", text = "", ...more }: SlackMessage) =>
      stage.team.post(externalId, { user, text, ...more });
    const old = buildThread("KNOW how to open the gate", "press the old button").map(post);
    const settings = { platform: "slack", isActive: true, checkFrequencyMinutes: 10, onlyNew: true };
    const payload = { ...settings, channelId: externalId, channelName: "later", integrationId: given.integrationId };
    const added = await person.inject({ method: "POST", url: "/api/channels", payload });
    expect(added.json()).toMatchObject({ readsFrom: expect.any(String) });
    const { id } = added.json<{ id: string }>();
    const texts = async () => (await messagesOf({ id })).map(({ text }) => text);
    const soon = Math.ceil(Date.now() / 1000) + 1;
    post(buildSlackMessage("UBO", "a late answer", { ts: `${soon}.000100`, thread_ts: old[0]?.ts ?? "" }));
    post(buildSlackMessage("UBO", "something new", { ts: `${soon + 1}.000100` }));
    await given.run("analyse", { channelIds: [id] });
    expect((await texts()).toSorted()).toEqual(["a late answer", "something new"]);

    const url = `/api/channels/${id}/earlier-messages`;
    expect((await person.inject({ method: "POST", url })).json()).toMatchObject({ readsFrom: null });
    await given.run("analyse", { channelIds: [id] });
    expect(await texts()).toEqual([
      "KNOW how to open the gate",
      "press the old button",
      "a late answer",
      "something new",
    ]);
    expect(await articlesOf({ workspaceId })).toHaveLength(1);
    expect((await person.inject({ method: "POST", url })).statusCode).toBe(409);
  });

  it("PUB-002 makes no article of small talk and counts it as analysed", async () => {
    stage.engine.current = createLocalEngine();
    const channel = await stage.newChannel([
      buildSlackMessage("UANA", "good morning!"),
      buildSlackMessage("UBO", "morning :)"),
    ]);
    const run = await channel.run("analyse");
    expect(run.result).toMatchObject({ articlesCreated: 0, messagesRead: 2, problems: [] });
  });

  it("reads the same conversation again without a second article", async () => {
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    await channel.run("analyse");
    await stage.db.update(channels).set({ cursor: null }).where(eq(channels.id, channel.id));
    const again = await channel.run("analyse");
    expect(again.result).toMatchObject({ articlesCreated: 0, articlesUpdated: 0, messagesRead: 0 });
    expect(await articlesOf(channel)).toHaveLength(1);
    await channel.run("test");
    expect(await articlesOf(channel)).toHaveLength(1);
  });

  it("adds late replies to the article there is", async () => {
    const conversation = buildAnsweredQuestion("KNOW");
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    stage.team.reply(channel.externalId, conversation[0]?.ts ?? "", { user: "UCY", text: "Also restart the cache." });
    const run = await channel.run("analyse");
    expect(run.result).toMatchObject({ articlesCreated: 0, articlesUpdated: 1 });
    const [article] = await articlesOf(channel);
    expect(article).toMatchObject({ version: 2 });
    expect(article?.bodyText).toContain("Also restart the cache.");
    const versions = await stage.db
      .select()
      .from(articleVersions)
      .where(eq(articleVersions.articleId, article?.id ?? ""));
    expect(versions.map(({ version }) => version).toSorted()).toEqual([1, 2]);
  });

  it("follows edits in the chat", async () => {
    const conversation = buildThread("KNOW how to restart", "press the red button");
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    const [first, second] = conversation.map(({ ts }) => ts);
    stage.team.edit(channel.externalId, first ?? "", "KNOW how to reboot");
    await channel.run("analyse");
    expect((await articlesOf(channel))[0]).toMatchObject({ title: "KNOW how to reboot", version: 2 });
    stage.team.edit(channel.externalId, second ?? "", "press the green button");
    stage.team.reply(channel.externalId, first ?? "", { user: "UCY", text: "thanks" });
    await channel.run("analyse");
    const [article] = await articlesOf(channel);
    expect(article).toMatchObject({ version: 3, bodyText: expect.stringContaining("green") });
    const sources = await stage.db
      .select()
      .from(articleSources)
      .where(eq(articleSources.articleId, article?.id ?? ""));
    expect(sources.map(({ text }) => text).join()).not.toContain("red button");
  });

  it("erases a message that was deleted in the chat, from the article too", async () => {
    const conversation = buildThread("my private number is KNOWN", "KNOW that a form is better");
    const channel = await stage.newChannel(conversation);
    await channel.run("analyse");
    expect(JSON.stringify(await articlesOf(channel))).toContain("private number");
    stage.team.delete(channel.externalId, conversation[0]?.ts ?? "");
    await channel.run("analyse");
    const [gone] = await messagesOf(channel);
    expect(gone).toMatchObject({ text: "", deletedAt: expect.any(Date) });
    const [article] = await articlesOf(channel);
    expect(article).toMatchObject({ title: "KNOW that a form is better" });
    const versions = await stage.db
      .select()
      .from(articleVersions)
      .where(eq(articleVersions.articleId, article?.id ?? ""));
    expect(versions.map(({ version }) => version)).toContain(article?.version);
    expect(JSON.stringify([article, versions])).not.toContain("private number");
  });

  it("empties an article when all its messages were deleted in the chat", async () => {
    const [only, other] = [buildThread("KNOW that the secret door is green"), buildThread("good morning")];
    const channel = await stage.newChannel([...only, ...other]);
    await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(1);
    stage.team.delete(channel.externalId, only[0]?.ts ?? "");
    const run = await channel.run("analyse");
    expect(run.result).toMatchObject({ articlesUpdated: 1 });
    const [article] = await articlesOf(channel);
    expect(article).toMatchObject({ version: 2, summary: [], body: [], authorName: null });
    const versions = await stage.db
      .select()
      .from(articleVersions)
      .where(eq(articleVersions.articleId, article?.id ?? ""));
    expect(JSON.stringify([article, ...versions])).not.toContain("secret door");
  });

  it("ENT-011 leaves lines of all three kinds in the log", async () => {
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    await channel.run("analyse");
    stage.slack.fail({
      match: "conversations.history",
      kind: { status: 200, body: { ok: false, error: "invalid_auth" } },
    });
    const failed = await channel.run("analyse");
    expect(failed).toMatchObject({ state: "failed", error: expect.stringMatching(/token/i) });
    const logs = await logsOf(channel);
    expect(new Set(logs.map(({ type }) => type))).toEqual(new Set(["article_created", "message_analyzed", "error"]));
    expect(logs.find(({ type }) => type === "message_analyzed")?.data).toMatchObject({
      messages: 2,
      articlesCreated: 1,
      skipped: 0,
      engine: "local",
    });
  });

  it("shows broken credentials at the integration until the next success", async () => {
    const channel = await stage.newChannel([buildSlackMessage("UANA", "hi")]);
    const integration = async () =>
      (await stage.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, channel.integrationId)))[0];
    stage.slack.fail({
      match: "conversations.history",
      kind: { status: 200, body: { ok: false, error: "token_revoked" } },
    });
    await channel.run("analyse");
    expect(await integration()).toMatchObject({ trouble: expect.any(String), isActive: true });
    await channel.run("analyse");
    expect(await integration()).toMatchObject({ trouble: null });
  });

  it("waits as long as Slack asks and goes on where it was", async () => {
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    stage.slack.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 1 } });
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 1 } });
  });

  it("tries an unreachable channel five times, says so, and analyses the others all the same", async () => {
    await stage.db.execute(sql`update pgboss.queue set retry_delay = 0, retry_backoff = false`);
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    const { workspaceId, integrationId } = channel;
    const gone = await buildChannel(stage.db, { workspaceId, integrationId, teamId: TEAM_ID });
    const calls = () =>
      stage.slack.calls.filter(
        ({ path, body }) => path.endsWith("/conversations.history") && JSON.stringify(body).includes(gone.externalId),
      ).length;
    stage.slack.fail({ match: "conversations.history", times: 5, kind: { status: 503 } });
    const run = await channel.run("analyse", { channelIds: [gone.id, channel.id] });
    expect(calls()).toBe(5);
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 1 } });
    expect(run.result?.problems.join()).toContain(gone.name);
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, gone.id));
    expect(row).toMatchObject({ trouble: expect.any(String), isActive: true });
  });

  it("names an empty channel as a problem instead of a success without words", async () => {
    const channel = await stage.newChannel([]);
    const run = await channel.run("analyse");
    expect(run.result?.problems.join()).toMatch(/No messages were found/);
  });

  it("API-020 reads the last 10 messages of a channel in a test, and moves no cursor", async () => {
    const channel = await stage.newChannel(
      Array.from({ length: 15 }, (_, n) => buildSlackMessage("UANA", `message ${n}`)),
    );
    const run = await channel.run("test");
    expect(run.result).toMatchObject({ messagesRead: 10 });
    expect((await messagesOf(channel)).map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, n) => `message ${n + 5}`),
    );
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row?.cursor).toBeNull();
    expect((await channel.run("analyse")).result).toMatchObject({ messagesRead: 5 });
  });

  it("tries a conversation once more for which a busy machine was too slow", async () => {
    let judged = 0;
    stage.engine.current = createScriptedEngine({
      onDetect: () => {
        judged += 1;
        if (judged === 1) throw new EngineTooSlow();
      },
    });
    const channel = await stage.newChannel([buildSlackMessage("UANA", "KNOW how the printer is calibrated")]);
    const { result } = await channel.run("analyse");
    expect(result).toMatchObject({ articlesCreated: 1, problems: [] });
  });

  it("parks 50 conversations that break the engine among 1,000 and analyses the others", async () => {
    const said = Array.from({ length: 1000 }, (_, n) => {
      const ts = `${1_700_000_000 + n}.000100`;
      return buildSlackMessage("UANA", n % 20 === 0 ? `POISON ${n}` : `message ${n}`, {
        ts,
        thread_ts: ts,
        reply_count: 0,
      });
    });
    const channel = await stage.newChannel(said);
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { messagesRead: 1000 } });
    expect(run.result?.problems.length).toBeGreaterThan(0);
    const rows = await stage.db.select().from(conversations).where(eq(conversations.channelId, channel.id));
    const parked = rows.filter(({ reasons }) => reasons?.join().includes("could not be analyzed"));
    expect(parked.reduce((sum, { messageCount }) => sum + messageCount, 0)).toBeGreaterThanOrEqual(50);
    expect(rows.every(({ analysedAt, fingerprint }) => analysedAt !== null && fingerprint !== "")).toBe(true);
  });
});
