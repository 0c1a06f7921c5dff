import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { and, eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { PATIENCE_MS } from "../../scripts/patience.ts";
import { startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { toSessionConfig } from "../db/pool.ts";
import { activityLogs, articles, channels, conversations, llmCalls, messages } from "../db/schema.ts";
import { RetryLater } from "../queue/queue.ts";
import { runJob } from "./run-job.ts";
import { importExport } from "./stored-exports.ts";
import { type AnalysisStage, buildThread, openStage } from "./testing/analysis-stage.ts";
import { createScriptedEngine } from "./testing/scripted-engine.ts";
import type { WorkerOrder } from "./testing/worker-process.ts";
import { waitForRun } from "./wait-for-run.ts";

const CONVERSATIONS = 24;
const WORKER = fileURLToPath(new URL("./testing/worker-process.ts", import.meta.url));

let stage: AnalysisStage;
let folder: string;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  stage = await openStage({ workers: 0 });
  folder = await mkdtemp(join(tmpdir(), "lorekeep-kill-"));
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

async function startWorkerProcess(millisecondsAConversation: number, modelUrl?: string): Promise<ChildProcess> {
  const order: WorkerOrder = {
    connection: toSessionConfig(stage.db.$client),
    dataDir: stage.deps.env.DATA_DIR,
    slackApiUrl: `${stage.slack.url}/api`,
    millisecondsAConversation,
    ...(modelUrl && { modelUrl }),
  };
  const worker = spawn(process.execPath, [WORKER, JSON.stringify(order)], { stdio: ["ignore", "pipe", "inherit"] });
  workers.push(worker);
  await once(worker.stdout as NodeJS.ReadableStream, "data");
  return worker;
}

const knowledge = () =>
  Array.from({ length: CONVERSATIONS }, (_, n) => buildThread(`KNOW number ${n}`, `answer ${n}`)).flat();
const countArticles = (workspaceId: string) => stage.db.$count(articles, eq(articles.workspaceId, workspaceId));
const countLogs = (workspaceId: string) =>
  stage.db.$count(
    activityLogs,
    and(eq(activityLogs.workspaceId, workspaceId), eq(activityLogs.type, "article_created")),
  );

it("API-009 an analysis that takes several turns reads its channel once and counts each message once", async () => {
  const conversation = knowledge().slice(0, 6);
  const channel = await stage.newChannel(conversation);
  const { workspaceId, id: runId } = await channel.start("analyse");
  const turn = async (stopping = new AbortController()) => {
    stage.engine.current = createScriptedEngine({ onDetect: () => stopping.abort() });
    const attempt = { number: 1, isLast: false, signal: stopping.signal };
    return runJob(stage.deps, { queue: "run", workspaceId, runId }, attempt).catch((error: unknown) => error);
  };
  expect(await turn()).toBeInstanceOf(RetryLater);
  const reads = () => stage.slack.calls.filter(({ path }) => path.includes("conversations.history")).length;
  const before = reads();
  for (let turns = 1; (await turn()) instanceof RetryLater; turns += 1) expect(turns).toBeLessThan(10);
  expect(reads()).toBe(before);
  const { result } = await waitForRun(stage.deps, workspaceId, runId, 1000);
  expect(result?.channels).toMatchObject([{ messages: 6, articlesCreated: 3 }]);
});

it("a database that goes away in the queue's last try fails no analysis: the next turn ends it", async () => {
  const channel = await stage.newChannel(knowledge().slice(0, 2));
  const { workspaceId, id: runId } = await channel.start("analyse");
  const turn = (onDetect?: () => never) => {
    stage.engine.current = createScriptedEngine(onDetect ? { onDetect } : {});
    const attempt = { number: 5, isLast: true, signal: new AbortController().signal };
    return runJob(stage.deps, { queue: "run", workspaceId, runId }, attempt).catch((error: unknown) => error);
  };
  const away = Object.assign(new pg.DatabaseError("terminating connection", 0, "error"), { code: "57P01" });
  const goAway = () => {
    throw away;
  };
  expect(await turn(goAway)).toBeInstanceOf(RetryLater);
  expect(await turn()).toBeUndefined();
  const { state, result } = await waitForRun(stage.deps, workspaceId, runId, 1000);
  expect({ state, articles: result?.articlesCreated }).toEqual({ state: "done", articles: 1 });
});

/** A Slack export with one channel of this many messages over several days. */
async function writeExport(days: number, messagesADay: number): Promise<string> {
  const zip = new yazl.ZipFile();
  const add = (name: string, value: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(value)), name);
  add("channels.json", [{ id: "CEXP", name: "old-talk" }]);
  add("users.json", [{ id: "UANA", name: "ana" }]);
  for (let day = 0; day < days; day += 1) {
    const start = Date.UTC(2025, 0, 1 + day) / 1000;
    const said = Array.from({ length: messagesADay }, (_, n) => {
      const ts = `${start + n * 10}.000100`;
      return { type: "message", user: "UANA", text: `${n < 2 ? "KNOW" : "chat"} ${day} ${n}`, ts, thread_ts: ts };
    });
    add(`old-talk/${new Date(start * 1000).toISOString().slice(0, 10)}.json`, said);
  }
  zip.end();
  const path = join(folder, "export.zip");
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

describe("A worker that is killed", () => {
  it("loses and doubles nothing: another takes its analysis and its import up again within a minute", async () => {
    const channel = await stage.newChannel(knowledge());
    const other = await stage.newChannel();
    const days = 20;
    const exportFile = await writeExport(days, 50);
    const worker = await startWorkerProcess(20);
    const analysis = await channel.start("analyse");
    const imported = await importExport(stage.deps, other.workspaceId, exportFile, { fileName: "acme.zip" });
    await expect.poll(() => countArticles(channel.workspaceId)).toBeGreaterThan(5);
    await expect.poll(() => countArticles(other.workspaceId)).toBeGreaterThan(1);
    worker.kill("SIGKILL");
    expect(await countArticles(channel.workspaceId)).toBeLessThan(CONVERSATIONS);

    await startWorkerProcess(0);
    const ended = await waitForRun(stage.deps, channel.workspaceId, analysis.id, 45_000);
    expect(ended.state).toBe("done");
    expect(await countArticles(channel.workspaceId)).toBe(CONVERSATIONS);
    expect(await countLogs(channel.workspaceId)).toBe(CONVERSATIONS);

    const endedImport = await waitForRun(stage.deps, other.workspaceId, imported.id, 45_000);
    expect(endedImport).toMatchObject({ state: "done", result: { messagesRead: days * 50 } });
    expect(await stage.db.$count(messages, eq(messages.workspaceId, other.workspaceId))).toBe(days * 50);
    expect(await countArticles(other.workspaceId)).toBe(days * 2);
    expect(await countLogs(other.workspaceId)).toBe(days * 2);
  });

  it("two at once share the work without doing anything twice", async () => {
    await Promise.all([startWorkerProcess(2), startWorkerProcess(2)]);
    const channel = await stage.newChannel(knowledge());
    const started = [
      await channel.start("analyse"),
      await channel.start("test"),
      await channel.start("analyse", {}),
      await channel.start("test", { channelIds: [channel.id] }),
    ];
    const ended = await Promise.all(
      started.map(({ id }) => waitForRun(stage.deps, channel.workspaceId, id, PATIENCE_MS)),
    );
    expect(ended.map(({ state }) => state)).toEqual(started.map(() => "done"));
    expect(await countArticles(channel.workspaceId)).toBe(CONVERSATIONS);
    expect(await countLogs(channel.workspaceId)).toBe(CONVERSATIONS);
    const created = ended.reduce((sum, { result }) => sum + (result?.articlesCreated ?? 0), 0);
    expect(created).toBe(CONVERSATIONS);
  });

  it("leaves nothing to rules while the model is away: another finishes all of it, and no answer is paid for twice", async () => {
    const llm = await startLlmStandIn();
    try {
      const told = Array.from({ length: 10 }, (_, n) =>
        buildThread(
          `How is label printer ${n + 20} calibrated again?`,
          `Hold pause and feed of label printer ${n + 20} for 5 seconds until the light blinks twice.`,
        ),
      ).flat();
      const channel = await stage.newChannel(told);
      const ofWorkspace = eq(llmCalls.workspaceId, channel.workspaceId);
      let written = 0;
      llm.play(({ purpose }) => (purpose === "write" && (written += 1) > 3 ? { status: 503 } : { slowMs: 50 }));
      const first = await startWorkerProcess(0, `${llm.url}/v1`);
      const run = await channel.start("analyse");
      await expect
        .poll(() => stage.db.select().from(channels).where(eq(channels.id, channel.id)))
        .toMatchObject([{ modelWaits: { sentence: expect.any(String) } }]);
      first.kill("SIGKILL");
      expect(await countArticles(channel.workspaceId)).toBeLessThanOrEqual(3);

      llm.play(() => ({ slowMs: 150 }));
      await stage.db.$client.query("update pgboss.job set start_after = now() where name = 'run' and state < 'active'");
      const second = await startWorkerProcess(0, `${llm.url}/v1`);
      await expect.poll(() => countArticles(channel.workspaceId)).toBeGreaterThan(4);
      second.kill("SIGKILL");
      expect(await countArticles(channel.workspaceId)).toBeLessThan(10);

      await startWorkerProcess(0, `${llm.url}/v1`);
      expect((await waitForRun(stage.deps, channel.workspaceId, run.id, 60_000)).state).toBe("done");
      const rows = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
      expect(rows.map(({ engine, form }) => `${form} by ${engine}`)).toEqual(Array(10).fill("written by llm"));
      const read = await stage.db
        .select()
        .from(conversations)
        .where(eq(conversations.workspaceId, channel.workspaceId));
      expect(read.filter(({ articleId }) => articleId === null)).toEqual([]);
      const paid = await stage.db
        .select()
        .from(llmCalls)
        .where(and(ofWorkspace, eq(llmCalls.outcome, "ok")));
      expect(new Set(paid.map(({ inputHash }) => inputHash)).size).toBe(paid.length);
    } finally {
      await llm.close();
    }
  });
});
