import { parentPort } from "node:worker_threads";
import type { Encoder } from "../encoder/meaning.ts";
import { createSentenceEncoder } from "../encoder/sentence-encoder.ts";
import { createLocalEngine } from "../local-engine.ts";
import type { MeaningOrder, StartedThread, ThreadAnswer, ThreadOrder, ThreadQuestion } from "./engine-thread.ts";

/** The program of all engine threads. One of the threads computes embeddings for the others. */
const waiting = new Map<number, (vectors: MeaningOrder["vectors"]) => void>();
let asked = 0;
const encoder: Encoder = {
  encode: (texts) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      parentPort?.postMessage({ question: asked, texts } satisfies ThreadQuestion);
    }),
};
const engine = createLocalEngine(encoder);
let reader: Encoder | undefined;

const work = async (order: ThreadOrder) => {
  if (order.task === "encode") return (reader ??= createSentenceEncoder()).encode(order.texts);
  if (order.task === "group") return engine.group(order.window);
  if (order.task === "detect") return engine.detect(order.conversation, order.settings);
  if (order.task === "compare") return engine.compare?.(order.known, order.fresh);
  if (order.task === "compare with pages") return engine.compareWithPages?.(order.pages, order.fresh);
  if (order.task === "new topic") return engine.newTopic?.(order.conversation, order.known, order.cited);
  return engine.write(order.conversation, order.finding, order.context);
};

parentPort?.on("message", async (message: ThreadOrder | MeaningOrder) => {
  if ("question" in message) {
    waiting.get(message.question)?.(message.vectors);
    waiting.delete(message.question);
    return;
  }
  const answer: ThreadAnswer = await work(message).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage({ begun: true } satisfies StartedThread);
