import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EngineFactory } from "../../engine/contract.ts";
import type { AskResponse } from "../../shared/contract/ask.ts";
import type { PublicAnswer } from "../../shared/contract/public-api.ts";
import { KEY_SCOPES } from "../../shared/domain/api-keys.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { openQuestions, wikiPages, wikiReadings } from "../db/schema.ts";
import { loadEnv } from "../env.ts";
import { createEngines } from "../llm/engines.ts";
import { buildApiKey, buildArticle, buildArticleSource } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { createToken, hashToken } from "../workspace/accounts/tokens.ts";

let test: TestApp;
let llm: LlmStandIn;
let person: SignedIn;
let pageId: string;
let engines: EngineFactory;
/** Runs after the model has written and before the answer is checked. */
let meanwhile: () => Promise<unknown>;

const PAGE = "The label printer needs 4 minutes to calibrate.";
const SAID = "Hold pause and cancel for two seconds to calibrate the label printer.";
const QUESTION = "How do I calibrate the label printer, and how long does it take?";

beforeAll(async () => {
  llm = await startLlmStandIn();
  test = await createTestApp({
    connectors: { sources: {} } as never,
    engines: {
      forWorkspace: (id) => engines.forWorkspace(id),
      description: "test",
      async writeAnswer(...asked) {
        const claims = (await engines.writeAnswer?.(...asked)) ?? null;
        await meanwhile();
        return claims;
      },
    },
  });
  const { db, events } = test.deps;
  const env = loadEnv({
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "stand-in-1",
  });
  engines = await createEngines({ env, db, events, fetch, log: pino({ level: "silent" }) });
});
afterAll(async () => {
  await test.close();
  await llm.close();
});
beforeEach(async () => {
  person = await test.signIn();
  llm.asked.length = 0;
  llm.play([]);
  meanwhile = async () => {};
  const { workspaceId } = person.viewer;
  const integrationId = await buildWiki(test.db, workspaceId);
  const texts = ["The paper is in the cupboard.", PAGE];
  pageId = await buildPage(test.db, { workspaceId, integrationId, title: "Label printer", texts });
});

/** Scripts the model's answer: each claim with words of its citations. */
const answers = (...claims: [text: string, ...of: string[]][]) =>
  llm.play(({ data }) => ({
    json: {
      answers: true,
      claims: claims.map(([text, ...of]) => ({
        text,
        sources: of.map((words) => data.sentences?.find((one) => one.text.includes(words))?.number ?? 99),
      })),
    },
  }));

async function ask(question = QUESTION): Promise<AskResponse> {
  const answer = await person.inject({ method: "POST", url: "/api/ask", payload: { question } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function addArticle() {
  const { workspaceId } = person.viewer;
  const statements = [{ form: "sentence" as const, text: SAID, language: null, sources: ["m1"] }];
  const body = [{ role: "answer" as const, heading: null, layout: "prose" as const, statements }];
  const title = "Calibrating the label printer";
  const article = await buildArticle(test.db, { workspaceId, title, summary: [], summaryText: SAID, body });
  await buildArticleSource(test.db, { workspaceId, articleId: article.id, messageExternalId: "m1" });
}

describe("An answer that a model writes where pages of the wiki are read", () => {
  it("cites sentences of articles and passages of pages, and shows of the pages what it cites", async () => {
    await addArticle();
    answers(["Hold pause and cancel for two seconds.", "two seconds"], ["It takes 4 minutes.", "4 minutes"]);
    const { verdict, written, sentences, wiki } = await ask();
    expect(verdict).toBe("answered");
    expect(written?.map(({ text, sentences: of, passages }) => [text, of, passages])).toEqual([
      ["Hold pause and cancel for two seconds.", [0], []],
      ["It takes 4 minutes.", [], [{ page: 0, passage: 0 }]],
    ]);
    expect(sentences.map(({ text }) => text)).toEqual([SAID]);
    expect(wiki).toMatchObject({ isAnswered: true, pages: [{ id: pageId, passages: [{ text: PAGE }] }] });
    expect(llm.asked[0]?.data.sentences).toContainEqual(
      expect.objectContaining({ article: "Label printer", text: PAGE }),
    );
  });

  it("stands on a page alone where no article says anything", async () => {
    answers(["Calibrating takes 4 minutes.", "4 minutes"]);
    const { verdict, written, sentences, articles } = await ask();
    expect({ verdict, sentences, articles }).toEqual({ verdict: "answered", sentences: [], articles: [] });
    expect(written).toMatchObject([{ passages: [{ page: 0, passage: 0 }] }]);
  });

  it("loses a claim that its passage does not say", async () => {
    answers(["It takes 9 minutes.", "4 minutes"], ["Calibrating takes 4 minutes.", "4 minutes"]);
    expect((await ask()).written?.map(({ text }) => text)).toEqual(["Calibrating takes 4 minutes."]);
  });

  it("is not shown where the page was restricted or changed while the model wrote", async () => {
    for (const change of [{ readers: "restricted" as const }, { readVersion: "2" }]) {
      answers(["Calibrating takes 4 minutes.", "4 minutes"]);
      meanwhile = () => test.db.update(wikiPages).set(change).where(eq(wikiPages.id, pageId));
      const { written, wiki } = await ask();
      expect(written).toBeNull();
      expect(wiki === null).toBe("readers" in change);
      await test.db.update(wikiPages).set({ readers: "place" }).where(eq(wikiPages.id, pageId));
    }
  });

  it("is not written from pages that only owners and admins may read", async () => {
    const { workspaceId } = person.viewer;
    await test.db.update(wikiReadings).set({ readers: "admins" }).where(eq(wikiReadings.workspaceId, workspaceId));
    await addArticle();
    answers(["Hold pause and cancel for two seconds.", "two seconds"]);
    const { written, wiki } = await ask();
    expect(written).toHaveLength(1);
    expect(wiki?.pages).toMatchObject([{ id: pageId }]);
    expect(JSON.stringify(llm.asked)).not.toContain("4 minutes");
  });

  it("is no answer where the model finds none in the pages, and leaves an open question", async () => {
    llm.play(() => ({ json: { answers: false, claims: [] } }));
    const { verdict, written, wiki } = await ask("How many minutes does the label printer need to calibrate?");
    expect({ verdict, written }).toEqual({ verdict: "unknown", written: null });
    expect(wiki?.isAnswered).toBe(false);
    expect(await test.db.$count(openQuestions, eq(openQuestions.workspaceId, person.viewer.workspaceId))).toBe(1);
  });

  it("names its passages to programs and assistants", async () => {
    const { workspaceId } = person.viewer;
    const key = `lk_${createToken()}`;
    const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
    const may = { scopes: [...KEY_SCOPES], audience: "everybody" as const };
    await buildApiKey(test.db, { workspaceId, createdBy: person.viewer.userId, keyHash: hashToken(key), ...may });
    const payload = { question: QUESTION };
    answers(["Calibrating takes 4 minutes.", "4 minutes"]);
    const asked = await test.app.inject({ method: "POST", url: "/api/v1/ask", headers, payload });
    expect(asked.json<PublicAnswer>()).toMatchObject({
      written: [{ sentences: [], passages: [{ page: 0, passage: 0 }] }],
      pages: [{ id: pageId, passages: [{ text: PAGE }] }],
    });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ask", arguments: payload } };
    const told = await test.app.inject({ method: "POST", url: "/mcp", headers, payload: call });
    expect(told.body).toContain("Calibrating takes 4 minutes. [a]");
    expect(told.body).toContain(`[a] ${PAGE}`);
  });
});
