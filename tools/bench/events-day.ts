import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { startRun } from "../../server/analysis/start-run.ts";
import { importExport } from "../../server/analysis/stored-exports.ts";
import { waitForRun } from "../../server/analysis/wait-for-run.ts";
import { buildApp } from "../../server/app.ts";
import { newId } from "../../server/db/new-id.ts";
import { workspaces } from "../../server/db/schema.ts";
import { inWorkspace } from "../../server/db/workspace-scope.ts";
import type { Deps } from "../../server/deps.ts";
import { startWorker } from "../../server/worker.ts";
import type { DemoTeam } from "../demo/chat.ts";
import { writeSlackExport } from "../demo/slack-export.ts";
import { signatureHeaders } from "../stand-ins/slack/event-deliveries.ts";
import type { SlackTeamData } from "../stand-ins/slack/slack-stand-in.ts";
import { BENCH_SECRET, BENCH_TEAM, simulateDay, startBenchSlack, type TimedEvent } from "./chat-day.ts";
import { connectTeam, openBenchDeps } from "./events-company.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { createSeededRandom } from "./seeded-random.ts";

const CHANNELS = 8;
const DAY_MS = 86_400_000;
const OUTAGE = { from: 0.5, ms: 30 * 60_000 };
const AT_ONCE = 8;
/** Events are shuffled within a window of this many events. */
const DISORDER = 200;
const MOST_CHECKS = 60;
const PATIENCE_MS = 600_000;

/**
 * Sends duplicated and shuffled events with an outage, and runs the product's checks of channels. Imports the same day as an
 * export into another workspace.
 */
export async function benchDay(events: number): Promise<void> {
  const random = createSeededRandom(Number(process.env["SEED"] ?? 1));
  const begin = Date.now() - DAY_MS - 60_000;
  let clock: number | null = begin;
  const slack = await startBenchSlack(CHANNELS, () => clock ?? Date.now());
  const team = slack.team(BENCH_TEAM);
  try {
    await onFreshDatabase(async (pool, dataDir) => {
      const deps = await openBenchDeps(pool, dataDir, slack.url, () => clock ?? Date.now());
      const app = await buildApp(deps);
      const address = await app.listen({ host: "127.0.0.1", port: 0 });
      const worker = await startWorker(deps);
      const company = await connectTeam(deps, slack);
      await checkAll(deps, company);

      const step = (DAY_MS / events) * 0.97;
      const told = simulateDay(team, {
        events,
        random,
        tick: () => (clock = Math.round((clock ?? begin) + step * (0.5 + random()))),
      });
      clock = null;
      const outageFrom = begin + DAY_MS * OUTAGE.from;
      const isLost = ({ at }: TimedEvent) => at >= outageFrom && at < outageFrom + OUTAGE.ms;
      const deliveries = disordered(
        withDuplicates(
          told.filter((event) => !isLost(event)),
          random,
        ),
        random,
      );
      const startedAt = performance.now();
      await deliverAll(`${address}/api/slack/events`, deliveries);
      await untilApplied(deps);
      const seconds = (performance.now() - startedAt) / 1000;
      const before = await countMessages(deps, company.workspaceId);
      const checks = await checkUntilSeen(deps, company);

      const difference = await compareWithExport(deps, { workspaceId: company.workspaceId, team: team.data, dataDir });

      const lost = told.filter(isLost).length;
      process.stdout.write(
        `${told.length} events of a day; ${lost} lost in an outage of 30 minutes; ${deliveries.length} signed deliveries, ${deliveries.length - (told.length - lost)} of them duplicates, in disorder: ${Math.round(deliveries.length / seconds)} a second\n`,
      );
      process.stdout.write(
        `${before} messages by events, ${difference.rows} after ${checks} checks of each channel, ${difference.imported} by the export; ${difference.different} rows differ\n`,
      );
      await worker.stop();
      await app.close();
      await deps.events.stop();
      if (difference.different > 0)
        throw new Error("Events and the export of the same day do not come to the same rows.");
    });
  } finally {
    await slack.close();
  }
}

/** Repeats some events unchanged, and some with another event id. */
function withDuplicates(told: TimedEvent[], random: () => number): Record<string, unknown>[] {
  return told.flatMap(({ envelope }, index) => {
    const chance = random();
    if (chance < 0.1) return [envelope, envelope];
    return chance < 0.15 ? [envelope, { ...envelope, event_id: `EvAgain${index}` }] : [envelope];
  });
}

function disordered<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item, index) => ({ item, place: index + random() * DISORDER }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function deliverAll(url: string, envelopes: Record<string, unknown>[]): Promise<void> {
  const waiting = envelopes.values();
  const one = async () => {
    for (const envelope of waiting) {
      const body = JSON.stringify(envelope);
      const headers = { "content-type": "application/json", ...signatureHeaders(body, BENCH_SECRET) };
      const answer = await fetch(url, { method: "POST", headers, body });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`A delivery was answered with ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function untilApplied({ db }: Deps): Promise<void> {
  for (;;) {
    const { rows } = await db.execute(sql`select from chat_events where state = 'waiting' limit 1`);
    if (rows.length === 0) return;
    await sleep(100);
  }
}

interface ConnectedTeam {
  workspaceId: string;
  channelIds: string[];
}

async function checkAll(deps: Deps, { workspaceId, channelIds }: ConnectedTeam): Promise<void> {
  const run = await inWorkspace(deps.db, workspaceId, (scope) =>
    startRun(deps, scope, { kind: "analyse", input: { channelIds }, requestedBy: null }),
  );
  const { state, error } = await waitForRun(deps, workspaceId, run.id, PATIENCE_MS);
  if (state !== "done") throw new Error(error ?? "A check did not end.");
}

/** Runs checks of channels until every thread was read again. Returns the number of checks. */
async function checkUntilSeen(deps: Deps, company: ConnectedTeam): Promise<number> {
  const { rows } = await deps.db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  for (let checks = 1; checks <= MOST_CHECKS; checks += 1) {
    await checkAll(deps, company);
    const unseen = await deps.db.execute(sql`
      select from messages where workspace_id = ${company.workspaceId} and deleted_at is null
        and thread_id <> external_id and read_at < ${rows[0]?.now}::timestamptz limit 1`);
    if (unseen.rows.length === 0) return checks;
  }
  throw new Error(`After ${MOST_CHECKS} checks there are threads that nobody looked at.`);
}

async function countMessages({ db }: Deps, workspaceId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from messages where workspace_id = ${workspaceId} and deleted_at is null`,
  );
  return rows[0]?.count ?? 0;
}

/** Imports the team's current messages as an export into another workspace, and compares them with the result of the events. */
export async function compareWithExport(
  deps: Deps,
  { workspaceId, team, dataDir }: { workspaceId: string; team: SlackTeamData; dataDir: string },
) {
  const exportFile = join(dataDir, "day.zip");
  const { id, name } = team.team;
  await writeSlackExport({ id, name, users: team.users, channels: team.channels } as unknown as DemoTeam, exportFile);
  const imported = newId();
  await deps.db.insert(workspaces).values({ id: imported, name: "Imported" });
  const run = await importExport(deps, imported, exportFile, { fileName: "day.zip" });
  await waitForRun(deps, imported, run.id, PATIENCE_MS);
  return compare(deps, workspaceId, imported);
}

/** Compares all visible values of the rows. A thread's first message may name itself as its thread, which has no meaning. */
async function compare({ db }: Deps, workspaceId: string, imported: string) {
  const rowsOf = (id: string) => sql`
    select c.external_id as channel, m.external_id, nullif(m.thread_id, m.external_id) as thread, m.author_id, m.author_name,
      m.sent_at, m.edited_at, m.text
    from messages m join channels c on c.workspace_id = m.workspace_id and c.id = m.channel_id
    where m.workspace_id = ${id} and m.deleted_at is null`;
  const { rows } = await db.execute<{ rows: number; imported: number; different: number }>(sql`
    with live as (${rowsOf(workspaceId)}), export as (${rowsOf(imported)})
    select (select count(*) from live)::int as rows, (select count(*) from export)::int as imported,
      ((select count(*) from (select * from live except all select * from export) a)
        + (select count(*) from (select * from export except all select * from live) b))::int as different`);
  const [found] = rows;
  if (!found) throw new Error("Comparing returned no row.");
  return found;
}
