import { parentPort } from "node:worker_threads";
import { createSentenceEncoder } from "../encoder/sentence-encoder.ts";
import type { Answer, Begun, EncoderOrder } from "./engine-thread.ts";

/** What the encoder's thread runs. */
const encoder = createSentenceEncoder();

parentPort?.on("message", async ({ texts }: EncoderOrder) => {
  const answer: Answer = await encoder.encode(texts).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage({ begun: true } satisfies Begun);
