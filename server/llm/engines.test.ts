import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { statementsOf } from "../../shared/domain/article.ts";
import { answered, CONTEXT, FINDING, type LlmStage, openLlmStage, SETTINGS, talk } from "./testing/llm-stage.ts";

let stage: LlmStage;
beforeAll(async () => {
  stage = await openLlmStage();
});
beforeEach(() => {
  stage.llm.asked.length = 0;
  stage.llm.play([]);
});
afterAll(() => stage.close());

describe("With a model configured", () => {
  it("small talk costs no call", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    const finding = await engine.detect(talk("ana: good morning everyone!", "bo: morning :)"), SETTINGS);
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
