import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { EncoderRequest } from "../engine-thread.ts";

/** Longer than any caller waits for one answer, but shorter than the whole test waits. */
const TO_BEGIN_MS = 2_000;
const begun = sleepFor(TO_BEGIN_MS);

/** Simulates an encoder on a busy machine: it starts slowly, and is fast after its start. */
parentPort?.on("message", async ({ texts }: EncoderRequest) => {
  await begun;
  parentPort?.postMessage({ result: texts.map((text) => [text.length]) });
});
parentPort?.postMessage({ begun: true });
