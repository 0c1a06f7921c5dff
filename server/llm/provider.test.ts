import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { WRITE } from "../../engine/model/prompts/prompts.ts";
import { type LlmStandIn, startLlmStandIn } from "../../stand-ins/llm/llm-stand-in.ts";
import { operatorPlace } from "../operator-place.ts";
import { Secret } from "../secrets/secret.ts";
import { generate } from "./generate.ts";
import { openLanguageModel, type Provider } from "./provider.ts";

let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn();
});
beforeEach(() => {
  llm.calls.length = 0;
  llm.asked.length = 0;
  llm.play([]);
});
afterAll(() => llm.close());

const messages = [
  { number: 1, by: "person 1", text: "How do I restart the worker after a deployment?" },
  { number: 2, by: "person 2", text: "Run the restart job of the scheduler and wait for its log line." },
];
const question = { ...WRITE, data: { channel: "help", messages }, maxOutputTokens: 4_000 };

const PROVIDERS: [Provider, { model: string; base: string; path: string; key: [string, string] }][] = [
  [
    "openai-compatible",
    { model: "llama-4", base: "/v1", path: "/v1/chat/completions", key: ["authorization", "Bearer k1"] },
  ],
  ["openai", { model: "gpt-5", base: "/v1", path: "/v1/responses", key: ["authorization", "Bearer k1"] }],
  ["anthropic", { model: "claude-sonnet-4-5", base: "/v1", path: "/v1/messages", key: ["x-api-key", "k1"] }],
  // Knows no schema: it is asked by way of a tool that takes the answer.
  ["anthropic", { model: "claude-3-haiku-20240307", base: "/v1", path: "/v1/messages", key: ["x-api-key", "k1"] }],
  [
    "google",
    {
      model: "gemini-2.5-pro",
      base: "/v1beta",
      path: "/v1beta/models/gemini-2.5-pro:generateContent",
      key: ["x-goog-api-key", "k1"],
    },
  ],
];

function open(provider: Provider, model: string, base: string, fetch = globalThis.fetch) {
  const settings = { LLM_API_KEY: new Secret("k1"), LLM_MODEL: model, LLM_BASE_URL: `${llm.url}${base}` };
  return openLanguageModel(provider, settings, fetch);
}

describe.each(PROVIDERS)("The provider %s", (provider, { model, base, path, key }) => {
  it("is asked in its own way, with the schema and without tools of its own", async () => {
    const result = await generate(open(provider, model, base), question, 5_000);
    expect(result).toMatchObject({ kind: "answer", answer: { title: expect.stringContaining("restart the worker") } });
    expect(result.usage.inputTokens).toBeGreaterThan(100);
    expect(llm.calls.map((call) => [call.method, call.path])).toEqual([["POST", path]]);
    expect(llm.calls[0]?.headers[key[0]]).toBe(key[1]);
    expect(llm.asked[0]).toMatchObject({ purpose: "article", model, data: question.data });
    expect(llm.asked[0]?.instructions).toContain("knowledge base");
    expect(JSON.stringify(llm.asked[0]?.schema)).not.toMatch(/maxLength|maxItems|minItems|\$schema/);
  });

  it("that stops in the middle or refuses is billed and not believed", async () => {
    llm.play([provider === "anthropic" ? { text: "{}" } : "truncated"]);
    const cut = await generate(open(provider, model, base), question, 5_000);
    llm.play([{ text: JSON.stringify({ title: "Only a title" }) }]);
    const wrong = await generate(open(provider, model, base), question, 5_000);
    for (const result of [cut, wrong]) {
      expect(result.kind).toBe("unusable");
      expect(result.usage.outputTokens).toBeGreaterThan(0);
    }
  });

  it("that is overloaded is told apart from one that refuses the key", async () => {
    llm.play([{ status: 429, retryAfter: 2 }, { status: 503, retryAfter: 3600 }, { status: 401 }]);
    const results = [];
    for (const _ of [1, 2, 3]) results.push(await generate(open(provider, model, base), question, 5_000));
    expect(results).toMatchObject([
      { kind: "failed", reason: "limit", waitMs: 2_000 },
      { kind: "failed", reason: "outage", waitMs: 3_600_000 },
      { kind: "failed", reason: "off", waitMs: null, problem: expect.stringContaining("LLM_API_KEY") },
    ]);
    expect(JSON.stringify(results)).not.toContain("canary-remote-body");
    expect(llm.calls).toHaveLength(3);
  });

  it("is called through the guarded fetch only", async () => {
    const guarded = createSafeFetch({ allow: [] });
    const result = await generate(open(provider, model, base, guarded), question, 5_000);
    expect(result).toMatchObject({ kind: "failed", problem: "Only https addresses can be called." });
    expect(llm.calls).toEqual([]);
    const allowed = createSafeFetch({ allow: [new URL(llm.url).host] });
    expect((await generate(open(provider, model, base, allowed), question, 5_000)).kind).toBe("answer");
  });
});

describe("The address that the operator configured", () => {
  it("is called on this machine, too, and nothing beside it", async () => {
    const fetch = createSafeFetch({ allow: operatorPlace(`${llm.url}/v1`) });
    const model = openLanguageModel("openai-compatible", { LLM_MODEL: "m", LLM_BASE_URL: `${llm.url}/v1` }, fetch);
    expect((await generate(model, question, 5_000)).kind).toBe("answer");
    const { port } = new URL(llm.url);
    for (const other of [`http://127.0.0.1:${Number(port) + 1}/`, `http://localhost:${port}/`, "http://127.0.0.2/"])
      await expect(fetch(other)).rejects.toThrow(/may not be called|Only https/);
    expect(operatorPlace(undefined)).toEqual([]);
  });
});
