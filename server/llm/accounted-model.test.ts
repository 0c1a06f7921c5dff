import { describe, expect, it } from "vitest";
import { ModelUnavailable } from "../../engine/contract.ts";
import { askEachItem } from "../../engine/model/model.ts";
import { ANSWER_PROMPT } from "../../engine/model/prompts/answer.ts";
import { CHECK_PROMPT } from "../../engine/model/prompts/check.ts";
import { FIND_PROMPT } from "../../engine/model/prompts/find.ts";
import { loadEnv } from "../env.ts";
import { buildWorkspace } from "../testing/factories.ts";
import { createBudgetedModel } from "./accounted-model.ts";
import { useLlmStage } from "./testing/llm-stage.ts";
import { createWorkspaceModels } from "./workspace-models.ts";

const stage = useLlmStage();

/** Returns the model of a new workspace, as the analysis uses it. */
async function newModel(variables: Record<string, string> = {}) {
  const { db, llm } = stage;
  const env = loadEnv({
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "large",
    LLM_FAST_MODEL: "small",
    LLM_PRICES: "large=10/10,small=1/1,spare=1/1",
    ...variables,
  });
  const { id: workspaceId } = await buildWorkspace(db);
  const modelsOf = createWorkspaceModels({ env, db, secrets: undefined, fetch, ownFetch: fetch });
  const accounts = { db, modelsOf, underWay: new Map(), onAlmostSpent: async () => undefined };
  const set = await modelsOf(workspaceId);
  if (!set) throw new Error("No model is configured.");
  return { model: createBudgetedModel(accounts, workspaceId, set), workspaceId };
}

const question = (text: string) => ({
  ...FIND_PROMPT,
  data: { messages: [{ number: 1, by: "person 1", text }] },
  maxOutputTokens: 500,
});

describe("What a model could not do", () => {
  it("work waits for midnight when the day's budget is spent", async () => {
    const { model } = await newModel({ LLM_DAILY_CAP_USD: "0.000001" });
    expect((await model.ask(question("The first one is within it."))).kind).toBe("answer");
    const reply = await model.ask(question("How do I restart the worker?"));
    expect(reply).toMatchObject({
      kind: "waits",
      reason: "cap",
      sentence: expect.stringContaining("LLM_DAILY_CAP_USD"),
    });
    const until = reply.kind === "waits" ? reply.until : null;
    expect([until?.getUTCHours(), until && until > new Date()]).toEqual([0, true]);
    expect(stage.llm.asked).toHaveLength(1);
  });

  it("a tenth of the cap is reserved for questions: work waits, and questions are answered until the cap is spent", async () => {
    // The cap is set so that the first call costs about 95 % of the cap.
    const { model, workspaceId } = await newModel({ LLM_DAILY_CAP_USD: "1" });
    await model.ask(question("The first one."));
    const [first] = await stage.callsOf(workspaceId);
    const costs = Number(first?.costMicros) / 1e6;
    const near = await newModel({ LLM_DAILY_CAP_USD: String(costs * 1.05) });
    expect((await near.model.ask(question("The first one."))).kind).toBe("answer");
    expect(await near.model.ask(question("How do I restart the worker?"))).toMatchObject({
      kind: "waits",
      reason: "cap",
      sentence: expect.stringContaining("kept for questions"),
    });
    const asked = { ...ANSWER_PROMPT, data: { question: "How?", sentences: [] }, maxOutputTokens: 500 };
    expect((await near.model.ask(asked)).kind).toBe("answer");
    expect(await near.model.ask({ ...asked, data: { question: "And then?", sentences: [] } })).toMatchObject({
      kind: "waits",
      reason: "cap",
      sentence: expect.stringMatching(/are spent\.$/),
    });
  });

  it("work waits as long as the provider says, and no call is made until then", async () => {
    const { model } = await newModel();
    stage.llm.play([{ status: 429, retryAfter: 600 }]);
    const before = Date.now();
    const first = await model.ask(question("one"));
    expect(first).toMatchObject({ kind: "waits", reason: "limit" });
    expect(first.kind === "waits" && Number(first.until) - before).toBeGreaterThanOrEqual(600_000);
    expect(await model.ask(question("two"))).toMatchObject({ kind: "waits", reason: "limit" });
    expect(stage.llm.asked).toHaveLength(1);
  });

  it.each([
    ["a wrong key", 401, "refused the key"],
    ["no credit", 402, "no credit"],
    ["an unknown model", 404, "does not know the model"],
  ])("waits for a person after %s, with a sentence", async (_what, status, words) => {
    const { model } = await newModel();
    stage.llm.play(() => ({ status }));
    const reply = await model.ask(question(`status ${status}`));
    expect(reply).toMatchObject({
      kind: "waits",
      reason: "off",
      until: null,
      sentence: expect.stringContaining(words),
    });
    expect(JSON.stringify(reply)).not.toContain("canary");
  });

  it("a refusal is told apart from an outage, and does not wait", async () => {
    const { model, workspaceId } = await newModel();
    stage.llm.play(["refusal"]);
    expect(await model.ask(question("something refused"))).toMatchObject({ kind: "refused" });
    expect(await stage.callsOf(workspaceId)).toMatchObject([{ outcome: "unusable" }]);
  });
});

const about = (...texts: string[]) => ({
  ...CHECK_PROMPT,
  itemsName: "articles",
  data: {},
  items: texts.map((text, place) => ({
    data: { messages: [{ number: 1, by: "person 1", text }], title: text, statements: [{ number: 1, text }] },
    sources: [`m${place + 1}`],
  })),
  maxOutputTokens: 500,
});

describe("Several things asked about in one call", () => {
  it("several questions in one call are answered and paid separately, and no answered question is asked again", async () => {
    const { model, workspaceId } = await newModel();
    expect((await model.askTogether(about("one", "two two two"))).map(({ kind }) => kind)).toEqual([
      "answer",
      "answer",
    ]);
    const rows = await stage.callsOf(workspaceId);
    expect(rows).toMatchObject([
      { outcome: "ok", sources: ["m1"], callId: expect.any(String) },
      { outcome: "ok", sources: ["m2"], callId: rows[0]?.callId },
    ]);
    const whole = Math.ceil(
      ((stage.llm.asked[0]?.instructions.length ?? 0) + (stage.llm.asked[0]?.prompt.length ?? 0)) / 4,
    );
    expect(rows.reduce((sum, row) => sum + row.inputTokens, 0)).toBe(whole);
    stage.llm.asked.length = 0;
    expect((await model.askTogether(about("three", "one"))).map(({ kind }) => kind)).toEqual(["answer", "answer"]);
    expect(stage.llm.asked.map(({ data }) => data.title)).toEqual(["three"]);
    expect((await stage.callsOf(workspaceId)).at(-1)).toMatchObject({ callId: null });
  });

  it("questions in one call do not affect each other: a missing or wrong answer is requested once more by itself", async () => {
    const { model } = await newModel();
    stage.llm.play(["plausible", "schema-violation", "plausible"]);
    const asked = about("one", "two", "three");
    const replies = await askEachItem(model, asked);
    expect(replies.map((reply) => reply instanceof ModelUnavailable)).toEqual([false, false, false]);
    expect(stage.llm.asked.map(({ data }) => [data.title, "problemWithYourLastAnswer" in data])).toEqual([
      ["one", false],
      ["two", false],
      ["three", false],
      ["two", true],
    ]);
  });

  it("questions in one call have their own message numbers: an answer that cites another conversation is requested again by itself", async () => {
    const { model, workspaceId } = await newModel();
    const missing = (number: number) => [{ what: "The deadline.", sources: [number] }];
    const checked = { yes: [1], partly: [], no: [], patches: [], title: "good", betterTitle: null };
    const answer = (number: number) => ({
      json: { ...checked, missing: missing(number), holds: "in general", publish: true },
    });
    // The first answer cites a message of the second question.
    stage.llm.play([answer(101), answer(101), answer(1)]);
    const replies = await askEachItem(model, about("one", "two"));
    expect(stage.llm.asked.map(({ data }) => [data.title, data.messages?.[0]?.number])).toEqual([
      ["one", 1],
      ["two", 101],
      ["one", 1],
    ]);
    expect(stage.llm.asked[2]?.data.problemWithYourLastAnswer).toContain("messages of another one");
    expect(replies).toMatchObject([{ answer: { missing: missing(1) } }, { answer: { missing: missing(1) } }]);
    const kept = await stage.callsOf(workspaceId);
    expect(kept.map(({ outcome }) => outcome)).toEqual(["unusable", "ok", "ok"]);
  });

  it("after a refusal the questions of a call are asked separately, so that a refused question does not hold up the others", async () => {
    const { model } = await newModel();
    stage.llm.play((asked) => (asked.data.title === "bad" ? "refusal" : "plausible"));
    const replies = await askEachItem(model, about("good", "bad"));
    expect(replies[0]).toMatchObject({ answer: { publish: true } });
    expect(replies[1]).toMatchObject({ reason: "refused" });
  });

  it("questions in one call wait together when the model is unavailable", async () => {
    const { model } = await newModel();
    stage.llm.play(() => ({ status: 401 }));
    expect(await model.askTogether(about("one", "two"))).toMatchObject([
      { kind: "waits", reason: "off" },
      { kind: "waits", reason: "off" },
    ]);
  });
});

describe("Several models", () => {
  it("several models share the work: the small model finds topics, the fallback answers when the chosen model does not", async () => {
    const { model, workspaceId } = await newModel({ LLM_FALLBACK_MODEL: "spare" });
    expect((await model.ask(question("one"))).kind).toBe("answer");
    stage.llm.play((asked) => (asked.model === "small" ? { status: 503, retryAfter: 600 } : "plausible"));
    expect((await model.ask(question("two"))).kind).toBe("answer");
    expect((await model.ask(question("three"))).kind).toBe("answer");
    const calls = await stage.callsOf(workspaceId);
    expect(calls.map((call) => [call.model, call.outcome])).toEqual([
      ["small", "ok"],
      ["small", "failed"],
      ["spare", "ok"],
      ["spare", "ok"],
    ]);
    expect(calls[0]?.costMicros).toBe((calls[0]?.inputTokens ?? 0) + (calls[0]?.outputTokens ?? 0));
  });
});
