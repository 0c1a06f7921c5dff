import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ModelEngine } from "../../engine/contract.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { Run } from "../../shared/contract/analysis.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles, channels, conversations, llmCalls } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { buildRun } from "../testing/factories.ts";
import { runJob } from "./run-job.ts";
import { createExportPath } from "./stored-exports.ts";
import { type AnalysisStage, buildAnsweredQuestion, openStage, type StageChannel } from "./testing/analysis-stage.ts";
import { waitForRun } from "./wait-for-run.ts";

/** A model that the price table knows, at an address of this machine. */
const PRICED = "claude-haiku-5-5";
const TOPICS = [
  "the badge printer",
  "the mail relay",
  "the invoice archive",
  "the staging database",
  "the old scanner",
  "the key cabinet",
  "the coffee machine",
  "the meeting room",
  "the postage meter",
  "the delivery bay",
  "the fire door",
  "the label press",
  "the spare laptop",
  "the parking gate",
];

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;

beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openStage();
  Object.assign(stage.deps.env, {
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: PRICED,
  });
});
beforeEach(async () => {
  llm.play([]);
  stage.deps.engines = await createEngines({ ...stage.deps, fetch });
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});

const stop = ({ person }: StageChannel, id: string) => person.inject({ method: "POST", url: `/api/runs/${id}/stop` });
const runOf = async ({ person }: StageChannel, id: string): Promise<Run> =>
  (await person.inject({ url: `/api/runs/${id}` })).json();
const over = ({ workspaceId }: StageChannel, id: string) => waitForRun(stage.deps, workspaceId, id, 60_000);
const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const callsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(llmCalls).where(eq(llmCalls.workspaceId, workspaceId));

const waits = (channel: StageChannel, id: string) =>
  expect.poll(async () => (await runOf(channel, id)).progress.step).toContain("It resumes automatically.");

/** Answers plausibly until this many articles are checked, then waits for `release`. */
function holdAfter(checked: number): { isHeld: () => boolean; release: () => void } {
  let [count, isHeld, isReleased] = [0, false, false];
  llm.play(({ purpose }) => {
    if (isReleased || purpose !== "check" || count < checked) {
      if (purpose === "check") count += 1;
      return "plausible";
    }
    isHeld = true;
    return { status: 429, retryAfter: 1_800 };
  });
  return { isHeld: () => isHeld, release: () => (isReleased = true) };
}

describe("A run that a person stops", () => {
  it("keeps what it read and wrote, says what it spent, and takes nothing up any more", async () => {
    const channel = await stage.newChannel(TOPICS.flatMap(buildAnsweredQuestion));
    // Checked articles are saved although others still wait for the model; one call contains at most twelve articles.
    const model = holdAfter(12);
    const { id } = await channel.start("analyse");
    await expect.poll(model.isHeld).toBe(true);
    await waits(channel, id);
    const before = await runOf(channel, id);
    expect(before).toMatchObject({ state: "running", isRequested: true, isStopped: false });
    expect((await stop(channel, id)).json()).toEqual({ success: true });

    const run = await runOf(channel, id);
    const written = (await articlesOf(channel)).length;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(TOPICS.length);
    expect(run).toMatchObject({
      state: "done",
      isStopped: true,
      error: null,
      result: { messagesRead: 4 * TOPICS.length, articlesCreated: written },
    });
    const spent = (await callsOf(channel)).reduce((sum, { costMicros }) => sum + costMicros, 0);
    expect(run.progress.dollars).toBe(spent / 1_000_000);
    expect(spent).toBeGreaterThan(0);
    // The channel waits for nothing any longer, and a second stop changes nothing.
    expect(await stage.db.select().from(channels).where(eq(channels.id, channel.id))).toMatchObject([
      { modelWaits: null },
    ]);
    expect((await stop(channel, id)).statusCode).toBe(200);
    expect(await runOf(channel, id)).toEqual(run);

    model.release();
    // The provider's limit has ended.
    stage.deps.engines = await createEngines({ ...stage.deps, fetch });
    await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(TOPICS.length);
  });

  it("is left by the worker that is at it after what is under way", async () => {
    const channel = await stage.newChannel(TOPICS.flatMap(buildAnsweredQuestion));
    const { engines } = stage.deps;
    const started = Promise.withResolvers<string>();
    stage.deps.engines = {
      ...engines,
      async forWorkspace(...asked) {
        const engine = (await engines.forWorkspace(...asked)) as ModelEngine;
        return {
          ...engine,
          find: (window) => started.promise.then((run) => stop(channel, run)).then(() => engine.find(window)),
        };
      },
    };
    const { id } = await channel.start("analyse");
    started.resolve(id);
    await over(channel, id);
    stage.deps.engines = engines;
    // Its job has ended too, once its follow-up work is done.
    await stage.newChannel(buildAnsweredQuestion()).then((next) => next.run("analyse"));
    expect(await articlesOf(channel)).toEqual([]);
    expect(await runOf(channel, id)).toMatchObject({ isStopped: true, progress: { step: "Stopped" } });
  });

  it("reads nothing again that it has not read yet", async () => {
    const channel = await stage.newChannel(TOPICS.flatMap(buildAnsweredQuestion));
    const withModel = stage.deps.engines;
    stage.deps.engines = { ...withModel, forWorkspace: async () => createLocalEngine() };
    await channel.run("analyse");
    stage.deps.engines = withModel;
    const again = async () => (await channel.person.inject({ url: "/api/language-model/again" })).json();
    const offered = (await again()).conversations;
    expect(offered).toBe(TOPICS.length);
    llm.play(() => ({ status: 429, retryAfter: 1_800 }));
    await channel.person.inject({ method: "POST", url: "/api/language-model/again" });
    await expect.poll(async () => (await again()).asked).toBe(offered);
    const [run] = (await channel.person.inject({ url: "/api/runs" })).json() as Run[];
    await waits(channel, run?.id ?? "");
    await stop(channel, run?.id ?? "");
    expect(await again()).toMatchObject({ conversations: offered, asked: 0 });
    llm.play([]);
    llm.asked.length = 0;
    await channel.run("analyse");
    expect(llm.asked).toEqual([]);
    expect(
      await stage.db.select().from(conversations).where(eq(conversations.workspaceId, channel.workspaceId)),
    ).toHaveLength(TOPICS.length);
  });

  it("of an import loses its file with the next turn", async () => {
    const channel = await stage.newChannel();
    const { workspaceId } = channel;
    const { name, path } = await createExportPath(stage.deps);
    await writeFile(path, "");
    const input = { file: name, fileName: "acme.zip" };
    const { id } = await buildRun(stage.db, { workspaceId, kind: "import", state: "running", input });
    await stop(channel, id);
    expect(await runOf(channel, id)).toMatchObject({ state: "done", isStopped: true, fileName: "acme.zip" });
    expect(existsSync(path)).toBe(true);
    const attempt = { number: 1, isLast: false, signal: new AbortController().signal };
    await runJob(stage.deps, { queue: "run", workspaceId, runId: id }, attempt);
    expect(existsSync(path)).toBe(false);
  });

  it("is no trial, which has a stop of its own", async () => {
    const channel = await stage.newChannel();
    const { id } = await buildRun(stage.db, { workspaceId: channel.workspaceId, kind: "trial", state: "running" });
    expect((await stop(channel, id)).json()).toMatchObject({ message: "A trial is stopped on its own page." });
  });
});
