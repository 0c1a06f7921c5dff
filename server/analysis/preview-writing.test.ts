import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { type AnalysisStage, buildAnsweredQuestion, openStage } from "./testing/analysis-stage.ts";

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});

it("A preview writes one article with the style that was typed, beside how it reads, and changes nothing", async () => {
  stage.engine.current = createLocalEngine();
  const { person, workspaceId, ...channel } = await stage.newChannel(buildAnsweredQuestion());
  await channel.run("analyse");
  const rows = () => stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
  const [article] = await rows();
  const writing = { style: "Write like a pirate.", language: null, glossary: [] };
  const preview = (who = person) =>
    who.inject({
      method: "POST",
      url: "/api/settings/writing/preview",
      payload: { ...writing, articleId: article?.id },
    });
  expect((await preview()).statusCode).toBe(409);

  const env = { ...stage.deps.env, LLM_PROVIDER: "openai-compatible" as const, LLM_MODEL: "stand-in-1" };
  const engines = await createEngines({ ...stage.deps, env: { ...env, LLM_BASE_URL: `${llm.url}/v1` }, fetch });
  stage.engine.current = await engines.forWorkspace(workspaceId);
  const answer = await preview();
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { before: { title: article?.title }, after: { title: expect.any(String) } },
  ]);
  const [asked] = llm.asked.filter(({ purpose }) => purpose === "write");
  expect(asked?.prompt).toContain("Write like a pirate.");
  expect(await rows()).toEqual([article]);
  expect((await person.inject({ url: "/api/settings/writing" })).json().style).toBeNull();
  // The preview reveals no article of another workspace.
  expect((await preview(await stage.signIn())).statusCode).toBe(404);
});
