import { setImmediate } from "node:timers/promises";
import { parentPort, threadId } from "node:worker_threads";
import type { EngineRequest } from "../engine-thread.ts";

/** A thread program that hangs, fails or dies for certain conversations, chosen by their keys. */
parentPort?.on("message", async (request: EngineRequest) => {
  if (!("conversation" in request)) return;
  const { key } = request.conversation;
  if (key === "hangs") for (;;);
  if (key === "dies") process.exit(1);
  await setImmediate();
  parentPort?.postMessage(
    key === "fails" ? { error: new Error("Cannot be read") } : { result: key === "which thread" ? threadId : key },
  );
});
parentPort?.postMessage({ begun: true });
