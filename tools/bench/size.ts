import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { importTeam, signIn } from "./busy-workspace.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { queryNumber } from "./kills-verdict.ts";
import { computePercentile } from "./search.ts";
import {
  copyChannels,
  copyWorkspaces,
  DATABASE_MEGABYTES,
  runWithoutLimits,
  storeEmptySize,
  storeOriginalChannels,
} from "./size-copies.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const WARMING = 6;
const LOOKS = 40;
/** PostgreSQL's idle backend processes report their statistics after ten seconds. */
const REPORTED_MS = 11_000;

const PATHS = [
  "/api/auth/user",
  "/api/stats",
  "/api/articles/recent",
  "/api/articles?limit=60",
  "/api/articles/search?keywords=password%20reset",
  "/api/inbox",
  "/api/notifications",
  "/api/channels",
  "/api/categories",
  "/api/logs?limit=60",
  "/api/articles/tags",
  "/api/articles/news",
  "/api/analytics",
];

/** A full scan of a table with at least this many rows means that an index is missing. */
const BIG_TABLE_ROWS = 5_000;

export interface SizeOptions {
  messages?: number | undefined;
  /** The number of other workspaces besides the measured workspace. */
  workspaces?: number | undefined;
  /** A folder that keeps the database, with which the next execution continues. */
  folder?: string | undefined;
}

/**
 * Measures one workspace at growing sizes. First the product itself reads and writes up the demo's business team. Its messages,
 * conversations and articles (one per twenty messages) are then copied repeatedly (10,000, 100,000 and so on up to `messages`),
 * and finally whole workspaces. Reports rows and the size of the database at each size. For each page's request it also reports
 * the median and p95 of the time, the number of 8 kB pages that PostgreSQL touched (independent of the machine's other load),
 * and full scans of big tables.
 * The copies have equal words, so a search finds every copy of an article. `search.ts` measures with different texts.
 */
export async function benchSize({ messages = 1_000_000, workspaces = 0, folder }: SizeOptions): Promise<void> {
  await onFreshDatabase(async (pool, dataDir) => {
    const cookie = await signIn(pool);
    const [port = 0] = await freePorts(1);
    const address = `http://127.0.0.1:${port}`;
    const variables = { DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: "fatal", PORT: String(port) };
    if ((await countRows(pool, "messages")) === 0) {
      await storeEmptySize(pool);
      const importing = await start(variables, address);
      await importTeam(address, cookie, dataDir);
      await stop(importing);
      await storeOriginalChannels(pool);
    }
    const place = { address, cookie };
    const measure = async () => {
      await runWithoutLimits(pool, "vacuum analyze");
      const web = await start(variables, address, "--services=web");
      await report(pool, place);
      await stop(web);
    };
    await measure();
    for (const size of stagesUpTo(messages)) {
      if (await grow(pool, size)) await measure();
    }
    if (workspaces > 0) {
      await timed(`${workspaces} workspaces copied`, () => copyWorkspaces(pool, workspaces));
      await measure();
    }
  }, folder);
}

/** Returns the powers of ten from 10,000 below the number, and the number itself. */
function stagesUpTo(messages: number): number[] {
  const stages = [];
  for (let stage = 10_000; stage < messages; stage *= 10) stages.push(stage);
  return [...stages, messages];
}

/** Copies rows until the workspace has the wanted size. Returns false when it already has this size. */
async function grow(pool: pg.Pool, wanted: number): Promise<boolean> {
  const all = await countRows(pool, "messages");
  // A copy's id continues the original's id.
  const originals = await queryNumber(pool, "select count(*)::int as n from messages where external_id not like '%-%'");
  const [copies, end] = [Math.round(all / originals), Math.round(wanted / originals)];
  if (end <= copies) return false;
  await timed(`copied ${end - copies} times`, () => copyChannels(pool, { first: copies, end }));
  return true;
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  process.stdout.write(`${name} in ${Math.round((performance.now() - began) / 1000)} s\n`);
}

const countRows = (pool: pg.Pool, table: string) => queryNumber(pool, `select count(*)::int as n from ${table}`);

interface SignedInSession {
  address: string;
  cookie: string;
}

async function report(pool: pg.Pool, { address, cookie }: SignedInSession): Promise<void> {
  const [messages, articles, channels, all] = await Promise.all(
    ["messages", "articles", "channels", "workspaces"].map((table) => countRows(pool, table)),
  );
  const size = await megabytes(pool);
  const empty = await queryNumber(pool, "select megabytes as n from bench_beginning");
  process.stdout.write(
    `\n${all} workspaces with ${inWords(messages)} messages, ${inWords(articles)} articles, ${inWords(channels)} channels: ` +
      `${size.toFixed(0)} MB, ${(((size - empty) / (messages || 1)) * 1000).toFixed(2)} MB for 1,000 messages\n`,
  );
  for (const path of PATHS) {
    const ask = async () => {
      const began = performance.now();
      const answer = await fetch(address + path, { headers: { cookie } });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      return { ms: performance.now() - began, bytes };
    };
    // PostgreSQL may use a generic plan from the sixth execution on.
    for (let look = 0; look < WARMING; look += 1) await ask();
    const before = await touched(pool);
    const looks = [];
    for (let look = 0; look < LOOKS; look += 1) looks.push(await ask());
    const after = await touched(pool);
    const times = looks.map(({ ms }) => ms);
    const read = Object.keys(after.readWhole).filter(
      (table) => (after.readWhole[table] ?? 0) - (before.readWhole[table] ?? 0) >= LOOKS,
    );
    process.stdout.write(
      `${path.padEnd(48)} ${inColumn(computePercentile(times, 0.5), 5)} ms, p95 ${inColumn(computePercentile(times, 0.95), 5)} ms ` +
        `${inColumn((after.pages - before.pages) / LOOKS, 8)} pages ${inColumn((looks[0]?.bytes ?? 0) / 1000, 6)} kB` +
        `${read.length > 0 ? `, reads all of ${read.join(", ")}` : ""}\n`,
    );
  }
}

const inWords = (count = 0) => count.toLocaleString("en");
const inColumn = (value: number, width: number) => value.toFixed(0).padStart(width);

/** Returns the number of 8 kB pages touched so far, and of full scans of each big table. */
async function touched(pool: pg.Pool): Promise<{ pages: number; readWhole: Record<string, number> }> {
  await sleep(REPORTED_MS);
  const { rows } = await pool.query<{ name: string; pages: number; scans: number }>(
    `select io.relname as name, case when t.n_live_tup >= ${BIG_TABLE_ROWS} then t.seq_scan::int else 0 end as scans, (heap_blks_read + heap_blks_hit
        + coalesce(idx_blks_read + idx_blks_hit, 0)
        + coalesce(toast_blks_read + toast_blks_hit + tidx_blks_read + tidx_blks_hit, 0))::float as pages
      from pg_statio_user_tables io join pg_stat_user_tables t using (relid)`,
  );
  return {
    pages: rows.reduce((sum, { pages }) => sum + pages, 0),
    readWhole: Object.fromEntries(rows.map(({ name, scans }) => [name, scans])),
  };
}

const megabytes = (pool: pg.Pool) => queryNumber(pool, `select ${DATABASE_MEGABYTES}::float as n`);

async function start(variables: Record<string, string>, address: string, ...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let tries = 0; tries < 1200; tries += 1) {
    const answer = await fetch(`${address}/health/ready`).catch(() => null);
    if (answer?.ok) return child;
    await sleep(100);
  }
  throw new Error("The product did not start.");
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
