import { parentPort } from "node:worker_threads";

/** A thread on a busy machine: it takes long to load its program, and answers at once from then on. */
const TO_LOAD_MS = 6_000;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TO_LOAD_MS);
parentPort?.on("message", () => parentPort?.postMessage({ result: "answered" }));
parentPort?.postMessage({ begun: true });
