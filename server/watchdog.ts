import { Worker } from "node:worker_threads";

/** Data with which the watchdog's thread is started. */
export interface WatchdogStart {
  /** A number that this process increments as long as its event loop turns. */
  signs: SharedArrayBuffer;
  limitMs: number;
}

const PROGRAM = new URL("./watchdog-program.ts", import.meta.url);
const LONGEST_STILL_MS = 60_000;

/**
 * Ends this process when its event loop has not turned for a minute: no health check is answered then, no time limit
 * fires and no signal is obeyed. The parent starts a new one, and rows whose work was under way are claimed again.
 */
export function startWatchdog(limitMs = LONGEST_STILL_MS): void {
  const signs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(signs);
  setInterval(() => Atomics.add(counter, 0, 1), limitMs / 60).unref();
  const thread = new Worker(PROGRAM, {
    env: {},
    workerData: { signs, limitMs } satisfies WatchdogStart,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  // Without it the process works as before.
  thread.on("error", () => {});
  thread.unref();
}
