import { exportPKCS8, generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { ModelQuestion } from "../../engine/model/index.ts";
import { WRITE_PROMPT } from "../../engine/model/prompts/write.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { toEgressEntry } from "../egress-entry.ts";
import { listCheckQuestions } from "./check-model.ts";
import { generateAnswer, type OpenedModel } from "./generate.ts";
import { readOllamaWindow } from "./ollama-window.ts";
import { openLanguageModel } from "./provider.ts";
import type { Provider } from "./providers.ts";

let llm: LlmStandIn;
let serviceAccount = "";
beforeAll(async () => {
  llm = await startLlmStandIn();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const account = { project_id: "acme", client_email: "bot@acme.iam", private_key: await exportPKCS8(privateKey) };
  serviceAccount = JSON.stringify(account);
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
const question = { ...WRITE_PROMPT, data: { channel: "help", messages }, maxOutputTokens: 4_000 };
const patience = { idleMs: 5_000, totalMs: 20_000 };

interface Case {
  model: string;
  base: string;
  path: string;
  key: [name: string, value: string];
}
const bearer: Case["key"] = ["authorization", "Bearer k1"];
const gemini = (model: string): Case => ({
  model,
  base: "/v1beta",
  path: `/v1beta/models/${model}:streamGenerateContent`,
  key: ["x-goog-api-key", "k1"],
});
const PROVIDERS: [Provider, Case][] = [
  ["openai-compatible", { model: "llama-4", base: "/v1", path: "/v1/chat/completions", key: bearer }],
  ["openrouter", { model: "openai/gpt-6-luna", base: "/v1", path: "/v1/chat/completions", key: bearer }],
  ["mistral", { model: "mistral-medium-3-5", base: "/v1", path: "/v1/chat/completions", key: bearer }],
  ["openai", { model: "gpt-6.2-sol", base: "/v1", path: "/v1/responses", key: bearer }],
  ["openai", { model: "gpt-6-luna", base: "/v1", path: "/v1/responses", key: bearer }],
  ["azure", { model: "gpt-6-luna", base: "/v1", path: "/v1/responses", key: ["api-key", "k1"] }],
  ["anthropic", { model: "claude-sonnet-5-5", base: "/v1", path: "/v1/messages", key: ["x-api-key", "k1"] }],
  ["anthropic", { model: "claude-haiku-5-5", base: "/v1", path: "/v1/messages", key: ["x-api-key", "k1"] }],
  // This model supports no schema, so the product offers a tool that accepts the answer.
  ["anthropic", { model: "claude-3-haiku-20240307", base: "/v1", path: "/v1/messages", key: ["x-api-key", "k1"] }],
  ["google", gemini("gemini-2.5-pro")],
  ["google", gemini("gemini-4-argon")],
  ["google", gemini("gemini-3.5-flash-lite")],
  [
    "bedrock",
    {
      model: "anthropic.claude-sonnet-5-5",
      base: "",
      path: "/model/anthropic.claude-sonnet-5-5/converse",
      key: bearer,
    },
  ],
  ["vertex", { ...gemini("gemini-3.8-flash"), key: ["authorization", "Bearer vertex-token"] }],
  ["ollama", { model: "qwen3:8b", base: "", path: "/api/chat", key: bearer }],
];

/** Google's access tokens come from a separate server. */
const withTokens: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch = (fetch) => async (input, init) =>
  String(input).startsWith("https://oauth2.googleapis.com/")
    ? Response.json({ access_token: "vertex-token", expires_in: 3600 })
    : fetch(input, init);

function open(
  provider: Provider,
  { model, base }: Case,
  fetch = globalThis.fetch,
  contextTokens = 16_000,
): OpenedModel {
  const apiKey = provider === "vertex" ? serviceAccount : "k1";
  const connection = { provider, apiKey, address: `${llm.url}${base}`, region: null };
  const languageModel = openLanguageModel(connection, { name: model, contextTokens }, withTokens(fetch));
  return { provider, name: model, contextTokens, languageModel };
}

describe.each(PROVIDERS)("The provider %s", (provider, given) => {
  const { model, path, key } = given;

  it(`each provider is called by its own API, with the schema and without its own tools (${model})`, async () => {
    const result = await generateAnswer(open(provider, given), question, patience);
    const article = { title: expect.stringContaining("restart the worker") };
    expect(result).toMatchObject({ kind: "answer", answer: { outcome: "articles", articles: [article] } });
    expect(result.usage.inputTokens).toBeGreaterThan(100);
    expect(llm.calls.map((call) => [call.method, call.path.split("?")[0]])).toEqual([["POST", path]]);
    expect(llm.calls[0]?.headers[key[0]]).toBe(key[1]);
    expect(llm.asked[0]).toMatchObject({ purpose: "write", model, data: question.data });
    expect(llm.asked[0]?.instructions).toContain("knowledge base");
    expect(JSON.stringify(llm.asked[0]?.schema)).not.toMatch(/maxLength|\$schema/);
  });

  it("each provider gets every question of the product, and its strict stand-in accepts all of them", async () => {
    const results = [];
    for (const asked of listCheckQuestions())
      results.push(await generateAnswer(open(provider, given), asked as ModelQuestion<unknown>, patience));
    expect(results.map(({ kind }) => kind)).toEqual(listCheckQuestions().map(() => "answer"));
    expect(llm.calls.map(({ status }) => status)).toEqual(results.map(() => 200));
  });

  it("an answer that stops in the middle, or has another form, is billed and not believed", async () => {
    const byTool = model.startsWith("claude-3") || provider === "bedrock";
    llm.play([byTool ? { text: "{}" } : "truncated"]);
    const cut = await generateAnswer(open(provider, given), question, patience);
    llm.play([{ text: JSON.stringify({ title: "Only a title" }) }]);
    const wrong = await generateAnswer(open(provider, given), question, patience);
    for (const result of [cut, wrong]) {
      expect(result.kind).toBe("unusable");
      expect(result.usage.outputTokens).toBeGreaterThan(0);
    }
  });

  it("an overloaded provider is told apart from one that refuses the key", async () => {
    llm.play([{ status: 429, retryAfter: 2 }, { status: 503, retryAfter: 3600 }, { status: 401 }]);
    const results = [];
    for (const _ of [1, 2, 3]) results.push(await generateAnswer(open(provider, given), question, patience));
    expect(results).toMatchObject([
      { kind: "failed", reason: "limit", waitMs: 2_000 },
      { kind: "failed", reason: "outage", waitMs: 3_600_000 },
      { kind: "failed", reason: "off", waitMs: null, problem: expect.stringContaining("LLM_API_KEY") },
    ]);
    expect(JSON.stringify(results)).not.toContain("canary-remote-body");
    expect(llm.calls).toHaveLength(3);
  });

  it("each provider is called only through the guarded fetch", async () => {
    const guarded = createSafeFetch({ allow: [] });
    const result = await generateAnswer(open(provider, given, guarded), question, patience);
    expect(result).toMatchObject({ kind: "failed", problem: "Only https addresses can be called." });
    expect(llm.calls).toEqual([]);
    const allowed = createSafeFetch({ allow: [new URL(llm.url).host] });
    expect((await generateAnswer(open(provider, given, allowed), question, patience)).kind).toBe("answer");
  });
});

describe("A refusal", () => {
  // These providers have no field for a refusal, so their models refuse in words.
  const inWords = PROVIDERS.filter(([provider]) => provider === "ollama" || provider === "mistral");
  const refusing = PROVIDERS.filter((one) => !inWords.includes(one));

  it.each(refusing)("of %s is told from a failure and from an answer", async (provider, given) => {
    llm.play(["refusal"]);
    const result = await generateAnswer(open(provider, given), question, patience);
    expect(result).toMatchObject({ kind: "refused", problem: expect.stringContaining("refused") });
  });

  it.each(inWords)("of %s is no failure and never taken for an answer", async (provider, given) => {
    llm.play(["refusal"]);
    const result = await generateAnswer(open(provider, given), question, patience);
    expect(result).toMatchObject({ kind: "unusable", problem: expect.stringContaining("not one JSON object") });
  });
});

describe("A call", () => {
  it("a call ends when the model is silent for too long, and not while it answers", async () => {
    llm.play([{ slowMs: 1_500 }]);
    const given = PROVIDERS[0]?.[1] as Case;
    const silent = await generateAnswer(open("openai-compatible", given), question, { idleMs: 300, totalMs: 20_000 });
    expect(silent).toMatchObject({ kind: "failed", reason: "outage", problem: expect.stringContaining("seconds") });
    expect(silent.usage.inputTokens).toBeGreaterThan(0);
  });

  it("a call stores nothing at OpenAI and pays for no cache that is never read", async () => {
    await generateAnswer(open("openai", { ...(PROVIDERS[3]?.[1] as Case), model: "gpt-6-luna" }), question, patience);
    const body = llm.calls[0]?.body as Record<string, unknown>;
    expect(body).toMatchObject({ store: false, prompt_cache_key: `write-${WRITE_PROMPT.promptVersion}` });
    expect(body).toMatchObject({ prompt_cache_options: { mode: "explicit" } });
    expect(JSON.stringify(body)).toContain("prompt_cache_breakpoint");
    expect(body.temperature).toBeUndefined();
  });
});

describe("The window of an Ollama", () => {
  const ollama = PROVIDERS.at(-1)?.[1] as Case;
  const long = { ...question, data: { channel: "help", messages, note: "Words beyond the window. ".repeat(4_000) } };
  const windowOf = (most?: number, name = "stand-in-1") =>
    readOllamaWindow({ address: llm.url, apiKey: "", name, most }, globalThis.fetch);

  it("the context window of Ollama is the model's own up to the operator's limit, and small if the server does not say", async () => {
    expect(await windowOf()).toBe(32_768);
    expect(await windowOf(100_000)).toBe(100_000);
    expect(await windowOf(200_000)).toBe(131_072);
    expect(await windowOf(undefined, "unknown")).toBe(8_192);
  });

  it("the context window is sent with each question, and a longer question is refused instead of cut", async () => {
    const model = open("ollama", ollama, globalThis.fetch, await windowOf());
    expect((await generateAnswer(model, question, patience)).kind).toBe("answer");
    const body = llm.calls.at(-1)?.body;
    expect(body).toMatchObject({ truncate: false, shift: false, think: false, options: { num_ctx: 32_768 } });
    const refused = await generateAnswer(open("ollama", ollama), long, patience);
    expect(refused).toMatchObject({ kind: "refused", problem: expect.stringContaining("LLM_CONTEXT_TOKENS") });
  });

  it("a question that an older server has cut is noticed, and its answer not believed", async () => {
    const older: typeof globalThis.fetch = (input, init) => {
      const { truncate: _, shift: __, ...body } = JSON.parse(String(init?.body)) as Record<string, unknown>;
      return globalThis.fetch(input, { ...init, body: JSON.stringify(body) });
    };
    expect((await generateAnswer(open("ollama", ollama, older), question, patience)).kind).toBe("answer");
    expect((await generateAnswer(open("ollama", ollama, older), long, patience)).kind).toBe("unusable");
  });
});

describe("The address that the operator configured", () => {
  it("the operator's configured address is called on this machine, too, and no other address there", async () => {
    const fetch = createSafeFetch({ allow: toEgressEntry(`${llm.url}/v1`) });
    const model = open("openai-compatible", PROVIDERS[0]?.[1] as Case, fetch);
    expect((await generateAnswer(model, question, patience)).kind).toBe("answer");
    const { port } = new URL(llm.url);
    for (const other of [`http://127.0.0.1:${Number(port) + 1}/`, `http://localhost:${port}/`, "http://127.0.0.2/"])
      await expect(fetch(other)).rejects.toThrow(/may not be called|Only https/);
    expect(toEgressEntry(undefined)).toEqual([]);
  });
});
