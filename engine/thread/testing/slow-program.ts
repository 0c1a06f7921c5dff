import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { EncoderOrder } from "../engine-thread.ts";

/** Longer than any test waits for one answer, and shorter than it waits in all. */
const TO_BEGIN_MS = 2_000;
const begun = sleepFor(TO_BEGIN_MS);

/** Simulates an encoder on a busy machine: it starts slowly and is fast from then on. */
parentPort?.on("message", async ({ texts }: EncoderOrder) => {
  await begun;
  parentPort?.postMessage({ result: texts.map((text) => [text.length]) });
});
parentPort?.postMessage({ begun: true });
