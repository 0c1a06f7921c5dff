import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { newId } from "../../server/db/new-id.ts";
import { createToken, hashToken } from "../../server/workspace/accounts/tokens.ts";
import { loadDemoTeam } from "../demo/chat.ts";
import { signatureHeaders } from "../stand-ins/slack/event-deliveries.ts";
import { BENCH_SECRET, BENCH_TEAM, simulateDay, startBenchSlack, type TimedEvent } from "./chat-day.ts";
import { type Process, startProcesses } from "./company-processes.ts";
import { connectTeam, openBenchDeps } from "./events-company.ts";
import { compareWithExport } from "./events-day.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { computePercentile } from "./search.ts";
import { createSeededRandom } from "./seeded-random.ts";

const CHANNELS = 40;
const LOOK_EVERY_MS = 5_000;
/** The largest number of samples of the processes in a longer execution. */
const MOST_LOOKS = 480;
/** The share of events that Slack sends again because it received no answer in time. */
const SENT_AGAIN = 0.05;
/** The time that Slack allows for answering a delivery. */
const SLACK_WAITS_MS = 3_000;
const PATIENCE_MS = 1_800_000;
/** The average interval between a person's requests. */
const PERSON_ASKS_EVERY_MS = 10_000;

const PATHS = [
  "/api/auth/user",
  "/api/stats",
  "/api/articles/recent?limit=20",
  "/api/articles?limit=60",
  "/api/articles/search?keywords=password%20reset&limit=20",
  "/api/inbox",
  "/api/notifications",
  "/api/channels",
];

export interface CompanyDayOptions {
  minutes?: number | undefined;
  /** Events per second. */
  rate?: number | undefined;
  people?: number | undefined;
}

/**
 * Runs two web and four worker processes on one PostgreSQL. Signed Slack events arrive at both web processes alternately, some
 * of them twice. Meanwhile people have the product open, each with a stream of browser events, and read pages. Reports how fast
 * events are acknowledged, how far applying them falls behind, and the resources of each process. A comparison with an import
 * of the same days as an export shows whether anything was lost or duplicated.
 */
export async function benchCompanyDay({ minutes = 3, rate = 50, people = 500 }: CompanyDayOptions): Promise<void> {
  const random = createSeededRandom(1);
  const count = Math.round(minutes * 60 * rate);
  let clock: number | null = Date.now() - minutes * 60_000;
  const slack = await startBenchSlack(CHANNELS, () => clock ?? Date.now());
  const team = slack.team(BENCH_TEAM);
  const texts = loadDemoTeam("business", new Date()).channels.flatMap(({ messages }) =>
    messages.map(({ text }) => text),
  );
  const told = simulateDay(team, {
    events: count,
    random,
    tick: () => (clock = Math.round((clock ?? 0) + (1000 / rate) * (0.5 + random()))),
    text: () => texts[Math.floor(random() * texts.length)] ?? "",
  });
  clock = null;
  try {
    await onFreshDatabase(async (pool, dataDir) => {
      const deps = await openBenchDeps(pool, dataDir, slack.url);
      const { workspaceId } = await connectTeam(deps, slack);
      const cookies = await hire(pool, workspaceId, people);
      const processes = await startProcesses(
        {
          DATA_DIR: dataDir,
          DATABASE_URL: "",
          LOG_LEVEL: "fatal",
          SLACK_API_URL: `${slack.url}/api`,
          EGRESS_ALLOW: new URL(slack.url).host,
        },
        { web: 2, workers: 4 },
      );
      const web = processes.filter(({ name }) => name.startsWith("web"));
      const stopping = new AbortController();
      try {
        const every = Math.max(LOOK_EVERY_MS, (minutes * 60_000) / MOST_LOOKS);
        const watch = watchOver(pool, processes, { every, stopping: stopping.signal });
        const crowd = lookAround(cookies, web, stopping.signal);
        await sleep(LOOK_EVERY_MS);
        const began = performance.now();
        const acknowledged = await deliver(told, web, rate, random);
        const delivered = (performance.now() - began) / 1000;
        await untilApplied(pool);
        const applied = (performance.now() - began) / 1000;
        stopping.abort();
        const behind = await watch;
        reportEvents({ count, acknowledged, delivered, applied, behind });
        reportCrowd(await crowd, people);
        reportProcesses(processes);
        await reportJobs(pool);
        const { rows, different } = await compareWithExport(deps, { workspaceId, team: team.data, dataDir });
        process.stdout.write(
          `${rows} messages; ${different} rows differ from an import of the same days as an export\n`,
        );
        if (different > 0) throw new Error("Messages were lost, doubled or different.");
      } finally {
        stopping.abort();
        await Promise.all(processes.map((one) => one.stop()));
        await deps.queue.stop(0);
        await deps.events.stop();
      }
    });
  } finally {
    await slack.close();
  }
}

/** Creates people of the workspace with sessions. Returns their cookies. */
async function hire(pool: pg.Pool, workspaceId: string, people: number): Promise<string[]> {
  const made = Array.from({ length: people }, () => ({ id: newId(), token: createToken() }));
  await pool.query(
    `insert into users (workspace_id, id, email, first_name, last_name, company, email_verified_at)
     select $1, id, id || '@bench.example', 'Ada', 'Lovelace', 'Bench', now() from unnest($2::uuid[]) id`,
    [workspaceId, made.map(({ id }) => id)],
  );
  await pool.query(
    `insert into sessions (token_hash, workspace_id, user_id, expires_at)
     select hash, $1, id, now() + interval '1 day' from unnest($2::uuid[], $3::text[]) as s (id, hash)`,
    [workspaceId, made.map(({ id }) => id), made.map(({ token }) => hashToken(token))],
  );
  return made.map(({ token }) => `sid=${token}`);
}

/** Returns the time to each acknowledgement in milliseconds, infinite for a refusal. Prints the kinds of refusals. */
async function deliver(told: TimedEvent[], web: Process[], rate: number, random: () => number): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const refusals = new Map<string, number>();
  const began = performance.now();
  const send = async (envelope: Record<string, unknown>, to: string) => {
    const body = JSON.stringify(envelope);
    const sentAt = performance.now();
    const headers = { "content-type": "application/json", ...signatureHeaders(body, BENCH_SECRET) };
    const signal = AbortSignal.timeout(SLACK_WAITS_MS);
    const answer = await fetch(`${to}/api/slack/events`, { method: "POST", headers, body, signal }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    times.push(answer?.ok ? performance.now() - sentAt : Number.POSITIVE_INFINITY);
    const why = answer ? String(answer.status) : "no answer in time";
    if (!answer?.ok) refusals.set(why, (refusals.get(why) ?? 0) + 1);
    // Repeats the event until the product acknowledges it, as Slack does, but sooner.
    if (!answer?.ok) await sleep(10_000).then(() => send(envelope, to));
  };
  for (const [index, { envelope }] of told.entries()) {
    const [first, second] = index % 2 === 0 ? web : web.toReversed();
    open.push(send(envelope, first?.address ?? ""));
    if (random() < SENT_AGAIN) open.push(send(envelope, second?.address ?? ""));
    await sleep(Math.max(0, began + ((index + 1) * 1000) / rate - performance.now()));
  }
  await Promise.all(open);
  for (const [why, count] of refusals) process.stdout.write(`${count} deliveries: ${why}\n`);
  return times;
}

async function untilApplied(pool: pg.Pool): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const waiting = await pool.query("select from chat_events where state = 'waiting' limit 1").catch(() => null);
    if (waiting?.rowCount === 0) return;
    await sleep(200);
  }
  throw new Error("Events were not applied.");
}

/** Samples the processes. Returns, for each sample, the age in seconds of the oldest waiting event. */
async function watchOver(
  pool: pg.Pool,
  processes: Process[],
  { every, stopping }: { every: number; stopping: AbortSignal },
): Promise<number[]> {
  const behind: number[] = [];
  while (!stopping.aborted) {
    await Promise.all(processes.map((one) => one.look()));
    // With a faster clock, a database connection has little time to become free.
    const oldest = await pool
      .query<{ seconds: number }>(
        "select coalesce(extract(epoch from now() - min(received_at)), 0)::float as seconds from chat_events where state = 'waiting'",
      )
      .catch(() => null);
    if (oldest) behind.push(oldest.rows[0]?.seconds ?? 0);
    await sleep(every, undefined, { signal: stopping }).catch(() => undefined);
  }
  return behind;
}

/** The response times of answered requests in milliseconds, and the number of failed requests by status and path. */
interface PageRequestTimes {
  times: number[];
  failed: Map<string, number>;
}

/** Simulates people who keep an event stream open and read a page now and then. */
async function lookAround(cookies: string[], web: Process[], stopping: AbortSignal): Promise<PageRequestTimes> {
  const times: number[] = [];
  const failed = new Map<string, number>();
  await Promise.all(
    cookies.map(async (cookie, person) => {
      const address = web[person % web.length]?.address ?? "";
      await sleep((person / cookies.length) * PERSON_ASKS_EVERY_MS, undefined, { signal: stopping }).catch(
        () => undefined,
      );
      const live = fetch(`${address}/api/events`, { headers: { cookie }, signal: stopping })
        .then((answer) => answer.body?.pipeTo(new WritableStream()))
        .catch(() => undefined);
      for (let turn = person; !stopping.aborted; turn += 1) {
        const asked = performance.now();
        const path = PATHS[turn % PATHS.length] ?? "";
        const outcome = await fetch(address + path, { headers: { cookie } }).then(
          async (answer) => (await answer.arrayBuffer(), answer.ok ? null : String(answer.status)),
          (error: Error) => `no answer (${(error.cause as { code?: string } | undefined)?.code ?? error.name})`,
        );
        if (outcome === null) times.push(performance.now() - asked);
        else failed.set(`${outcome}, ${path}`, (failed.get(`${outcome}, ${path}`) ?? 0) + 1);
        await sleep(PERSON_ASKS_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
      await live;
    }),
  );
  return { times, failed };
}

interface EventFigures {
  count: number;
  acknowledged: number[];
  /** The time of the last delivery, in seconds since the first event. */
  delivered: number;
  applied: number;
  behind: number[];
}

function reportEvents({ count, acknowledged, delivered, applied, behind }: EventFigures): void {
  const refused = acknowledged.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  process.stdout.write(
    `${count} events, ${acknowledged.length - count} sent again, in ${delivered.toFixed(0)} s (${(count / delivered).toFixed(0)} a second): ` +
      `${refused} refused, acknowledged after ${computePercentile(acknowledged, 0.5).toFixed(0)} ms (median), ${computePercentile(acknowledged, 0.99).toFixed(0)} ms (99 %)\n` +
      `the oldest event that waited had waited ${computePercentile(behind, 0.5).toFixed(1)} s (median of looks), ${Math.max(...behind).toFixed(1)} s at most; ` +
      `all applied ${(applied - delivered).toFixed(1)} s after the last\n`,
  );
}

function reportCrowd({ times, failed }: PageRequestTimes, people: number): void {
  const count = [...failed.values()].reduce((sum, one) => sum + one, 0);
  process.stdout.write(
    `${people} people with a stream each, ${times.length + count} requests, ${count} failed: ` +
      `${computePercentile(times, 0.5).toFixed(0)} ms (median), ${computePercentile(times, 0.95).toFixed(0)} ms (95 %)\n`,
  );
  for (const [what, often] of failed) process.stdout.write(`  ${often} times ${what}\n`);
}

function reportProcesses(processes: Process[]): void {
  for (const { name, looks } of processes) {
    const most = (all: typeof looks, key: "megabytes" | "files") =>
      Math.max(...all.map((look) => look[key])).toFixed(0);
    const quarters = [0, 1, 2, 3].map((n) =>
      looks.slice(Math.floor((looks.length * n) / 4), Math.ceil((looks.length * (n + 1)) / 4)),
    );
    const inQuarters = (key: "megabytes" | "files") => quarters.map((looked) => most(looked, key)).join(", ");
    process.stdout.write(
      `${name}: ${looks[0]?.megabytes.toFixed(0)} MB at first, at most ${inQuarters("megabytes")} MB in the quarters of the run; ` +
        `${looks[0]?.files} files open at first, at most ${inQuarters("files")} in its quarters\n`,
    );
  }
}

/** Prints the number of completed and failed background jobs. */
async function reportJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; done: number; failed: number }>(
    `select name, count(*) filter (where state = 'completed')::int as done, count(*) filter (where state = 'failed')::int as failed
     from pgboss.job group by name order by name`,
  );
  const told = rows.map(({ name, done, failed }) => `${name} ${done}${failed > 0 ? `, failed ${failed}` : ""}`);
  process.stdout.write(`jobs: ${told.join("; ")}\n`);
}
