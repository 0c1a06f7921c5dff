import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { newId } from "../../server/db/new-id.ts";
import { createToken, hashToken } from "../../server/workspace/accounts/tokens.ts";
import { onFreshDatabase } from "./fresh-database.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const BATCH = 25_000;
const LOOKS = 7;
const ADDED = 1_000;
const SAMPLE_MS = 50;

/**
 * Measures an activity log with a million entries (`--rows` changes that) on the embedded server. Downloads the whole log from
 * a web process of the product as CSV and as JSON, unfiltered and filtered. Reports entries, bytes, time, and the process's
 * memory before and at its peak. The first download is done twice, because caches are cold at first. Also measures the page's
 * requests (newest entries, next entries, counts) and the cost of adding an entry.
 */
export async function benchLogs(rows = 1_000_000): Promise<void> {
  await onFreshDatabase(async (pool, dataDir) => {
    const { cookie, workspaceId } = await fill(pool, rows);
    await pool.query("vacuum analyze activity_logs");
    const [port = 0] = await freePorts(1);
    const product = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, "--services=web"], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PORT: String(port), LOG_LEVEL: "fatal" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const web = { pid: product.pid ?? 0, address: `http://127.0.0.1:${port}`, cookie };
    try {
      await untilItAnswers(web.address);
      for (const query of [
        "format=csv",
        "format=json",
        "format=csv",
        "format=csv&type=error",
        "format=csv&search=rotated",
      ])
        await download(web, query);
      await look(web, "newest 200", "/api/logs?limit=200");
      await look(web, "newest 200 errors", "/api/logs?limit=200&type=error");
      await look(web, "newest 200 of a search", "/api/logs?limit=200&search=rotated");
      await look(web, "counts, the first time", "/api/logs/counts", 1);
      await look(web, "counts", "/api/logs/counts");
      await look(web, "counts of a search", "/api/logs/counts?search=rotated");
      await add(pool, workspaceId);
    } finally {
      const ended = once(product, "exit");
      product.kill("SIGTERM");
      await ended;
    }
  });
}

interface WebServer {
  pid: number;
  address: string;
  cookie: string;
}

async function download({ pid, address, cookie }: WebServer, query: string): Promise<void> {
  const before = await megabytesOf(pid);
  let highest = before;
  const sampling = setInterval(async () => {
    highest = Math.max(highest, await megabytesOf(pid));
  }, SAMPLE_MS);
  const started = performance.now();
  const answer = await fetch(`${address}/api/logs/export?${query}`, {
    headers: { cookie, "accept-encoding": "identity" },
  });
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) lines += Number(byte === 10);
  }
  clearInterval(sampling);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `export ${query.padEnd(27)} ${(lines - (query.includes("json") ? 2 : 1)).toLocaleString("en").padStart(9)} entries, ${(bytes / 1e6).toFixed(0).padStart(4)} MB in ${seconds.toFixed(1).padStart(5)} s; memory ${before.toFixed(0)} MB before, ${highest.toFixed(0)} MB at its highest\n`,
  );
}

async function look({ address, cookie }: WebServer, name: string, path: string, looks = LOOKS): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < looks; n++) {
    const started = performance.now();
    const answer = await fetch(address + path, { headers: { cookie } });
    await answer.text();
    times.push(performance.now() - started);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(looks / 2)] ?? Number.NaN;
  process.stdout.write(`${name.padEnd(34)} ${looks > 1 ? "median " : ""}${median.toFixed(0)} ms\n`);
}

/** Adds entries one after the other, each in its own transaction, as the product does. */
async function add(pool: pg.Pool, workspaceId: string): Promise<void> {
  const started = performance.now();
  for (let n = 0; n < ADDED; n += 1)
    await pool.query("insert into activity_logs (workspace_id, id, type, message, data) values ($1, $2, $3, $4, $5)", [
      workspaceId,
      newId(),
      "message_analyzed",
      `#support-${n % 40}: 12 messages analyzed, 1 article created.`,
      { channel: `support-${n % 40}`, messages: 12, engine: "local" },
    ]);
  process.stdout.write(
    `one entry more                     ${((performance.now() - started) / ADDED).toFixed(1)} ms each\n`,
  );
}

/** Creates the log. Returns its workspace, and a session's cookie for it. */
async function fill(pool: pg.Pool, rows: number): Promise<{ cookie: string; workspaceId: string }> {
  const [workspaceId, userId, token] = [newId(), newId(), createToken()];
  await pool.query("insert into workspaces (id, name) values ($1, 'Busy')", [workspaceId]);
  await pool.query(
    `insert into users (workspace_id, id, email, first_name, last_name, company, email_verified_at)
     values ($1, $2, 'ada@busy.example', 'Ada', 'Lovelace', 'Busy', now())`,
    [workspaceId, userId],
  );
  await pool.query(
    `insert into sessions (token_hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [hashToken(token), workspaceId, userId],
  );
  // Building the index once at the end takes a tenth of the time of updating it for each row.
  const { rows: indexes } = await pool.query(
    "select indexdef from pg_indexes where indexname = 'activity_logs_search'",
  );
  await pool.query("drop index activity_logs_search");
  const started = performance.now();
  for (let left = rows; left > 0; left -= BATCH)
    await pool.query(
      `insert into activity_logs (workspace_id, id, type, message, data, created_at)
       select $1, (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         case when n % 50 = 0 then 'error' when n % 5 = 0 then 'article_created' else 'message_analyzed' end,
         '#support-' || n % 40 || ': ' || case when n % 1000 = 0 then 'the token was rotated' else 'analyzed, nothing new to keep' end || ' (' || n || ').',
         jsonb_build_object('channel', 'support-' || n % 40, 'messages', n % 90, 'conversations', n % 9, 'engine', 'local',
           'reasons', jsonb_build_array('Somebody asks and somebody else answers.', 'The answer names a command.')),
         at
       from (select n, at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as ms
         from (select n, now() - make_interval(secs => n) as at from generate_series($3::int, $2::int, -1) n) said) told`,
      [workspaceId, Math.max(1, left - BATCH + 1), left],
    );
  const inserted = performance.now();
  await pool.query(`set statement_timeout = 0; ${indexes[0].indexdef}`);
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  process.stdout.write(
    `${rows.toLocaleString("en")} entries inserted in ${seconds(started, inserted)} s, oldest first; the index of the search made in ${seconds(inserted, performance.now())} s\n`,
  );
  return { cookie: `sid=${token}`, workspaceId };
}

async function untilItAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${address}/health/live`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error("The product did not start.");
}

/** Returns the process's memory in megabytes; 0 if the system does not report it (Linux does). */
async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
