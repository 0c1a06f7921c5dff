import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { importTeam, signIn } from "./busy-workspace.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { freePorts } from "./kills-processes.ts";
import { one } from "./kills-verdict.ts";
import { percentile } from "./search.ts";

const MAIN = fileURLToPath(new URL("../server/main.ts", import.meta.url));
const LOOKS = 12;
/** Backends that have nothing to do report what they read after ten seconds. */
const REPORTED_MS = 11_000;
const MEGABYTE = 1024 ** 2;

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
];

/** What hangs on a channel, parents first. Triggers write what follows from it (words of the search, categories). */
const COPIED = [
  "channels",
  "channel_audiences",
  "messages",
  "articles",
  "article_audiences",
  "article_sources",
  "article_versions",
  "conversations",
];

/**
 * One workspace at growing sizes: the demo's team of a business read and written by the product itself, then each of its channels with
 * messages, conversations and articles copied again and again, up to `messages`. At each size: rows, size of the database, and of each
 * page's request the median time and the pages of 8 kB that PostgreSQL touched, which do not depend on what else the machine does.
 */
export async function benchSize(messages = 1_000_000): Promise<void> {
  await onFreshDatabase(async (pool, dataDir) => {
    const cookie = await signIn(pool);
    const [port = 0] = await freePorts(1);
    const address = `http://127.0.0.1:${port}`;
    const variables = { DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: "fatal", PORT: String(port) };
    const empty = await megabytes(pool);
    const importing = await start(variables, address);
    await importTeam(address, cookie, dataDir);
    await stop(importing);
    let copies = 1;
    for (;;) {
      await withOwnSession(pool, "vacuum analyze");
      const web = await start(variables, address, "--services=web");
      await report(pool, { address, cookie, empty });
      await stop(web);
      const stored = await one(pool, "select count(*)::int as n from messages");
      if (stored >= messages) return;
      // Tenfold, or what is missing.
      const wanted = Math.ceil((copies * Math.min(stored * 10, messages)) / stored);
      const began = performance.now();
      await copy(pool, copies, wanted);
      copies = wanted;
      process.stdout.write(`copied in ${Math.round((performance.now() - began) / 1000)} s\n`);
    }
  });
}

interface Place {
  address: string;
  cookie: string;
  /** Megabytes of the database without anything in it. */
  empty: number;
}

async function report(pool: pg.Pool, { address, cookie, empty }: Place): Promise<void> {
  const count = (table: string) => one(pool, `select count(*)::int as n from ${table}`);
  const [messages, articles, channels] = [await count("messages"), await count("articles"), await count("channels")];
  const size = await megabytes(pool);
  const perThousand = ((size - empty) / messages) * 1000;
  process.stdout.write(
    `\n${messages.toLocaleString("en")} messages, ${articles.toLocaleString("en")} articles, ${channels.toLocaleString("en")} channels: ` +
      `${size.toFixed(0)} MB, ${perThousand.toFixed(2)} MB for 1,000 messages\n`,
  );
  for (const path of PATHS) {
    const ask = async () => {
      const began = performance.now();
      const answer = await fetch(address + path, { headers: { cookie } });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      return { ms: performance.now() - began, bytes };
    };
    await ask();
    await sleep(REPORTED_MS);
    const before = await touched(pool);
    const looks = [];
    for (let look = 0; look < LOOKS; look += 1) looks.push(await ask());
    await sleep(REPORTED_MS);
    const pages = ((await touched(pool)) - before) / LOOKS;
    const median = percentile(
      looks.map(({ ms }) => ms),
      0.5,
    );
    const kilobytes = (looks[0]?.bytes ?? 0) / 1000;
    process.stdout.write(
      `${path.padEnd(48)} ${median.toFixed(0).padStart(5)} ms ${pages.toFixed(0).padStart(8)} pages of 8 kB ${kilobytes.toFixed(0).padStart(6)} kB answered\n`,
    );
  }
}

const touched = (pool: pg.Pool) =>
  one(
    pool,
    `select (select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
        + coalesce(toast_blks_read + toast_blks_hit + tidx_blks_read + tidx_blks_hit, 0))
      from pg_statio_user_tables)::float as n`,
  );

const megabytes = async (pool: pg.Pool) =>
  (await one(pool, "select pg_database_size(current_database())::float as n")) / MEGABYTE;

/** The copies from `first` to before `end`. Ids follow from the original's and the copy's number, so that links stay links. */
async function copy(pool: pg.Pool, first: number, end: number): Promise<void> {
  await pool.query("create table if not exists bench_originals as select id from channels");
  for (const table of COPIED) {
    const { rows } = await pool.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    const isOwn = (name: string) => ["id", "channel_id", "article_id", "merged_into"].includes(name);
    const values = rows.map(({ name, type }) => {
      if (type === "uuid" && isOwn(name)) return copiedId(`t."${name}"`);
      if (table === "channels" && ["external_id", "name"].includes(name)) return `t."${name}" || '-' || n`;
      return `t."${name}"`;
    });
    const belongs = table === "channels" ? "t.id" : "t.channel_id";
    const originals = rows.some(({ name }) => name === "channel_id" || table === "channels")
      ? `${belongs} in (select id from bench_originals)`
      : "t.article_id in (select id from articles where channel_id in (select id from bench_originals))";
    const names = rows.map(({ name }) => `"${name}"`).join(", ");
    await withOwnSession(
      pool,
      `insert into ${table} (${names}) select ${values.join(", ")} from ${table} t, generate_series(${first}, ${end - 1}) n where ${originals} on conflict do nothing`,
    );
  }
}

/** As valid as the product's own (uuid v7), and null for null. */
const copiedId = (id: string) =>
  `overlay(overlay(md5(${id}::text || n) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`;

/** Without the limits that requests have. */
async function withOwnSession(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set idle_in_transaction_session_timeout = 0");
    await client.query(statement);
  } finally {
    client.release(true);
  }
}

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
