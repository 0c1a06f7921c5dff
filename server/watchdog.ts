import { Worker } from "node:worker_threads";

/** What the thread of the watchdog is started with. */
export interface WatchdogStart {
  /** One number that this process counts up as long as its event loop turns. */
  signs: SharedArrayBuffer;
  limitMs: number;
}

const PROGRAM = new URL("./watchdog-program.ts", import.meta.url);
const LONGEST_STILL_MS = 60_000;

/**
 * Ends this process once its event loop has not turned for a minute: no health check is answered then, no time limit fires and
 * no signal is obeyed. Whoever started the process starts a fresh one, and rows whose work was under way are taken up again.
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
