import { parentPort } from "node:worker_threads";
import { createLocalEngine } from "../local-engine/local-engine.ts";
import { createSentenceEncoder } from "../sentence-encoder/sentence-encoder.ts";
import type { Answer, Order } from "./engine-thread.ts";

/** What the engine's thread runs. */
const engine = createLocalEngine();
const encoder = createSentenceEncoder();

const work = async (order: Order) => {
  if (order.task === "detect") return engine.detect(order.conversation, order.settings);
  if (order.task === "encode") return encoder.encode(order.texts);
  if (order.task === "compare") return engine.compare?.(order.known, order.fresh);
  return engine.write(order.conversation, order.finding, order.context);
};

parentPort?.on("message", async (order: Order) => {
  const answer: Answer = await work(order).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  parentPort?.postMessage(answer);
});
