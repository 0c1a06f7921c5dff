import { parentPort, workerData } from "node:worker_threads";

/** Replaces the thread's program. The path in the request says how it misbehaves. */
const { path } = workerData as { path: string };

parentPort?.on("message", () => {
  if (path === "fails") throw new Error("A fault of our own");
  const kept: unknown[] = [];
  for (;;) if (path === "hoards") kept.push(Array(100_000).fill(kept.length));
});
