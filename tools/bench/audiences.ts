import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "../../server/app.ts";
import { loadEnv } from "../../server/env.ts";
import { openDeps } from "../../server/open-deps.ts";
import { TEXT_OUTPUTS } from "../../server/testing/audiences/text-outputs.ts";
import { checkRandomStates } from "../../server/testing/audiences/walk.ts";
import { SAME_FOR_ALL_READERS } from "../../server/testing/audiences/world.ts";
import { createSeededRandom } from "./seeded-random.ts";

const STATES = 10_000;
/** The number of tests that run at the same time, each in its own workspaces. */
const AT_ONCE = 4;
/**
 * The endpoints are divided into this many parts, and each state reads one part. 10,000 states read each endpoint 2,000 times,
 * the two slowest endpoints 500 times.
 */
const PARTS = 5;

/**
 * Checks who may read which text in random states of people, channels, articles and wiki pages. In each state one person reads
 * a fifth of the endpoints, in the next state the next fifth (`--states`, `--seed`; with `--json` the last line is for a
 * program). Nobody may get text that is not for them, or miss text that is.
 */
export async function benchAudiences(states = STATES, seed = 13, isJson = false): Promise<void> {
  const walked = await checkRandomAudiences(states, seed);
  if (isJson) process.stdout.write(`${JSON.stringify(walked)}\n`);
}

/** Tests the states and prints the result. Returns the number of states and of leaks. */
export async function checkRandomAudiences(states: number, seed: number): Promise<{ states: number; leaks: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-audiences-"));
  const { deps, close } = await openDeps(loadEnv({ DATA_DIR: dataDir }), pino({ level: "silent" }));
  // The data need not survive a crash, so statements do not wait for the disk.
  await deps.db.$client.query(`do $$ begin
    execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
  deps.encoder = SAME_FOR_ALL_READERS;
  const app = await buildApp(deps);
  try {
    await deps.events.start();
    const stage = { app, deps, db: deps.db };
    const shares = Array.from({ length: AT_ONCE }, (_, share) => Math.floor((states + share) / AT_ONCE));
    const ended = await Promise.allSettled(
      shares.map((share, number) =>
        checkRandomStates(stage, share, createSeededRandom(seed * AT_ONCE + number), { parts: PARTS }),
      ),
    );
    // Reports the error after all tests have ended: a test that still reads would fail on the closed database and hide the
    // first error.
    const broken = ended.find(({ status }) => status === "rejected");
    if (broken?.status === "rejected") throw broken.reason;
    const walked = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const sum = (of: (one: (typeof walked)[number]) => number) => walked.reduce((all, one) => all + of(one), 0);
    const told = { states: sum((one) => one.states), leaks: sum((one) => one.leaks.length) };
    const missing = sum((one) => one.missing.length);
    for (const line of walked.flatMap(({ leaks, missing: gone }) => [...leaks, ...gone]).slice(0, 20))
      process.stdout.write(`${line}\n`);
    process.stdout.write(
      `${told.states} states, ${TEXT_OUTPUTS.length} doors opened ${sum((one) => one.opened)} times, seed ${seed}: ${told.leaks} leaks, ${missing} words missing; the aim is 0 and 0\n`,
    );
    if (told.leaks + missing > 0) process.exitCode = 1;
    return told;
  } finally {
    await app.close();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
