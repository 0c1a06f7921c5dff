import { parentPort } from "node:worker_threads";

/** The loading time of a thread program on a busy machine. After loading, the program answers at once. */
const TO_LOAD_MS = 6_000;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TO_LOAD_MS);
parentPort?.on("message", () => parentPort?.postMessage({ result: "answered" }));
parentPort?.postMessage({ begun: true });
