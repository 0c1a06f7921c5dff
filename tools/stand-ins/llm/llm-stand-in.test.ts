import { afterAll, beforeAll, expect, it } from "vitest";
import { type LlmStandIn, startLlmStandIn } from "./llm-stand-in.ts";

let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn({ models: ["tiny", "large"] });
});
afterAll(() => llm.close());

const data = { messages: [{ number: 1, by: "person 1", text: "How do I restart the worker today?" }] };
const prompt = `Data:\n<data-0a1b>\n${JSON.stringify(data)}\n</data-0a1b>\nAnswer.`;
const ask = async () => {
  const answer = await fetch(`${llm.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "tiny",
      messages: [
        { role: "system", content: "Write." },
        { role: "user", content: prompt },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "write", schema: { type: "object", properties: { outcome: {} } } },
      },
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
};

it("lists its models", async () => {
  const answer = (await (await fetch(`${llm.url}/v1/models`)).json()) as { data: { id: string }[] };
  expect(answer.data.map(({ id }) => id)).toEqual(["tiny", "large"]);
});

it("returns the same article for the same prompt, made of the prompt's messages, and counts tokens", async () => {
  const first = await ask();
  expect(first).toEqual(await ask());
  expect(first.body).toMatchObject({
    object: "chat.completion",
    choices: [
      { finish_reason: "stop", message: { content: expect.stringContaining("How do I restart the worker today") } },
    ],
    usage: { total_tokens: expect.any(Number) },
  });
  expect(llm.asked.at(-1)).toMatchObject({ purpose: "write", data, instructions: "Write." });
});

it("follows its script call by call, and then returns plausible responses", async () => {
  llm.play(["truncated", "refusal", { status: 429, retryAfter: 7 }, { text: "hello" }]);
  const answers = [await ask(), await ask(), await ask(), await ask(), await ask()];
  expect(answers).toMatchObject([
    { body: { choices: [{ finish_reason: "length" }] } },
    { body: { choices: [{ message: { content: null, refusal: "I cannot help with that." } }] } },
    { status: 429 },
    { body: { choices: [{ message: { content: "hello" } }] } },
    { body: { choices: [{ finish_reason: "stop" }] } },
  ]);
});
