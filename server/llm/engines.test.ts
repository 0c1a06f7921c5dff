import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { statementsOf } from "../../shared/domain/article.ts";
import { llmCalls } from "../db/schema.ts";
import { answered, CONTEXT, conversationOf, FINDING, SETTINGS, useLlmStage } from "./testing/llm-stage.ts";

const stage = useLlmStage();

describe("With a model configured", () => {
  it("small talk costs no call", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    const finding = await engine.detect(conversationOf("ana: good morning everyone!", "bo: morning :)"), SETTINGS);
    expect(finding.isKnowledge).toBe(false);
    expect(stage.llm.asked).toEqual([]);
    expect(await stage.callsOf(workspaceId)).toEqual([]);
  });

  it("the model's verdict moves the local score and never replaces it", async () => {
    const { engine } = await stage.newEngine();
    const local = (await stage.newEngine({ LLM_PROVIDER: "", LLM_BASE_URL: "", LLM_MODEL: "" })).engine;
    const { score } = await local.detect(answered(), SETTINGS);
    const verdict = (isKnowledge: boolean) => ({ json: { isKnowledge, certainty: "high", contentType: "faq" } });
    stage.llm.play([verdict(true), verdict(false)]);
    const yes = await engine.detect(answered(), SETTINGS);
    const no = await engine.detect(answered("archive"), SETTINGS);
    expect(yes).toMatchObject({ isKnowledge: true, contentType: "faq" });
    expect(yes.score).toBeGreaterThan(score);
    expect(no.score).toBeLessThan(score);
    expect(yes.score).toBeLessThan(1);
    expect(no.score).toBeGreaterThan(0);
    expect(yes.reasons).toContain("the model sees knowledge in it");
  });

  it("a certain no of the model decides, however sure the local engine is", async () => {
    const { engine } = await stage.newEngine();
    const no = (certainty: string) => ({ json: { isKnowledge: false, certainty, contentType: "faq" } });
    stage.llm.play([no("high"), no("low")]);
    const keyword = { ...SETTINGS, sensitivity: 10, detectionKeywords: ["reset"] };
    expect((await engine.detect(answered("archive"), keyword)).isKnowledge).toBe(false);
    expect((await engine.detect(answered("mirror"), keyword)).isKnowledge).toBe(true);
  });

  it("the model is not asked where no answer could change the outcome", async () => {
    const { engine } = await stage.newEngine();
    const doubtful = conversationOf(
      "ana: When is the staging database deployed?",
      "bo: Around 3 I think, after the release is tagged. You can ask cy, he restarts the worker then.",
    );
    expect((await engine.detect(doubtful, { ...SETTINGS, sensitivity: 1 })).isKnowledge).toBe(false);
    expect(stage.llm.asked).toEqual([]);
    await engine.detect(doubtful, { ...SETTINGS, sensitivity: 10 });
    expect(stage.llm.asked).toHaveLength(1);
  });

  it("what was dropped for lack of support is asked for again when a step is lost, and the better answer is kept", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    const step = (text: string) => ({ form: "sentence", text, language: null, sources: [2] });
    const answer = (...steps: string[]) => ({
      json: {
        title: "Reset the staging database",
        summary: [{ text: "Run `npm run db:reset` on the jump host.", sources: [2] }],
        sections: [{ role: "steps", heading: null, layout: "steps", statements: steps.map(step) }],
        contentType: "howto",
        difficulty: "beginner",
        priority: "medium",
        category: "Operations",
        tags: ["staging"],
        keywords: ["reset"],
      },
    });
    const reset = "Run `npm run db:reset` on the jump host.";
    const restart = "Restart the worker so that the staging database is seeded again.";
    stage.llm.play([answer(reset, "Ask Peter to unplug the router for 30 seconds."), answer(reset, restart)]);
    const article = await engine.write(answered(), FINDING, CONTEXT);
    expect(article.body[0]?.statements.map(({ text }) => text)).toEqual([reset, restart]);
    expect(stage.llm.asked.map(({ data }) => data.problemWithYourLastAnswer)).toEqual([
      undefined,
      expect.stringContaining("A step is lost"),
      undefined,
    ]);
    const calls = await stage.callsOf(workspaceId);
    expect(calls.map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ["write", "ok"],
      ["write", "ok"],
      ["review", "ok"],
    ]);
  });

  it("the model writes an article of which every statement names its messages", async () => {
    const { engine } = await stage.newEngine();
    const article = await engine.write(answered(), FINDING, CONTEXT);
    expect(article).toMatchObject({ writtenBy: "llm", category: "Operations", contentType: "howto" });
    expect(article.title).toBe("How do I reset the staging database after a failed migration");
    const statements = statementsOf(article);
    expect(statements.map(({ text }) => text)).toContain(
      "The guide is at https://docs.acme.com/worker and it takes 5 minutes.",
    );
    for (const { sources } of statements) expect(sources.every((id) => /^m[1-4]$/.test(id))).toBe(true);
    expect(statements.length).toBeGreaterThanOrEqual(4);
  });
});

describe("An answer that cannot be used", () => {
  const bad = ["invalid-json", "schema-violation", "unknown-sources", "refusal", "truncated"] as const;

  it.each(bad)("(%s) is asked for once more with the problem named", async (kind) => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play([kind]);
    const article = await engine.write(answered(), FINDING, CONTEXT);
    expect(article.writtenBy).toBe("llm");
    expect(stage.llm.asked.map(({ data }) => typeof data.problemWithYourLastAnswer)).toEqual([
      "undefined",
      "string",
      "undefined",
    ]);
    const calls = await stage.callsOf(workspaceId);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["unusable", "ok", "ok"]);
    expect(calls[0]?.outputTokens).toBeGreaterThan(0);
    expect(await stage.logsOf(workspaceId)).toEqual([]);
  });

  it.each(bad)("(%s) twice leaves the article to the local engine, and the log says why", async (kind) => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play([kind, kind]);
    const article = await engine.write(answered(), FINDING, CONTEXT);
    expect(article.writtenBy).toBe("local");
    expect(article.title).toMatch(/reset/i);
    expect(stage.llm.asked).toHaveLength(2);
    const [line, ...more] = await stage.logsOf(workspaceId);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      type: "error",
      message: "The model's answer could not be used; the local engine wrote this article.",
      data: { fallback: "unusable", model: "stand-in-1", conversation: "m1" },
    });
    expect(line?.data).toHaveProperty("reason", expect.stringMatching(/\w/));
  });

  it("of a size nobody asked for is not read", async () => {
    const { engine } = await stage.newEngine();
    const blank = " ".repeat(100_000);
    stage.llm.play([{ text: `{"isKnowledge":true,"certainty":"high","contentType":"faq"${blank}}` }]);
    expect((await engine.detect(answered(), SETTINGS)).isKnowledge).toBe(true);
    expect(stage.llm.asked).toHaveLength(2);
  });

  it("in a code fence is read all the same", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play(["fenced", "fenced"]);
    const article = await engine.write(answered(), FINDING, CONTEXT);
    expect(article.writtenBy).toBe("llm");
    expect(stage.llm.asked.map(({ purpose }) => purpose)).toEqual(["article", "review"]);
  });

  it("as a verdict leaves the verdict to the local engine", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play(["invalid-json", "refusal"]);
    const finding = await engine.detect(answered(), SETTINGS);
    expect(finding.isKnowledge).toBe(true);
    expect(finding.reasons.join()).not.toContain("model");
    expect(await stage.logsOf(workspaceId)).toEqual([]);
  });
});

describe("A model that does not answer", () => {
  it.each([429, 500, 503])("is asked once more after a %i", async (status) => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play([{ status, retryAfter: 0 }]);
    const article = await engine.write(answered(), FINDING, CONTEXT);
    expect(article.writtenBy).toBe("llm");
    const calls = await stage.callsOf(workspaceId);
    expect(calls.map(({ outcome, costMicros }) => [outcome, costMicros])).toEqual([
      ["failed", 0],
      ["ok", 0],
      ["ok", 0],
    ]);
  });

  it("twice leaves the work to the local engine; the log says so once, without the provider's words", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play(() => ({ status: 500, retryAfter: 0 }));
    const finding = await engine.detect(answered(), SETTINGS);
    const article = await engine.write(answered(), finding, CONTEXT);
    expect([finding.isKnowledge, article.writtenBy]).toEqual([true, "local"]);
    const lines = await stage.logsOf(workspaceId);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      message: "The model could not be reached; the local engine goes on in its place.",
      data: { reason: "The provider answered with an error (500)." },
    });
    expect(JSON.stringify(lines)).not.toContain("canary-remote-body");
  });

  it("is left alone for a while after three failures in a row", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play(() => ({ status: 500, retryAfter: 0 }));
    for (const topic of ["archive", "mirror", "cluster", "cache", "proxy"]) {
      expect((await engine.write(answered(topic), FINDING, CONTEXT)).writtenBy).toBe("local");
    }
    expect(stage.llm.asked).toHaveLength(6);
  });

  it("with a wrong key is not asked twice", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play([{ status: 401 }]);
    expect((await engine.write(answered(), FINDING, CONTEXT)).writtenBy).toBe("local");
    expect(stage.llm.asked).toHaveLength(1);
    const [line] = await stage.logsOf(workspaceId);
    expect(line?.data).toMatchObject({
      reason: "The provider refused the key. The operator can check LLM_API_KEY.",
    });
  });

  it("in time is given up, and what it may cost counts", async () => {
    const { engine, workspaceId } = await stage.newEngine({ LLM_INPUT_PRICE_PER_MTOK: "3", LLM_TIMEOUT_SECONDS: "1" });
    stage.llm.play(() => ({ slowMs: 3_000 }));
    expect((await engine.write(answered(), FINDING, CONTEXT)).writtenBy).toBe("local");
    const calls = await stage.callsOf(workspaceId);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["failed"]);
    expect(calls[0]?.costMicros).toBeGreaterThan(0);
  });

  it.each(["reset", "status-500"] as const)("because its connection breaks (%s) stops no run", async (afterWork) => {
    const { engine } = await stage.newEngine();
    stage.llm.fail({ times: 2, kind: { afterWork } });
    expect((await engine.write(answered(), FINDING, CONTEXT)).writtenBy).toBe("local");
    stage.llm.clearFaults();
  });

  it.each(["html", "truncated", "wrong-json"] as const)("but something else (%s) stops no run", async (garbage) => {
    const { engine } = await stage.newEngine();
    stage.llm.fail({ times: 2, kind: { garbage } });
    expect((await engine.write(answered(), FINDING, CONTEXT)).writtenBy).toBe("local");
    stage.llm.clearFaults();
  });
});

describe("Each call", () => {
  const PRICES = { LLM_INPUT_PRICE_PER_MTOK: "3", LLM_OUTPUT_PRICE_PER_MTOK: "15" };

  it("is stored with what it cost, and no word of the question", async () => {
    const { engine, workspaceId } = await stage.newEngine(PRICES);
    await engine.detect(answered(), SETTINGS);
    const [call, ...more] = await stage.callsOf(workspaceId);
    expect(more).toEqual([]);
    expect(call).toMatchObject({ purpose: "judge", provider: "openai-compatible", model: "stand-in-1", outcome: "ok" });
    const { inputTokens = 0, outputTokens = 0 } = call ?? {};
    expect(inputTokens).toBeGreaterThan(100);
    expect(call?.costMicros).toBe(inputTokens * 3 + outputTokens * 15);
    expect(JSON.stringify(call)).not.toMatch(/staging|jump host/);
  });

  it("is paid once: the same question again is answered from the store, also by another process", async () => {
    const first = await stage.newEngine(PRICES);
    const article = await first.engine.write(answered(), FINDING, CONTEXT);
    const again = await stage.newEngine(PRICES, { workspaceId: first.workspaceId });
    expect(await again.engine.write(answered(), FINDING, CONTEXT)).toEqual(article);
    expect(stage.llm.asked).toHaveLength(2);
    expect(await stage.callsOf(first.workspaceId)).toHaveLength(2);
  });

  it("of one workspace never answers another's question", async () => {
    const first = await stage.newEngine();
    const second = await stage.newEngine();
    await first.engine.write(answered(), FINDING, CONTEXT);
    await second.engine.write(answered(), FINDING, CONTEXT);
    expect(stage.llm.asked).toHaveLength(4);
    expect(await stage.callsOf(second.workspaceId)).toHaveLength(2);
  });

  it("that could not be used answers nothing later", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play(["invalid-json", "invalid-json"]);
    await engine.write(answered(), FINDING, CONTEXT);
    expect((await engine.write(answered(), FINDING, CONTEXT)).writtenBy).toBe("llm");
    expect(await stage.callsOf(workspaceId)).toHaveLength(4);
  });

  it("ends at the workspace's daily cap: the local engine goes on, and the log says so once", async () => {
    const capped = { ...PRICES, LLM_DAILY_CAP_USD: "0.005" };
    const { engine, workspaceId } = await stage.newEngine(capped);
    const writers = [];
    for (const topic of ["archive", "mirror", "cluster", "cache"]) {
      writers.push((await engine.write(answered(topic), FINDING, CONTEXT)).writtenBy);
    }
    expect(writers).toEqual(["llm", "local", "local", "local"]);
    expect(stage.llm.asked).toHaveLength(1);
    expect((await stage.logsOf(workspaceId)).map(({ message }) => message)).toEqual([
      "The model's budget for today is spent; the local engine goes on until tomorrow (UTC).",
    ]);
    const other = await stage.newEngine(capped);
    expect((await other.engine.write(answered(), FINDING, CONTEXT)).writtenBy).toBe("llm");
  });

  it("ends at the daily cap of tokens, which a model without a price has too", async () => {
    const { engine, workspaceId } = await stage.newEngine({ LLM_DAILY_CAP_TOKENS: "1000" });
    const writers = [];
    for (const topic of ["archive", "mirror", "cluster", "cache", "proxy", "index"])
      writers.push((await engine.write(answered(topic), FINDING, CONTEXT)).writtenBy);
    expect([writers[0], writers.at(-1)]).toEqual(["llm", "local"]);
    const [line] = await stage.logsOf(workspaceId);
    expect(line?.data).toMatchObject({ reason: "Today's 1000 tokens (LLM_DAILY_CAP_TOKENS) are spent." });
  });

  it("of yesterday does not count against today", async () => {
    const { engine, workspaceId } = await stage.newEngine({ ...PRICES, LLM_DAILY_CAP_USD: "0.005" });
    await engine.write(answered("archive"), FINDING, CONTEXT);
    await stage.db
      .update(llmCalls)
      .set({ createdAt: sql`now() - interval '1 day'` })
      .where(eq(llmCalls.workspaceId, workspaceId));
    expect((await engine.write(answered("mirror"), FINDING, CONTEXT)).writtenBy).toBe("llm");
  });
});

describe("The start message", () => {
  it("names the engine that works", async () => {
    const local = await stage.newEngine({ LLM_PROVIDER: "", LLM_BASE_URL: "", LLM_MODEL: "" });
    const priced = await stage.newEngine({ LLM_INPUT_PRICE_PER_MTOK: "3" });
    const small = await stage.newEngine({ LLM_CONTEXT_TOKENS: "2000" });
    expect(local.engine.name).toBe("local");
    expect(local.description).toBe("local engine (no key, no network)");
    expect(priced.engine.name).toBe("llm");
    expect(priced.description).toBe(
      "local engine, then stand-in-1 at openai-compatible, at most 5 US dollars a workspace and day",
    );
    expect((await stage.newEngine()).description).toContain("without a price, so without a daily cap");
    expect(small.engine.name).toBe("local");
    expect(small.description).toContain("LLM_CONTEXT_TOKENS is too small");
  });
});
