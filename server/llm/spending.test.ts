import { afterAll, beforeAll, expect, it } from "vitest";
import { writeSingleMatter } from "../../engine/contract.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { buildArticle, buildArticleSource, buildChannel, buildMessage } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createEngines } from "./engines.ts";
import { buildAnsweredConversation } from "./testing/llm-stage.ts";

let llm: LlmStandIn;
let test: TestApp;
beforeAll(async () => {
  llm = await startLlmStandIn();
  test = await createTestApp({
    variables: {
      LLM_PROVIDER: "openai-compatible",
      LLM_BASE_URL: `${llm.url}/v1`,
      LLM_MODEL: "stand-in-1",
      LLM_INPUT_PRICE_PER_MTOK: "2",
      LLM_OUTPUT_PRICE_PER_MTOK: "10",
    },
  });
});
afterAll(async () => {
  await test.close();
  await llm.close();
});

it("What a model read of a channel is spent on that channel and its article, where another one has messages of the same ids", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const engines = await createEngines({ ...test.deps, fetch });
  const conversation = buildAnsweredConversation();
  for (const name of ["alpha", "beta"]) {
    const { id: channelId } = await buildChannel(test.db, { workspaceId, name });
    const article = await buildArticle(test.db, { workspaceId, channelId, title: `About ${name}` });
    for (const { externalId, text } of conversation.messages) {
      await buildMessage(test.db, { workspaceId, channelId, externalId, text });
      const articleId = article.id;
      await buildArticleSource(test.db, { workspaceId, articleId, channelId, messageExternalId: externalId });
    }
    if (name === "alpha") continue;
    const engine = await engines.forWorkspace(workspaceId, channelId);
    if (engine.name !== "llm") throw new Error("No model works");
    const fresh = new Set(conversation.messages.map(({ externalId }) => externalId));
    const { messages } = conversation;
    const { matters } = await engine.find({ channelName: name, messages, fresh, open: [], people: [] });
    const [matter] = matters;
    if (!matter) throw new Error("Nothing was found");
    const help = { style: null, glossary: [], examples: [], language: null, categories: [], calibration: [] };
    const how = { ...help, channelName: name, knownTags: [], people: [] };
    await writeSingleMatter(engine, { conversation, matter, beside: [] }, how);
  }
  const { byChannel, byArticle, total } = (await person.inject({ url: "/api/language-model/spending" })).json();
  const names = (rows: { name: string }[]) => rows.map((row) => row.name);
  expect(total.dollars).toBeGreaterThan(0);
  expect(names(byChannel)).toEqual(["#beta"]);
  expect(byChannel[0].dollars).toBeCloseTo(total.dollars, 6);
  expect(names(byArticle)).toEqual(["About beta"]);
  const table = (await person.inject({ url: "/api/language-model/spending/export" })).body;
  expect(table).toContain("#beta");
  expect(table).not.toContain("#alpha");
});
