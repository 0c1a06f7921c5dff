import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const BENCH = fileURLToPath(new URL("./bench.ts", import.meta.url));

export interface StretchedDayOptions {
  hours?: number | undefined;
  /** How much faster the clock runs. */
  stretch?: number | undefined;
  /** Events a second, by the stretched clock. */
  rate?: number | undefined;
  people?: number | undefined;
}

/**
 * `company` with a clock that runs faster for all of its processes, PostgreSQL and the benchmark included: a day of events, requests and
 * scheduled jobs in an hour. Every time it prints is one by that clock, and so is every time limit of the product: 24 times shorter than in truth.
 * Needs Debian's package `faketime`.
 */
export async function benchStretchedDay({
  hours = 24,
  stretch = 24,
  rate = 0.5,
  people = 10,
}: StretchedDayOptions): Promise<void> {
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
