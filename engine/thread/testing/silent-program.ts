import { parentPort } from "node:worker_threads";

/** An encoder that takes longer to begin than anybody waits. */
parentPort?.on("message", () => {});
