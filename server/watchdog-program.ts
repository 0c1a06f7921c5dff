import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { WatchdogData } from "./watchdog.ts";

/** The program of the watchdog's thread. */
const { signs, limitMs } = workerData as WatchdogData;
const CHECKS_PER_LIMIT = 60;
const STDERR = 2;

const counter = new Int32Array(signs);
let seen = -1;
let still = 0;
// Counts its own checks instead of the time. Otherwise a machine that woke from sleep would cause a false alarm.
setInterval(() => {
  const now = Atomics.load(counter, 0);
  still = now === seen ? still + 1 : 0;
  seen = now;
  if (still < CHECKS_PER_LIMIT) return;
  const seconds = Math.round(limitMs / 1000);
  writeSync(STDERR, `The process did nothing but compute for ${seconds} seconds and answered nobody. It is ended.\n`);
  process.kill(process.pid, "SIGKILL");
}, limitMs / CHECKS_PER_LIMIT);
