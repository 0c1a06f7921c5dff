import { parentPort } from "node:worker_threads";

/** Simulates an encoder that never finishes starting. */
parentPort?.on("message", () => {});
