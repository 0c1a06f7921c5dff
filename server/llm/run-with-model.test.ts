import { and, eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { warmEncoder } from "../../engine/thread/testing/warm-encoder.ts";
import { type LlmStandIn, startLlmStandIn } from "../../stand-ins/llm/llm-stand-in.ts";
import { answeredQuestion, openStage, type Stage, type StageChannel, say } from "../analysis/testing/analysis-stage.ts";
import { activityLogs, articles, articleVersions, llmCalls } from "../db/schema.ts";
import { loadEnv } from "../env.ts";
import { createEngines } from "./engines.ts";

let stage: Stage;
let llm: LlmStandIn;
beforeAll(async () => {
  [stage, llm] = await Promise.all([openStage(), startLlmStandIn()]);
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});

/** A channel whose workspace asks the model. */
async function newChannel(
  said: Parameters<Stage["newChannel"]>[0],
  variables: Record<string, string> = {},
): Promise<StageChannel> {
  const channel = await stage.newChannel(said);
  const LLM_BASE_URL = `${llm.url}/v1`;
  const env = loadEnv({ LLM_PROVIDER: "openai-compatible", LLM_BASE_URL, LLM_MODEL: "stand-in-1", ...variables });
  const { db, events } = stage.deps;
  const engines = await createEngines({
    env,
    db,
    events,
    fetch,
    log: pino({ level: "silent" }),
    encoder: await warmEncoder(),
  });
  stage.engine.current = await engines.forWorkspace(channel.workspaceId);
  return channel;
}

const writersOf = async ({ workspaceId }: StageChannel) => ({
  articles: await stage.db
    .select({ engine: articles.engine })
    .from(articles)
    .where(eq(articles.workspaceId, workspaceId)),
  versions: await stage.db
    .select({ engine: articleVersions.engine })
    .from(articleVersions)
    .where(eq(articleVersions.workspaceId, workspaceId)),
});
const logsOf = ({ workspaceId }: StageChannel, type: "error" | "article_created") =>
  stage.db
    .select()
    .from(activityLogs)
    .where(and(eq(activityLogs.workspaceId, workspaceId), eq(activityLogs.type, type)));

describe("A run with a model", () => {
  it("says of an article that the model wrote it", async () => {
    llm.play([]);
    const channel = await newChannel([...answeredQuestion(), say("UANA", "good morning!"), say("UBO", "morning :)")]);
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 1, problems: [] } });
    expect(await writersOf(channel)).toEqual({ articles: [{ engine: "llm" }], versions: [{ engine: "llm" }] });
    const [created] = await logsOf(channel, "article_created");
    expect(created?.data).toMatchObject({ engine: "llm" });
    const calls = await stage.db.select().from(llmCalls).where(eq(llmCalls.workspaceId, channel.workspaceId));
    expect(calls.map(({ purpose }) => purpose).sort()).toEqual(["judge", "review", "write"]);
  });

  it.each([
    ["edit", [{ engine: "llm" }]],
    ["reject", []],
  ] as const)(
    "makes an unsure article, or none, where the model would %s what it reads again",
    async (verdict, written) => {
      const review = { wrong: [], missing: [], title: "good", reads: "partly", verdict };
      llm.play(({ purpose }) => (purpose === "review" ? { json: review } : "plausible"));
      const channel = await newChannel(answeredQuestion("the turbine"));
      const run = await channel.run("analyse");
      expect(run).toMatchObject({ state: "done", result: { articlesCreated: written.length, problems: [] } });
      expect((await writersOf(channel)).articles).toEqual(written);
      const made = await stage.db
        .select({ confidence: articles.confidence })
        .from(articles)
        .where(eq(articles.workspaceId, channel.workspaceId));
      expect(made.every(({ confidence }) => confidence <= 0.6)).toBe(true);
      const again = await channel.run("analyse");
      expect(again.result).toMatchObject({ articlesCreated: 0 });
    },
  );

  it("says of an article that the local engine wrote it, when the model's answer was of no use", async () => {
    llm.play((asked) => (asked.purpose === "judge" ? "plausible" : "invalid-json"));
    const channel = await newChannel(answeredQuestion("the archive"));
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 1, problems: [] } });
    expect(await writersOf(channel)).toEqual({ articles: [{ engine: "local" }], versions: [{ engine: "local" }] });
    const [created] = await logsOf(channel, "article_created");
    expect(created?.data).toMatchObject({ engine: "local" });
    expect((await logsOf(channel, "error")).map(({ message }) => message)).toEqual([
      "The model's answer could not be used; the local engine wrote this article.",
    ]);
  });

  it.each([
    ["hangs", { afterWork: "hang" }],
    ["drips", { drip: 400 }],
  ] as const)("waits once for a model that %s, and goes on without it", async (_how, kind) => {
    llm.play([]);
    llm.asked.length = 0;
    llm.fail({ times: 1_000, kind });
    const conversation = ["archive", "mirror", "proxy", "cache", "cluster", "gateway"].map((name) =>
      answeredQuestion(`the ${name}`),
    );
    const channel = await newChannel(conversation.flat(), { LLM_TIMEOUT_SECONDS: "1" });
    const run = await channel.run("analyse");
    llm.clearFaults();
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 6, problems: [] } });
    // Those that were under way together; each was asked once.
    expect(llm.asked.length).toBeLessThanOrEqual(4);
    expect((await logsOf(channel, "error")).map(({ message }) => message)).toEqual([
      "The model could not be reached; the local engine goes on in its place.",
    ]);
  });

  it("never fails because of the model", async () => {
    llm.play(() => ({ status: 500, retryAfter: 0 }));
    const channel = await newChannel([...answeredQuestion("the mirror"), ...answeredQuestion("the proxy")]);
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", result: { articlesCreated: 2, problems: [] } });
    expect(await logsOf(channel, "error")).toHaveLength(1);
  });
});
