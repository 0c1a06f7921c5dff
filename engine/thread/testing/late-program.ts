import { parentPort } from "node:worker_threads";

/** Simulates a busy machine: the thread loads its program slowly, then answers at once. */
const TO_LOAD_MS = 6_000;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TO_LOAD_MS);
parentPort?.on("message", () => parentPort?.postMessage({ result: "answered" }));
parentPort?.postMessage({ begun: true });
