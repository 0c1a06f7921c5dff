import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalEngine } from "../../engine/contract.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles, channels, conversations, messages } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import {
  type AnalysisStage,
  buildAnsweredQuestion,
  buildSlackMessage,
  openStage,
  type StageChannel,
} from "./testing/analysis-stage.ts";

const TOPICS = ["the badge printer", "the mail relay", "the invoice archive", "the key cabinet", "the label press"];

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;
/** Called before each request to Slack for a page of messages. */
let onHistory: (() => Promise<unknown>) | null = null;
beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openStage({
    fetch: async (input, init) => {
      if (String(input).includes("conversations.history")) await onHistory?.();
      return fetch(input, init);
    },
  });
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});

const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const messagesOf = ({ id }: StageChannel) => stage.db.select().from(messages).where(eq(messages.channelId, id));

const switchTo = async ({ person, id }: StageChannel, isActive: boolean) => {
  const url = `/api/collaboration-channels/${id}`;
  expect((await person.inject({ method: "PATCH", url, payload: { isActive } })).statusCode).toBe(200);
};
const remove = async ({ person, id }: StageChannel) =>
  expect((await person.inject({ method: "DELETE", url: `/api/channels/${id}` })).statusCode).toBe(200);

/** Runs `act` while the second conversation's article is being written. */
function whileWritingTheSecond(act: () => Promise<unknown>): LocalEngine {
  const engine = createLocalEngine();
  let written = 0;
  return {
    ...engine,
    async write(...input) {
      written += 1;
      if (written === 2) await act();
      return engine.write(...input);
    },
  };
}

describe("A channel that is switched off while it is analyzed", () => {
  it("keeps what was read, gets no further article, and continues when it is switched on again", async () => {
    const channel = await stage.newChannel(TOPICS.flatMap(buildAnsweredQuestion));
    stage.engine.current = whileWritingTheSecond(() => switchTo(channel, false));
    const run = await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(1);
    expect(await messagesOf(channel)).toHaveLength(4 * TOPICS.length);
    const ended = `Monitoring of #${run.result?.channels[0]?.channel} ended during its analysis. The articles written before are kept.`;
    expect(run).toMatchObject({ state: "done", error: null, result: { articlesCreated: 1, problems: [ended] } });
    expect(run.result?.channels).toMatchObject([{ status: expect.stringContaining("then monitoring ended") }]);

    stage.engine.current = createLocalEngine();
    await switchTo(channel, true);
    await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(TOPICS.length);
  });

  it("reads no further page of the platform", async () => {
    const posts = Array.from({ length: 1_500 }, (_, index) =>
      buildSlackMessage("UANA", `Message number ${index} of a long history`),
    );
    const channel = await stage.newChannel(posts);
    stage.engine.current = createLocalEngine();
    let pages = 0;
    onHistory = async () => {
      pages += 1;
      if (pages === 2) await switchTo(channel, false);
    };
    expect((await channel.run("analyse")).state).toBe("done");
    onHistory = null;
    const read = (await messagesOf(channel)).length;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(posts.length);
    expect(pages).toBe(2);
  });

  it("gets no article that a model was writing at that moment", async () => {
    const channel = await stage.newChannel(TOPICS.flatMap(buildAnsweredQuestion));
    const env = {
      ...stage.deps.env,
      LLM_PROVIDER: "openai-compatible" as const,
      LLM_BASE_URL: `${llm.url}/v1`,
      LLM_MODEL: "stand-in-1",
    };
    const engines = await createEngines({ ...stage.deps, env, fetch });
    const engine = await engines.forWorkspace(channel.workspaceId);
    if (engine.name !== "llm") throw new Error("It is no model.");
    const write: typeof engine.write = async (...input) => {
      const written = await engine.write(...input);
      await switchTo(channel, false);
      return written;
    };
    stage.engine.current = { ...engine, write };
    expect((await channel.run("analyse")).state).toBe("done");
    expect(await articlesOf(channel)).toEqual([]);
    stage.engine.current = engine;
    await switchTo(channel, true);
    await channel.run("analyse");
    expect((await articlesOf(channel)).length).toBeGreaterThan(0);
  });

  it("is left, too, when it is removed meanwhile", async () => {
    const channel = await stage.newChannel(TOPICS.flatMap(buildAnsweredQuestion));
    stage.engine.current = whileWritingTheSecond(() => remove(channel));
    const run = await channel.run("analyse");
    expect(run).toMatchObject({ state: "done", error: null, result: { articlesCreated: 1 } });
    expect(await articlesOf(channel)).toHaveLength(1);
    expect(await stage.db.select().from(conversations).where(eq(conversations.channelId, channel.id))).toEqual([]);
  });
});

describe("A channel that was inactive before", () => {
  it("is analyzed when a person requests it", async () => {
    const channel = await stage.newChannel(buildAnsweredQuestion());
    stage.engine.current = createLocalEngine();
    await stage.db.update(channels).set({ isActive: false }).where(eq(channels.id, channel.id));
    await channel.run("analyse");
    expect(await articlesOf(channel)).toHaveLength(1);
  });
});
