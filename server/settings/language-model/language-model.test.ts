import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LlmStandIn, startLlmStandIn } from "../../../tools/stand-ins/llm/llm-stand-in.ts";
import { newId } from "../../db/new-id.ts";
import { conversations } from "../../db/schema.ts";
import { createEngines } from "../../llm/engines.ts";
import { PROVIDER_ADDRESSES } from "../../llm/providers.ts";
import { buildAnsweredConversation } from "../../llm/testing/llm-stage.ts";
import { buildArticle, buildChannel, buildMessage, buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const KEY = "canary-own-key-abcdefgh-wxyz";
const OTHER_KEY = "canary-other-key-abcdefgh-4711";

let llm: LlmStandIn;
let test: TestApp;
beforeAll(async () => {
  llm = await startLlmStandIn({ models: ["gpt-6.2-sol", "gpt-6-luna", "text-embedding-3"] });
  test = await createTestApp({ variables: { LLM_ALLOWED_ORIGINS: llm.url, PUBLIC_URL: "https://lorekeep.acme.com" } });
});
beforeEach(() => {
  llm.asked.length = 0;
  llm.calls.length = 0;
  llm.play([]);
});
afterAll(async () => {
  await test.close();
  await llm.close();
});

type Person = Awaited<ReturnType<TestApp["signIn"]>>;
const call = async (
  person: Person,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  payload?: object | null,
) => {
  const answer = await person.inject({
    method,
    url: `/api/language-model${path}`,
    ...(payload !== undefined && { payload: payload as object }),
  });
  expect(answer.body).not.toContain("canary-");
  return {
    status: answer.statusCode,
    body: answer.headers["content-type"]?.includes("json") ? answer.json() : answer.body,
  };
};
const own = (more: object = {}) => ({
  provider: "openai",
  address: `${llm.url}/v1`,
  key: KEY,
  models: { main: "gpt-6.2-sol", fast: "gpt-6-luna", check: "gpt-6-luna" },
  ...more,
});
const save = (person: Person, more: object = {}) => call(person, "PUT", "", own(more));

describe("A language model of a workspace's own", () => {
  it("a workspace's own model is saved after providers and models were listed and every purpose was tested", async () => {
    const person = await test.signIn();
    expect((await call(person, "GET", "")).body).toMatchObject({ source: "none", ownKeys: { allowed: true } });
    const { providers, ollamaHere } = (await call(person, "GET", "/providers")).body;
    const costOf = (provider: string) => providers.find(({ id }: { id: string }) => id === provider)?.cost;
    expect(costOf("mistral")).toBe("About $0.08 to $0.75 for 1,000 messages.");
    expect(costOf("anthropic")).toBe("About $0.10 to $0.97 for 1,000 messages.");
    expect(costOf("ollama")).toBe("Only the power your machine takes.");
    expect(ollamaHere).toBeNull();
    const { models: _models, ...place } = own();
    expect((await call(person, "POST", "/models", place)).body).toEqual({
      models: [
        { name: "gpt-6-luna", contextTokens: 1_050_000, price: { input: 0.1, output: 0.5 }, size: "small" },
        { name: "gpt-6.2-sol", contextTokens: 1_050_000, price: { input: 2, output: 10 }, size: "mid" },
      ],
      suggested: { main: "gpt-6.2-sol", fast: "gpt-6-luna", check: "gpt-6-luna" },
      problem: null,
    });
    const { saved, test: tried } = (await save(person)).body;
    expect([saved, tried.works]).toEqual([true, true]);
    expect(tried.dollars).toBeGreaterThan(0);
    expect(tried.purposes.map(({ label, message }: { label: string; message: string }) => [label, message])).toEqual([
      ["Find", expect.stringMatching(/^It found: .*How do I restart it after a deployment\?$/)],
      ["Write", expect.stringMatching(/^“.+” .*systemctl restart export-worker/)],
      ["Check", expect.stringMatching(/^\d of 2 statements are right\./)],
      ["Answer", expect.stringContaining("never restarted between 22:00 and 23:00")],
      ["Follow up", "It understood: “When may I restart the export worker? and at night?”"],
    ]);
    expect(new Set(llm.asked.map(({ model }) => model))).toEqual(new Set(["gpt-6.2-sol", "gpt-6-luna"]));
    const settings = (await call(person, "GET", "")).body;
    expect(settings).toMatchObject({
      source: "workspace",
      provider: "openai",
      keyLast4: "wxyz",
      address: llm.url,
      models: { main: { name: "gpt-6.2-sol", price: { input: 2, output: 10 } }, fallback: null },
    });
    expect(settings.spent.day).toBeGreaterThan(0);
    const { rows } = await test.db.$client.query("select * from model_settings");
    expect(JSON.stringify(rows)).not.toContain("canary-");
    expect(JSON.stringify((await test.db.$client.query("select * from llm_calls")).rows)).not.toContain("canary-");
  });

  it("a workspace's own model works once it is saved, and stops working when it is removed", async () => {
    const person = await test.signIn();
    await save(person);
    const engines = await createEngines({ ...test.deps, fetch });
    llm.calls.length = 0;
    const engine = await engines.forWorkspace(person.viewer.workspaceId);
    if (engine.name !== "llm") throw new Error("No model works");
    const { messages } = buildAnsweredConversation();
    const fresh = new Set(messages.map(({ externalId }) => externalId));
    const found = await engine.find({ channelName: "help", messages, fresh, open: [], people: [] });
    expect(found.matters.length).toBeGreaterThan(0);
    expect(llm.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    // Another workspace does not get this model.
    expect((await engines.forWorkspace((await test.signIn()).viewer.workspaceId)).name).toBe("local");
    await call(person, "DELETE", "");
    expect((await engines.forWorkspace(person.viewer.workspaceId)).name).toBe("local");
    expect((await call(person, "GET", "")).body).toMatchObject({ source: "none", keyLast4: null });
  });

  it("a model is not saved while a purpose fails, and the reason is a sentence", async () => {
    const person = await test.signIn();
    llm.play(() => ({ status: 401 }));
    const { saved, test: tried } = (await save(person)).body;
    expect(saved).toBe(false);
    expect(tried.purposes).toMatchObject([{ works: false, message: expect.stringContaining("refused the key") }]);
    llm.play(["invalid-json"]);
    expect((await save(person)).body).toMatchObject({ saved: false });
    expect((await call(person, "GET", "")).body.source).toBe("none");
  });

  it("a new key replaces the old key, which is sent only to its own address", async () => {
    const person = await test.signIn();
    await save(person);
    expect((await call(person, "PUT", "/key", { key: OTHER_KEY })).body.saved).toBe(true);
    expect((await call(person, "GET", "")).body.keyLast4).toBe("4711");
    llm.calls.length = 0;
    const elsewhere = { provider: "openai", address: "https://models.example.com/v1" };
    expect((await call(person, "POST", "/models", elsewhere)).status).toBe(400);
    const same = { provider: "openai", address: `${llm.url}/v1` };
    expect((await call(person, "POST", "/models", same)).body.models).toHaveLength(2);
    expect(llm.calls[0]?.headers.authorization).toBe(`Bearer ${OTHER_KEY}`);
  });

  it("a model at a private address is refused with the sentence that says how the operator allows it", async () => {
    const person = await test.signIn();
    const place = { provider: "openai-compatible", address: "http://127.0.0.1:9/v1" };
    const { problem, models } = (await call(person, "POST", "/models", place)).body;
    expect(models).toEqual([]);
    expect(problem).toContain("LLM_ALLOWED_ORIGINS");
    const { saved, test: tried } = (await save(person, place)).body;
    expect(saved).toBe(false);
    expect(tried.purposes[0].message).toContain("LLM_ALLOWED_ORIGINS");
  });

  it("only owner and admins see and change the model", async () => {
    const owner = await test.signIn();
    const { workspaceId } = owner.viewer;
    for (const membership of ["editor", "reviewer", "viewer"] as const) {
      const other = await test.signIn(await buildUser(test.db, { workspaceId, membership }));
      expect((await call(other, "GET", "")).status).toBe(403);
      expect((await save(other)).status).toBe(403);
      expect((await call(other, "GET", "/spending")).status).toBe(403);
    }
  });

  it("each change of the model leaves an entry in the audit log, without the key", async () => {
    const person = await test.signIn();
    const { id } = await buildChannel(test.db, { workspaceId: person.viewer.workspaceId });
    await save(person);
    await call(person, "PUT", "/key", { key: OTHER_KEY });
    await call(person, "PUT", "/caps", { day: 2, month: null });
    await call(person, "PUT", `/channels/${id}`, { never: true });
    await call(person, "DELETE", "");
    const answer = await person.inject({ url: "/api/audit" });
    expect(answer.body).not.toContain("canary-");
    const { entries } = answer.json();
    expect(entries.map(({ action }: { action: string }) => action).reverse()).toEqual([
      "PUT /api/language-model",
      "PUT /api/language-model/key",
      "PUT /api/language-model/caps",
      "PUT /api/language-model/channels/:id",
      "DELETE /api/language-model",
    ]);
  });
});

describe("What a language model may cost", () => {
  it("a model's cost is capped by day and month, and reported when 80 % are spent", async () => {
    const person = await test.signIn();
    await save(person);
    const { spent } = (await call(person, "GET", "")).body;
    const caps = { day: Math.max(0.01, Math.ceil(spent.day * 100) / 100), month: 50 };
    expect((await call(person, "PUT", "/caps", caps)).body.caps).toEqual({ ...caps, own: caps });
    expect((await call(person, "PUT", "/caps", { day: null, month: null })).body.caps).toMatchObject({ month: null });
  });

  it("a model's cost is estimated before, even without a model, and shown by purpose and model afterwards", async () => {
    const person = await test.signIn();
    const before = (await call(person, "GET", "/estimate?messages=3400")).body;
    expect(before).toMatchObject({ messages: 3400, dollars: null, model: null });
    expect(before.suggested.dollars.most).toBeGreaterThan(before.suggested.dollars.least);
    await save(person);
    const { dollars, minutes, model } = (await call(person, "GET", "/estimate?messages=1000")).body;
    expect(model).toBe("gpt-6.2-sol");
    expect(dollars.least).toBeGreaterThan(0.05);
    expect(dollars.most).toBeLessThan(2);
    expect(minutes.most).toBeGreaterThanOrEqual(minutes.least);
    const spending = (await call(person, "GET", "/spending?days=7")).body;
    expect(spending.total.calls).toBe(
      spending.byPurpose.reduce((sum: number, row: { calls: number }) => sum + row.calls, 0),
    );
    expect(spending.byModel.map(({ name }: { name: string }) => name)).toContain("gpt-6.2-sol at openai");
    expect(spending.byDay).toHaveLength(1);
    const csv = await call(person, "GET", "/spending/export?days=7");
    expect(String(csv.body)).toContain("gpt-6.2-sol at openai");
  });
});

describe("Analyzing articles again and testing the channels", () => {
  it("analyzing again is estimated before: messages, calls, minutes and dollars, without channels that are never sent to a model", async () => {
    const person = await test.signIn();
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(test.db, { workspaceId, isActive: true });
    const kept = await buildChannel(test.db, { workspaceId, isActive: true, neverToModel: true });
    for (const { id: channelId } of [channel, channel, channel, kept])
      await buildMessage(test.db, { workspaceId, channelId });
    const written = async (channelId: string, messageCount: number) => {
      const { id: articleId } = await buildArticle(test.db, { workspaceId, channelId });
      const at = new Date();
      const conversation = { id: newId(), key: articleId, fingerprint: "f", firstAt: at, lastAt: at, messageCount };
      await test.db.insert(conversations).values({ ...conversation, workspaceId, channelId, articleId });
      return articleId;
    };
    const articleId = await written(channel.id, 4);
    await written(channel.id, 8);
    const excluded = await written(kept.id, 100);
    await save(person);
    const estimate = async (query: string) => (await call(person, "GET", `/estimate?${query}`)).body;

    expect(await estimate("work=test")).toMatchObject({ messages: 13, calls: { least: 1, most: 3 } });
    const one = await estimate(`articleId=${articleId}`);
    expect(one).toMatchObject({ messages: 4, calls: { least: 2, most: 2 }, minutes: { least: 1, most: 1 } });
    expect(one.dollars.least).toBeGreaterThan(0);
    expect(one.dollars.most).toBeGreaterThan(one.dollars.least);
    const ten = await estimate("articles=10");
    expect(ten).toMatchObject({ messages: 60, calls: { least: 20, most: 20 } });
    expect(ten.dollars.most).toBeCloseTo(one.dollars.most * 10, 2);
    // Rules analyze this channel, which costs nothing.
    expect(await estimate(`articleId=${excluded}`)).toMatchObject({ messages: 0, dollars: { least: 0, most: 0 } });
    const stranger = await test.signIn();
    expect((await call(stranger, "GET", `/estimate?articleId=${articleId}`)).body.messages).toBe(0);
  });
});

describe("A channel that is never sent to a model", () => {
  it("a channel that is never sent to a model is read without a model", async () => {
    const person = await test.signIn();
    const { workspaceId } = person.viewer;
    const { id } = await buildChannel(test.db, { workspaceId });
    await save(person);
    const engines = await createEngines({ ...test.deps, fetch });
    expect((await engines.forWorkspace(workspaceId, id)).name).toBe("llm");
    expect((await call(person, "PUT", `/channels/${id}`, { never: true })).status).toBe(200);
    expect((await engines.forWorkspace(workspaceId, id)).name).toBe("local");
    expect((await call(person, "GET", "")).body.neverToModel).toEqual([id]);
    const stranger = await test.signIn();
    expect((await call(stranger, "PUT", `/channels/${id}`, { never: false })).status).toBe(404);
  });
});

describe("An Ollama on the machine of a local installation", () => {
  it("a local Ollama is found with its models, and not searched for in a public installation", async () => {
    const usual = PROVIDER_ADDRESSES.ollama;
    const local = await createTestApp();
    try {
      PROVIDER_ADDRESSES.ollama = llm.url;
      const { ollamaHere } = (await call(await local.signIn(), "GET", "/providers")).body;
      expect(ollamaHere).toEqual({ address: llm.url, models: expect.arrayContaining(["gpt-6.2-sol"]) });
    } finally {
      if (usual) PROVIDER_ADDRESSES.ollama = usual;
      await local.close();
    }
    expect((await call(await test.signIn(), "GET", "/providers")).body.ollamaHere).toBeNull();
  });
});

describe("An operator who allows no keys of workspaces' own", () => {
  it("without own keys every workspace uses the installation's model", async () => {
    const closed = await createTestApp({ variables: { LLM_OWN_KEYS: "no", LLM_ALLOWED_ORIGINS: llm.url } });
    try {
      const person = await closed.signIn();
      expect((await call(person, "GET", "")).body.ownKeys).toEqual({
        allowed: false,
        whyNot: expect.stringContaining("LLM_OWN_KEYS"),
      });
      expect((await save(person)).status).toBe(403);
      expect(llm.calls).toEqual([]);
    } finally {
      await closed.close();
    }
  });
});
