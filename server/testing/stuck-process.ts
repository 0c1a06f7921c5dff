import { startWatchdog } from "../watchdog.ts";

/** Blocks this process's event loop for longer than the watchdog allows. */
const LIMIT_MS = 3_000;

startWatchdog(LIMIT_MS);
setTimeout(() => {
  process.stdout.write("stuck\n");
  for (;;);
}, 2 * LIMIT_MS);
