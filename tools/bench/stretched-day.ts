import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const BENCH = fileURLToPath(new URL("./bench.ts", import.meta.url));

export interface AcceleratedDayOptions {
  hours?: number | undefined;
  /** The factor by which the clock runs faster than real time. */
  stretch?: number | undefined;
  /** Events per second on the faster clock. */
  rate?: number | undefined;
  people?: number | undefined;
}

/**
 * Runs the benchmark `company` with a faster clock for all of its processes, including PostgreSQL and the benchmark: a day of
 * events, requests and scheduled jobs in an hour. All printed times are on that clock. The product's time limits are on that
 * clock too, so in real time they are 24 times shorter. Needs Debian's package `faketime`.
 */
export async function benchAcceleratedDay({
  hours = 24,
  stretch = 24,
  rate = 0.5,
  people = 10,
}: AcceleratedDayOptions): Promise<void> {
  if (spawnSync("faketime", ["--version"]).error) {
    process.stdout.write("Skipped: the stretched clock is Debian's package 'faketime', which is not installed.\n");
    return;
  }
  const day = ["company", `--minutes=${hours * 60}`, `--rate=${rate}`, `--people=${people}`];
  const child = spawn("faketime", ["-f", `+0 x${stretch}`, process.execPath, ...process.execArgv, BENCH, ...day], {
    stdio: "inherit",
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error("The stretched day did not end well.");
}
