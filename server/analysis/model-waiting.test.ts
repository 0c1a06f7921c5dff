import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { newId } from "../db/new-id.ts";
import { articles, channels, conversations, llmCalls } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { buildUser } from "../testing/factories.ts";
import {
  type AnalysisStage,
  buildAnsweredQuestion,
  buildSlackMessage,
  buildThread,
  openStage,
  type StageChannel,
} from "./testing/analysis-stage.ts";

/** A model with a price in the price table, at an address of this machine. */
const PRICED = "claude-haiku-5-5";
const QUESTION = "How do I get the label printer to calibrate again?";
const ANSWER = "Hold pause and feed for 5 seconds until the light blinks twice, then print a test label.";

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;

beforeAll(async () => {
  stage = await openStage();
  llm = await startLlmStandIn();
});
beforeEach(() => llm.play([]));
afterAll(async () => {
  await stage.close();
  await llm.close();
});

/** Makes a model read the channel; the price comes from the same settings. */
async function useModel({ workspaceId }: StageChannel): Promise<void> {
  Object.assign(stage.deps.env, {
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: PRICED,
  });
  const engines = await createEngines({ ...stage.deps, fetch });
  stage.engine.current = await engines.forWorkspace(workspaceId);
}

type Person = Pick<StageChannel, "person">["person"];
const read = async (person: Person, path: string) =>
  (await person.inject({ method: "GET", url: `/api/language-model/${path}` })).json();
const post = (person: Person, path: string, payload?: object) =>
  person.inject({ method: "POST", url: `/api/language-model/${path}`, ...(payload && { payload }) });
const waitingOf = ({ person }: StageChannel) => read(person, "waiting");
const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
const conversationsOf = ({ workspaceId }: StageChannel) =>
  stage.db
    .select()
    .from(conversations)
    .where(eq(conversations.workspaceId, workspaceId))
    .orderBy(conversations.firstAt);

/** Adds to today's spending. */
const spend = ({ workspaceId }: StageChannel, dollars: number) =>
  stage.db.insert(llmCalls).values({
    workspaceId,
    id: newId(),
    purpose: "find",
    provider: "openai-compatible",
    model: PRICED,
    inputHash: newId(),
    sources: [],
    output: null,
    outcome: "ok",
    inputTokens: 1,
    outputTokens: 1,
    costMicros: dollars * 1e6,
    milliseconds: 1,
  });

describe("Work that waits for the model", () => {
  it("says its number, its reason and its time, in all and for each channel, and nothing while none waits", async () => {
    const channel = await stage.newChannel(buildThread(QUESTION, ANSWER));
    await useModel(channel);
    expect(await waitingOf(channel)).toEqual({
      conversations: 0,
      messages: 0,
      reason: null,
      sentence: null,
      until: null,
      channels: [],
      continueNow: null,
      whyNotNow: null,
    });
    llm.play(({ purpose }) => (purpose === "write" ? { status: 429, retryAfter: 1_800 } : "plausible"));
    await channel.start("analyse");
    await expect.poll(() => waitingOf(channel)).toMatchObject({ reason: "limit" });
    const waiting = await waitingOf(channel);
    expect(waiting).toMatchObject({
      conversations: 1,
      messages: 0,
      sentence: expect.stringMatching(/\w.*\.$/),
      channels: [{ id: channel.id, conversations: 1, messages: 0, reason: "limit", until: expect.any(String) }],
      continueNow: null,
      whyNotNow: null,
    });
    expect(Date.parse(waiting.until)).toBeGreaterThan(Date.now() + 1_000_000);
  });

  it("of a private channel is told to who reads it, and counted for who pays for it", async () => {
    const channel = await stage.newChannel();
    const modelWaits = { reason: "outage", until: null, sentence: "The model does not answer." } as const;
    await stage.db
      .update(channels)
      .set({ isPrivate: true, modelWaits, chosenBy: channel.person.viewer.userId })
      .where(eq(channels.id, channel.id));
    await stage.db.insert(conversations).values({
      workspaceId: channel.workspaceId,
      id: newId(),
      channelId: channel.id,
      key: "secret",
      messageCount: 2,
      firstAt: new Date(),
      lastAt: new Date(),
      fingerprint: "",
    });
    const other = async (membership: "viewer" | "owner") =>
      stage.signIn(await buildUser(stage.db, { workspaceId: channel.workspaceId, membership }));
    expect(await read(await other("viewer"), "waiting")).toMatchObject({
      conversations: 0,
      reason: null,
      channels: [],
    });
    expect(await read(await other("owner"), "waiting")).toMatchObject({
      conversations: 1,
      reason: "outage",
      channels: [],
    });
  });

  it("goes on before the cap ends when an owner agrees to its price, and the cap is raised by no more than that", async () => {
    const channel = await stage.newChannel(buildThread(QUESTION, ANSWER));
    await useModel(channel);
    await spend(channel, 0.02);
    const { person } = channel;
    await person.inject({ method: "PUT", url: "/api/language-model/caps", payload: { day: 0.02, month: null } });
    await channel.start("analyse");
    await expect.poll(() => waitingOf(channel)).toMatchObject({ reason: "cap", messages: 2, whyNotNow: null });
    const viewer = await stage.signIn(
      await buildUser(stage.db, { workspaceId: channel.workspaceId, membership: "viewer" }),
    );
    expect(await read(viewer, "waiting")).toMatchObject({ reason: "cap", messages: 2, continueNow: null });
    expect((await post(viewer, "waiting/continue", { dollars: 1 })).statusCode).toBe(403);
    const { continueNow } = await waitingOf(channel);
    expect(continueNow.dollars.most).toBeGreaterThan(continueNow.dollars.least);
    expect((await post(person, "waiting/continue", { dollars: continueNow.dollars.most })).statusCode).toBe(200);
    await expect.poll(() => articlesOf(channel)).toHaveLength(1);
    await expect.poll(() => waitingOf(channel)).toMatchObject({ reason: null, continueNow: null });
    const { caps } = (await person.inject({ method: "GET", url: "/api/language-model" })).json();
    expect(caps.day).toBeLessThanOrEqual(0.02 + Math.ceil((continueNow.dollars.most / 0.9) * 100) / 100);
    const again = await post(person, "waiting/continue", { dollars: 1 });
    expect({ status: again.statusCode, message: again.json().message }).toEqual({
      status: 409,
      message: "Nothing waits for a cap now.",
    });
  });

  it("stays where the operator's cap holds it, and says who set it", async () => {
    const channel = await stage.newChannel(buildThread(QUESTION, ANSWER));
    await useModel(channel);
    await spend(channel, 6);
    const { PUBLIC_URL } = stage.deps.env;
    stage.deps.env.PUBLIC_URL = "https://lorekeep.example";
    try {
      await channel.start("analyse");
      await expect
        .poll(() => waitingOf(channel))
        .toMatchObject({
          reason: "cap",
          continueNow: null,
          whyNotNow: expect.stringContaining("operator"),
        });
      expect((await post(channel.person, "waiting/continue", { dollars: 100 })).statusCode).toBe(409);
      expect(await articlesOf(channel)).toEqual([]);
    } finally {
      stage.deps.env.PUBLIC_URL = PUBLIC_URL;
    }
  });

  it("is taken up at once when the caps change", async () => {
    const channel = await stage.newChannel(buildThread(QUESTION, ANSWER));
    await useModel(channel);
    await spend(channel, 1);
    const caps = (day: number) =>
      channel.person.inject({ method: "PUT", url: "/api/language-model/caps", payload: { day, month: null } });
    await caps(0.5);
    await channel.start("analyse");
    await expect.poll(() => waitingOf(channel)).toMatchObject({ reason: "cap" });
    await caps(4);
    await expect.poll(() => articlesOf(channel)).toHaveLength(1);
  });
});

describe("What rules read before a model was switched on", () => {
  it("is read again when somebody asks for it, told with its price, and keeps its verdict until then", async () => {
    const channel = await stage.newChannel([
      ...buildAnsweredQuestion(),
      buildSlackMessage("UCY", "Lunch is at noon today, see you all in the canteen downstairs"),
      ...buildThread(QUESTION, ANSWER),
    ]);
    const { person } = channel;
    stage.engine.current = createLocalEngine();
    await channel.run("analyse");
    const before = await conversationsOf(channel);
    expect(before.length).toBeGreaterThan(1);
    expect(before.every(({ foundBy, analysedAt }) => foundBy === null && analysedAt !== null)).toBe(true);
    const excerpts = await articlesOf(channel);
    await useModel(channel);
    const messages = before.reduce((sum, { messageCount }) => sum + messageCount, 0);
    expect(await read(person, "again")).toMatchObject({
      model: PRICED,
      conversations: before.length,
      messages,
      dollars: { least: expect.any(Number), most: expect.any(Number) },
      asked: 0,
    });
    llm.play(() => ({ status: 401 }));
    expect((await post(person, "again")).json()).toMatchObject({ conversations: 0, asked: before.length });
    await expect.poll(() => waitingOf(channel)).toMatchObject({ reason: "off" });
    const verdicts = (rows: typeof before) =>
      rows.map(({ id, reasons, isKnowledge }) => ({ id, reasons, isKnowledge }));
    expect(verdicts(await conversationsOf(channel))).toEqual(verdicts(before));

    llm.play([]);
    expect((await channel.run("analyse")).state).toBe("done");
    await expect.poll(() => read(person, "again")).toMatchObject({ conversations: 0, asked: 0 });
    const after = await conversationsOf(channel);
    expect(after.map(({ foundBy }) => foundBy)).toEqual(after.map(() => PRICED));
    expect(after.every(({ fingerprint }) => fingerprint !== "")).toBe(true);
    const titles = (await articlesOf(channel)).map(({ title }) => title);
    for (const { title } of excerpts) expect(titles).toContain(title);
    expect(titles.some((title) => title.includes("label printer"))).toBe(true);
  });
});
