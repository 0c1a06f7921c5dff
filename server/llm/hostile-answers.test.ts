import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { countEventLoopTurns } from "../../connectors/testing/with-turns.ts";
import type { ModelQuestion } from "../../engine/model/index.ts";
import {
  HOSTILE_MODEL_ANSWERS,
  type HostileModel,
  startHostileModel,
} from "../../tools/stand-ins/llm/hostile-answers.ts";
import { generateAnswer } from "./generate.ts";
import { paceResponses } from "./paced-answers.ts";
import { openLanguageModel } from "./provider.ts";

let model: HostileModel;
beforeAll(async () => {
  model = await startHostileModel();
});
afterAll(() => model.close());

const QUESTION = {
  purpose: "find",
  promptVersion: "find-0",
  instructions: "Find what matters.",
  data: {},
  schema: z.strictObject({ matters: z.array(z.strictObject({ question: z.string() })).max(10) }),
  maxOutputTokens: 1_000,
} as unknown as ModelQuestion<unknown>;

function ask() {
  const connection = { provider: "openai-compatible", apiKey: "", address: `${model.url}/v1`, region: null } as const;
  const choice = { name: "stand-in-1", contextTokens: 32_000 };
  const languageModel = openLanguageModel(connection, choice, createSafeFetch({ allow: ["127.0.0.1"] }));
  const isSilent = model.answer?.what === "nothing at all";
  const patience = { idleMs: isSilent ? 1_000 : 120_000, totalMs: 120_000 };
  return generateAnswer({ ...choice, provider: connection.provider, languageModel } as never, QUESTION, patience);
}

describe("A model's answer that is made to harm", () => {
  it.each(HOSTILE_MODEL_ANSWERS)("with $what ends with a sentence while this process goes on", async (hostile) => {
    model.answer = hostile;
    const { outcome, turns } = await countEventLoopTurns(ask());
    expect(turns).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ problem: expect.stringMatching(/^[A-Z0-9].*/) });
    // No answer makes the product pause the model; only a refusal does.
    const isRefusal = /network|wait/.test(hostile.what);
    if (!isRefusal) expect(outcome).not.toMatchObject({ reason: "off" });
    expect(JSON.stringify(outcome)).not.toContain("(200)");
  });

  it("an endless answer counts as too long, not as an outage, and the next question is asked", async () => {
    for (const what of ["a line that never ends", "events without a word, for ever", "four megabytes in one event"]) {
      model.answer = HOSTILE_MODEL_ANSWERS.find((one) => one.what === what) ?? null;
      expect(await ask()).toMatchObject({ kind: "unusable", problem: expect.stringMatching(/too long/) });
    }
  });
});

it("An answer that arrives at once is passed on in pieces, and other work runs between two pieces", async () => {
  const text = "x".repeat(1_000_000);
  const paced = paceResponses(async () => new Response(text));
  const reading = paced("http://model.example").then((answer) => answer.text());
  let turns = 0;
  let isOver = false;
  void reading.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    turns += 1;
  }
  expect(await reading).toBe(text);
  expect(turns).toBeGreaterThan(100);
});

it("A refusal is read no further than its reason needs", async () => {
  const paced = paceResponses(async () => new Response("x".repeat(1_000_000), { status: 500 }));
  const answer = await paced("http://model.example");
  expect({ status: answer.status, length: (await answer.text()).length }).toEqual({ status: 500, length: 64 * 1024 });
});
