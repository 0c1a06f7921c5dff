import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { importTeam, signIn } from "./busy-workspace.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { computePercentile } from "./search.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const PLAIN = fileURLToPath(new URL("./plain-server.ts", import.meta.url));
const CONNECTIONS = 50;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 6_000;
/** The number of pairs of bare server and mix. */
const TURNS = 5;
/** The length of a clock tick in `/proc/PID/stat`, on every Linux that Node supports. */
const TICK_MS = 10;

/** The most frequent requests of a signed-in browser, as the browser sends them. */
const PATHS = [
  "/api/auth/user",
  "/api/stats",
  "/api/articles/recent?limit=5",
  "/api/articles/recent?limit=60",
  "/api/inbox?limit=100",
  "/api/notifications",
  "/api/channels",
];

/**
 * Opens 50 connections of a signed-in person to one web process and one PostgreSQL, with the demo's business team imported.
 * Reports requests per second, the 99th percentile, transactions, and the processor time per request in both processes.
 * Compares the mix in turns with a bare server (`plain-server.ts`) with a session and one query under row-level security. The
 * ratio of processor times depends less on the machine's other load than the ratio of rates.
 */
export async function benchRequests(): Promise<void> {
  await onFreshDatabase(async (pool, dataDir) => {
    const cookie = await signIn(pool);
    const [port = 0, plainPort = 0] = await freePorts(2);
    const variables = { DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: "fatal" };
    const importing = start(MAIN, { ...variables, PORT: String(port) });
    const product = `http://127.0.0.1:${port}`;
    await untilItAnswers(`${product}/health/ready`);
    await importTeam(product, cookie, dataDir);
    await stop(importing);
    await pool.query("vacuum analyze");

    const web = start(MAIN, { ...variables, PORT: String(port) }, "--services=web");
    const plain = start(PLAIN, { PORT: String(plainPort), CONNECTION: connectionOf(pool) });
    try {
      await untilItAnswers(`${product}/health/live`);
      await untilItAnswers(`http://127.0.0.1:${plainPort}/`);
      const ask = (server: ChildProcess, address: string, paths: string[], name = paths.join(" ")) =>
        load({ pool, cookie, pid: server.pid ?? 0, address, paths, name });
      for (const path of PATHS) await ask(web, product, [path]);
      const pairs: { bare: LoadMeasurement; mix: LoadMeasurement }[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const bare = await ask(plain, `http://127.0.0.1:${plainPort}`, ["/"], "a bare server");
        pairs.push({ bare, mix: await ask(web, product, PATHS, "all of them in turns") });
      }
      report(pairs);
    } finally {
      await Promise.all([stop(web), stop(plain)]);
    }
  });
}

function connectionOf({ options: { host, port, user, password, database } }: pg.Pool): string {
  return JSON.stringify({ host, port, user, password, database });
}

interface RequestLoad {
  pool: pg.Pool;
  cookie: string;
  pid: number;
  address: string;
  paths: string[];
  name: string;
}

/** Requests per second, and milliseconds of processor time per request. */
interface LoadMeasurement {
  rate: number;
  process: number;
  database: number;
}

/** Prints the medians of the pairs. */
function report(pairs: { bare: LoadMeasurement; mix: LoadMeasurement }[]): void {
  const median = (ratioOf: (pair: { bare: LoadMeasurement; mix: LoadMeasurement }) => number) =>
    computePercentile(pairs.map(ratioOf), 0.5).toFixed(2);
  const timeOf = ({ process, database }: LoadMeasurement) => process + database;
  process.stdout.write(
    `the mix: ${median(({ bare, mix }) => mix.rate / bare.rate)} of the bare server's requests a second; by processor time ` +
      `${median(({ bare, mix }) => bare.process / mix.process)} here, ` +
      `${median(({ bare, mix }) => bare.database / mix.database)} in the database, ` +
      `${median(({ bare, mix }) => timeOf(bare) / timeOf(mix))} in both\n`,
  );
}

async function load({ pool, cookie, pid, address, paths, name }: RequestLoad): Promise<LoadMeasurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let asked = 0;
  const askFor = async (ms: number) => {
    const until = performance.now() + ms;
    times.length = 0;
    const askOn = async () => {
      for (let now = performance.now(); now < until; ) {
        const path = paths[asked % paths.length] ?? "";
        asked += 1;
        const status = await ask(agent, address + path, cookie);
        if (status !== 200) throw new Error(`${path}: ${status} instead of 200.`);
        const answered = performance.now();
        times.push(answered - now);
        now = answered;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  };
  await askFor(WARM_UP_MS);
  const before = await spent(pool, pid);
  await askFor(MEASURED_MS);
  const after = await spent(pool, pid);
  agent.destroy();
  const each = (key: "process" | "database" | "transactions") => (after[key] - before[key]) / times.length;
  const rate = (times.length / MEASURED_MS) * 1000;
  process.stdout.write(
    `${name.padEnd(29)} ${rate.toFixed(0).padStart(5)}/s, p99 ${computePercentile(times, 0.99).toFixed(0).padStart(3)} ms, ` +
      `${each("process").toFixed(2)} ms here, ${each("database").toFixed(2)} ms in the database, ` +
      `${each("transactions").toFixed(1)} transactions\n`,
  );
  return { rate, process: each("process"), database: each("database") };
}

/** Returns milliseconds of processor time of the process and of all of PostgreSQL, and the number of committed transactions. */
async function spent(pool: pg.Pool, pid: number) {
  // PostgreSQL's backend processes report their statistics at most once a second.
  await sleep(1_200);
  const { rows } = await pool.query<{ count: number; backend: number }>(
    "select xact_commit as count, pg_backend_pid() as backend from pg_stat_database where datname = current_database()",
  );
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL says nothing of this database.");
  const [, postmaster = ""] = await statOf(String(row.backend));
  return {
    process: timeIn(await statOf(String(pid))),
    database: await timeOfTree(postmaster),
    transactions: row.count,
  };
}

async function timeOfTree(postmaster: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(
    pids.map(async (pid) => {
      const fields = await statOf(pid).catch(() => null);
      return pid === postmaster || fields?.[1] === postmaster ? timeIn(fields ?? []) : 0;
    }),
  );
  // PostgreSQL's main process counts the time of backend processes that have ended.
  return times.reduce((sum, time) => sum + time, 0);
}

/** Returns the fields from the third field on: state, parent, … (proc(5)). */
async function statOf(pid: string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Returns user and system time of the process and its ended children. */
const timeIn = (fields: string[]) => fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);

function ask(agent: Agent, address: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: "application/json", "accept-encoding": "gzip, br" };
    request(address, { agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

const start = (file: string, variables: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function untilItAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${address} did not answer.`);
}
