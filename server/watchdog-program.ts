import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { WatchdogData } from "./watchdog.ts";

/** The program of the watchdog's thread. */
const { signs, limitMs } = workerData as WatchdogData;
const LOOKS = 60;
const STDERR = 2;

const counter = new Int32Array(signs);
let seen = -1;
let still = 0;
// Counts its own checks instead of time, so that a machine that slept causes no false alarm.
setInterval(() => {
  const now = Atomics.load(counter, 0);
  still = now === seen ? still + 1 : 0;
  seen = now;
  if (still < LOOKS) return;
  const seconds = Math.round(limitMs / 1000);
  writeSync(STDERR, `The process did nothing but compute for ${seconds} seconds and answered nobody. It is ended.\n`);
  process.kill(process.pid, "SIGKILL");
}, limitMs / LOOKS);
