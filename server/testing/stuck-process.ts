import { startWatchdog } from "../watchdog.ts";

/** Turns its event loop for longer than the watchdog's limit, and then no more. */
const LIMIT_MS = 3_000;

startWatchdog(LIMIT_MS);
setTimeout(() => {
  process.stdout.write("stuck\n");
  for (;;);
}, 2 * LIMIT_MS);
