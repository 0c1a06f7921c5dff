import { parentPort } from "node:worker_threads";
import type { Encoder } from "../encoder/meaning.ts";
import { createSentenceEncoder } from "../encoder/sentence-encoder.ts";
import { createLocalEngine } from "../local-engine.ts";
import type {
  ThreadReply,
  ThreadRequest,
  ThreadStartedMessage,
  VectorsReply,
  VectorsRequest,
} from "./engine-thread.ts";

/** The program of every engine thread. One thread computes embeddings for the others, which wait for them here. */
const waiting = new Map<number, (vectors: VectorsReply["vectors"]) => void>();
let asked = 0;
const encoder: Encoder = {
  encode: (texts) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      parentPort?.postMessage({ question: asked, texts } satisfies VectorsRequest);
    }),
};
const engine = createLocalEngine(encoder);
let reader: Encoder | undefined;

const work = async (request: ThreadRequest) => {
  if (request.task === "encode") return (reader ??= createSentenceEncoder()).encode(request.texts);
  if (request.task === "group") return engine.group(request.window);
  if (request.task === "detect") return engine.detect(request.conversation, request.settings);
  if (request.task === "compare") return engine.compare?.(request.known, request.fresh);
  if (request.task === "compare with pages") return engine.compareWithPages?.(request.pages, request.fresh);
  if (request.task === "new topic") return engine.newTopic?.(request.conversation, request.known, request.cited);
  return engine.write(request.conversation, request.finding, request.context);
};

parentPort?.on("message", async (message: ThreadRequest | VectorsReply) => {
  if ("question" in message) {
    waiting.get(message.question)?.(message.vectors);
    waiting.delete(message.question);
    return;
  }
  const answer: ThreadReply = await work(message).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage({ begun: true } satisfies ThreadStartedMessage);
