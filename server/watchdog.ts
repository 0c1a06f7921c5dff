import { Worker } from "node:worker_threads";

/** Data with which the watchdog's thread is started. */
export interface WatchdogData {
  /** A counter that this process increments while its event loop runs. */
  signs: SharedArrayBuffer;
  limitMs: number;
}

const PROGRAM = new URL("./watchdog-program.ts", import.meta.url);
const MAX_BLOCKED_MS = 60_000;

/**
 * Ends this process if its event loop was blocked for a minute. In that state no health check, time limit or signal
 * works. The parent starts a new process, which claims unfinished work again.
 */
export function startWatchdog(limitMs = MAX_BLOCKED_MS): void {
  const signs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(signs);
  setInterval(() => Atomics.add(counter, 0, 1), limitMs / 60).unref();
  const thread = new Worker(PROGRAM, {
    env: {},
    workerData: { signs, limitMs } satisfies WatchdogData,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  // The process works as usual without the watchdog.
  thread.on("error", () => {});
  thread.unref();
}
