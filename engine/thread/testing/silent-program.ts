import { parentPort } from "node:worker_threads";

/** Simulates an encoder that starts later than anybody waits. */
parentPort?.on("message", () => {});
