import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engines } from "../../engine/contract.ts";
import { type LlmStandIn, startLlmStandIn } from "../../stand-ins/llm/llm-stand-in.ts";
import { createEngines } from "../llm/engines.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let llm: LlmStandIn;
let test: TestApp;
let engines: Engines;
beforeAll(async () => {
  llm = await startLlmStandIn();
  const variables = {
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "stand-in-1",
    LLM_API_KEY: "canary-model-key",
    LLM_INPUT_PRICE_PER_MTOK: "3",
    LLM_DAILY_CAP_TOKENS: "100000",
  };
  test = await createTestApp({
    variables,
    engines: {
      description: "test",
      forWorkspace: (id) => engines.forWorkspace(id),
      tryModel: async (id) => (await engines.tryModel?.(id)) ?? { works: false, message: "" },
    },
  });
  engines = await createEngines({ ...test.deps, fetch });
});
afterAll(async () => {
  await test.close();
  await llm.close();
});

const read = async (person: Awaited<ReturnType<TestApp["signIn"]>>) => {
  const answer = await person.inject({ url: "/api/settings/model" });
  expect(answer.body).not.toContain("canary-model-key");
  return answer.json();
};
const tryIt = (person: Awaited<ReturnType<TestApp["signIn"]>>) =>
  person.inject({ method: "POST", url: "/api/settings/model/test" });

describe("The language model's settings", () => {
  it("name provider, model, address, price and caps, never the key; a test call answers and counts", async () => {
    const person = await test.signIn();
    expect(await read(person)).toEqual({
      model: {
        provider: "openai-compatible",
        name: "stand-in-1",
        address: new URL(llm.url).origin,
        price: { input: 3, output: 0 },
        dollars: { cap: 5, spent: 0 },
        tokens: { cap: 100_000, spent: 0 },
      },
    });
    const tried = await tryIt(person);
    expect(tried.json()).toEqual({ works: true, message: expect.stringMatching(/^It answered in \d/) });
    const { model } = await read(person);
    expect(model.tokens.spent).toBeGreaterThan(0);
    expect(model.dollars.spent).toBeGreaterThan(0);
    // What one workspace spends is nobody else's business.
    expect((await read(await test.signIn())).model.tokens.spent).toBe(0);
  });

  it("say why a test call failed, and take so many an hour", async () => {
    const person = await test.signIn();
    llm.play([{ status: 401 }]);
    const refused = (await tryIt(person)).json();
    expect(refused).toEqual({ works: false, message: expect.stringContaining("refused the key") });
    const statuses = [];
    for (let index = 0; index < 10; index += 1) statuses.push((await tryIt(person)).statusCode);
    expect(statuses.slice(0, 9).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it("say that there is none where the operator named none", async () => {
    const plain = await createTestApp();
    try {
      const person = await plain.signIn();
      expect(await read(person)).toEqual({ model: null });
      expect((await tryIt(person)).statusCode).toBe(400);
    } finally {
      await plain.close();
    }
  });
});
