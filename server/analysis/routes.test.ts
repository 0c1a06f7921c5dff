import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { testAnalysis } from "../../shared/contract/analysis.ts";
import { loadDemoTeam, writeSlackExport } from "../../tools/demo/chat.ts";
import { newId } from "../db/new-id.ts";
import { articles, channels, chatIntegrations, conversations, messages } from "../db/schema.ts";
import {
  type AnalysisStage,
  buildAnsweredQuestion,
  buildSlackMessage,
  buildThread,
  openStage,
  type StageChannel,
} from "./testing/analysis-stage.ts";
import { createScriptedEngine } from "./testing/scripted-engine.ts";
import { waitForRun } from "./wait-for-run.ts";

let stage: AnalysisStage;
let folder: string;
let exportFile: string;
beforeAll(async () => {
  stage = await openStage();
  folder = await mkdtemp(join(tmpdir(), "lorekeep-export-"));
  exportFile = join(folder, "export.zip");
  const team = loadDemoTeam("business", new Date());
  await writeSlackExport({ ...team, channels: team.channels.slice(0, 2) }, exportFile);
});
beforeEach(() => {
  stage.engine.current = createScriptedEngine();
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

it("An analysis through an integration that was saved without a token ends at once and says what is missing", async () => {
  const channel = await stage.newChannel([buildSlackMessage("UANA", "hi")]);
  await stage.db
    .update(chatIntegrations)
    .set({ secrets: {} })
    .where(eq(chatIntegrations.workspaceId, channel.workspaceId));
  const payload = { channelId: channel.id };
  const answer = await channel.person.inject({ method: "POST", url: "/api/analyze", payload });
  expect([answer.statusCode, answer.json().message]).toEqual([
    502,
    expect.stringContaining("The bot token is missing."),
  ]);
});

describe("POST /api/test-slack-analysis", () => {
  it("API-018 answers with what was analysed in each active channel", async () => {
    stage.engine.current = createLocalEngine();
    const channel = await stage.newChannel(buildAnsweredQuestion());
    const answer = await channel.person.inject({ method: "POST", url: "/api/test-slack-analysis" });
    expect(answer.statusCode).toBe(200);
    const body = testAnalysis.parse(answer.json());
    expect(body).toMatchObject({
      success: true,
      channelsAnalyzed: 1,
      totalMessagesAnalyzed: 4,
      articlesCreated: 1,
      message: "Created 1 article from 4 messages.",
      results: [{ channel: expect.stringMatching(/^help-/), status: "4 messages analyzed, 1 article created" }],
    });
  });

  it("API-018 says what is wrong when Slack refuses the token", async () => {
    const channel = await stage.newChannel([buildSlackMessage("UANA", "hi")]);
    stage.slack.fail({
      match: "conversations.history",
      kind: { status: 200, body: { ok: false, error: "invalid_auth" } },
    });
    const answer = await channel.person.inject({ method: "POST", url: "/api/test-slack-analysis" });
    expect(answer.json()).toMatchObject({
      success: false,
      articlesCreated: 0,
      error: expect.stringMatching(/token/i),
      details: expect.any(String),
    });
  });

  it("tells what to do when no channel is active", async () => {
    const channel = await stage.newChannel();
    await stage.db.update(channels).set({ isActive: false }).where(eq(channels.id, channel.id));
    const answer = await channel.person.inject({ method: "POST", url: "/api/test-slack-analysis" });
    expect(answer.json()).toMatchObject({
      success: true,
      channelsAnalyzed: 0,
      totalMessagesAnalyzed: 0,
      message: expect.stringMatching(/no active channel/),
    });
  });

  it("is refused without a session", async () => {
    expect((await stage.app.inject({ method: "POST", url: "/api/test-slack-analysis" })).statusCode).toBe(401);
  });
});

describe("POST /api/analyze", () => {
  it("API-030 answers with the messages processed and the articles created, by either id of the channel", async () => {
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    const analyze = (channelId: string) =>
      channel.person.inject({ method: "POST", url: "/api/analyze", payload: { channelId } });
    expect((await analyze(channel.id)).json()).toMatchObject({ messagesProcessed: 2, articlesCreated: 1 });
    const again = await analyze(channel.externalId);
    expect(again.json()).toMatchObject({
      messagesProcessed: 0,
      articlesCreated: 0,
      message: "There are no new messages since the last analysis.",
    });
    const [newest] = (await channel.person.inject({ url: "/api/logs?limit=1" })).json();
    expect(newest.message).toMatch(/: nothing new since the last analysis\.$/);
  });

  it("answers 404 with the reason when Slack no longer knows the channel", async () => {
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    stage.team.data.channels = stage.team.data.channels.filter(({ id }) => id !== channel.externalId);
    const payload = { channelId: channel.id };
    const answer = await channel.person.inject({ method: "POST", url: "/api/analyze", payload });
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      expect.stringMatching(/^Slack does not know this channel/),
    ]);
    expect((await channel.person.inject({ url: "/api/runs" })).json()).toMatchObject([
      { state: "failed", error: answer.json().message },
    ]);
  });

  it("answers 404 to an id that no monitored channel has", async () => {
    const channel = await stage.newChannel();
    for (const channelId of [newId(), "C0UNKNOWN", "no id at all"]) {
      const answer = await channel.person.inject({ method: "POST", url: "/api/analyze", payload: { channelId } });
      expect([channelId, answer.statusCode]).toEqual([channelId, 404]);
    }
    expect((await channel.person.inject({ url: "/api/runs" })).json()).toEqual([]);
  });

  it("knows no channel of another workspace", async () => {
    const mine = await stage.newChannel();
    const theirs = await stage.newChannel();
    const answer = await mine.person.inject({
      method: "POST",
      url: "/api/analyze",
      payload: { channelId: theirs.id },
    });
    expect(answer.statusCode).toBe(404);
    const run = await theirs.run("analyse");
    expect((await mine.person.inject({ url: `/api/runs/${run.id}` })).statusCode).toBe(404);
    expect((await theirs.person.inject({ url: `/api/runs/${run.id}` })).json()).toMatchObject({ state: "done" });
  });
});

describe("POST /api/articles/:id/reanalyze", () => {
  it("API-015 analyses the article's own conversation again and keeps its id", async () => {
    const channel = await stage.newChannel(buildThread("KNOW how", "like this"));
    await channel.run("analyse");
    const articleOf = async () =>
      (await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId)))[0];
    const before = await articleOf();
    const reanalyze = () => channel.person.inject({ method: "POST", url: `/api/articles/${before?.id}/reanalyze` });
    expect((await reanalyze()).json()).toMatchObject({
      success: true,
      message: "Article has been re-analyzed with updated smart tags",
      article: { id: before?.id },
    });
    expect(await articleOf()).toMatchObject({ id: before?.id, version: 1 });

    const scripted = createScriptedEngine();
    stage.engine.current = {
      ...scripted,
      write: async (...given: Parameters<typeof scripted.write>) => ({
        ...(await scripted.write(...given)),
        tags: ["smarter"],
      }),
    };
    expect((await reanalyze()).json()).toMatchObject({ success: true, article: { id: before?.id, tags: ["smarter"] } });
    expect(await articleOf()).toMatchObject({ version: 2, status: "published" });
  });
});

describe("POST /api/imports", () => {
  const upload = async (person: StageChannel["person"], file: string, query = "") => {
    const boundary = "------------------------lorekeep";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="acme export.zip"\r\nContent-Type: application/zip\r\n\r\n`;
    const chunks: Buffer[] = [Buffer.from(head)];
    for await (const chunk of createReadStream(file)) chunks.push(chunk as Buffer);
    chunks.push(Buffer.from(`\r\n--${boundary}--\r\n`));
    return person.inject({
      method: "POST",
      url: `/api/imports${query}`,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat(chunks),
    });
  };

  it("stores an export on which a model is to be tried, and analyzes nothing of it until a person says so", async () => {
    stage.engine.current = createLocalEngine();
    const { person, workspaceId } = await stage.newChannel();
    const answer = await upload(person, exportFile, "?analyze=later");
    const run = await waitForRun(stage.deps, workspaceId, answer.json().id, 300_000);
    const stored = await stage.db.$count(messages, eq(messages.workspaceId, workspaceId));
    expect(stored).toBeGreaterThan(0);
    expect(run).toMatchObject({ state: "done", error: null, result: { articlesCreated: 0, messagesRead: stored } });
    expect(run.result?.channels.map(({ status }) => status)).toEqual(
      Array.from({ length: 2 }, () => "Imported, not analyzed yet"),
    );
    expect(await stage.db.$count(conversations, eq(conversations.workspaceId, workspaceId))).toBe(0);

    const [channel] = run.result?.channels ?? [];
    const analysis = await person.inject({
      method: "POST",
      url: "/api/analyze",
      payload: { channelId: channel?.channelId },
    });
    expect(analysis.statusCode).toBe(200);
    expect(await stage.db.$count(conversations, eq(conversations.workspaceId, workspaceId))).toBeGreaterThan(0);
  });

  it("takes a Slack export, tells how far it is, and makes the same rows as a second import of it", async () => {
    stage.engine.current = createLocalEngine();
    const { person, workspaceId } = await stage.newChannel();
    const answer = await upload(person, exportFile);
    expect(answer.statusCode).toBe(202);
    const run = await waitForRun(stage.deps, workspaceId, answer.json().id, 300_000);
    expect(run).toMatchObject({ state: "done", error: null, progress: { fraction: 1 } });
    expect(run.result?.channels).toHaveLength(2);
    expect(run.result?.articlesCreated).toBeGreaterThan(0);
    const stored = await stage.db.$count(messages, eq(messages.workspaceId, workspaceId));
    expect(stored).toBe(run.result?.messagesRead);

    const again = await waitForRun(stage.deps, workspaceId, (await upload(person, exportFile)).json().id, 300_000);
    expect(again).toMatchObject({ state: "done", result: { articlesCreated: 0, articlesUpdated: 0 } });
    expect(await stage.db.$count(messages, eq(messages.workspaceId, workspaceId))).toBe(stored);
    await expect.poll(() => readdir(join(stage.deps.env.DATA_DIR, "imports"))).toEqual([]);
  });

  it("says what is wrong with a file that is no export", async () => {
    const { person, workspaceId } = await stage.newChannel();
    const answer = await upload(person, new URL(import.meta.url).pathname);
    const run = await waitForRun(stage.deps, workspaceId, answer.json().id, 300_000);
    expect(run).toMatchObject({ state: "failed", error: expect.any(String), input: { fileName: "acme export.zip" } });
    expect((await person.inject({ url: "/api/runs" })).json()).toMatchObject([
      { kind: "import", state: "failed", fileName: "acme export.zip" },
    ]);
  });
});
