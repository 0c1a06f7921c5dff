import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { createConnectors } from "../../connectors/registry.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { importExport } from "../../server/analysis/stored-exports.ts";
import { waitForRun } from "../../server/analysis/wait-for-run.ts";
import { newId } from "../../server/db/new-id.ts";
import { createPool, type DatabaseConnection } from "../../server/db/pool.ts";
import { articles, workspaces } from "../../server/db/schema.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { loadEnv } from "../../server/env.ts";
import { createBrowserEvents } from "../../server/http/browser-events.ts";
import { startQueue } from "../../server/queue/start-queue.ts";
import { loadKeyRing } from "../../server/secrets/key-file.ts";
import { startWorker } from "../../server/worker.ts";
import { type DemoTeam, loadDemoTeams, type SlackMessage, writeSlackExport } from "../demo/chat.ts";
import { onFreshDatabase } from "./fresh-database.ts";

const SIZES = [5_000, 50_000];
const WEEK_SECONDS = 7 * 86_400;

interface ImportTask {
  connection: DatabaseConnection;
  dataDir: string;
  exportFile: string;
}

interface ImportMeasurement {
  messages: number;
  articles: number;
  seconds: number;
  /** Processor time of the worker's process, without PostgreSQL. */
  processorSeconds: number;
  peakMegabytes: number;
}

/**
 * Imports a Slack export completely. Measures messages per second, and the peak memory of the worker, which is a separate
 * process.
 */
export async function benchImport(): Promise<ImportMeasurement[]> {
  const runs: ImportMeasurement[] = [];
  for (const size of SIZES) {
    runs.push(
      await onFreshDatabase(async (pool, dataDir) => {
        const exportFile = join(dataDir, "export.zip");
        await writeSlackExport(createTeamOfSize(size), exportFile);
        return inChild({ connection: pool.options as DatabaseConnection, dataDir, exportFile });
      }),
    );
  }
  for (const { messages, articles: written, seconds, processorSeconds, peakMegabytes } of runs) {
    const rate = Math.round(messages / seconds);
    process.stdout.write(
      `${messages} messages, ${written} articles: ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of processor time), ${rate} messages/s, peak ${Math.round(peakMegabytes)} MB\n`,
    );
  }
  const [small, large] = runs;
  if (small && large) {
    const times = (of: (run: ImportMeasurement) => number) => (of(large) / of(small)).toFixed(1);
    process.stdout.write(
      `${times((run) => run.messages)} times the messages: ${times((run) => run.seconds)} times the time, ${times((run) => run.peakMegabytes)} times the memory\n`,
    );
  }
  return runs;
}

function inChild(order: ImportTask): ImportMeasurement {
  const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(order)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error("The import failed.");
  return JSON.parse(stdout) as ImportMeasurement;
}

/** Creates a team with this many messages, which repeats the demo's channels, each time some weeks earlier. */
export function createTeamOfSize(size: number): DemoTeam {
  const teams = loadDemoTeams(new Date("2026-11-21T00:00:00Z"));
  const [first] = teams;
  if (!first) throw new Error("The demo has no team.");
  const told = teams.flatMap(({ channels }) => channels).filter(({ is_private }) => !is_private);
  const total = told.reduce((sum, { messages }) => sum + messages.length, 0);
  let left = size;
  const channels = told.map((channel, index) => {
    const isLast = index === told.length - 1;
    const wanted = isLast ? left : Math.round((size * channel.messages.length) / total);
    left -= wanted;
    return { ...channel, messages: repeated(channel.messages, wanted) };
  });
  return { ...first, users: teams.flatMap(({ users }) => users), channels };
}

function repeated(said: SlackMessage[], wanted: number): SlackMessage[] {
  const times = said.map(({ ts }) => Number(ts));
  const span = Math.ceil((Math.max(...times) - Math.min(...times) + 1) / WEEK_SECONDS) * WEEK_SECONDS;
  return Array.from({ length: wanted }, (_, index) => {
    const message = said[said.length - 1 - (index % said.length)] as SlackMessage;
    return movedBack(message, span * Math.floor(index / said.length));
  });
}

function movedBack(message: SlackMessage, seconds: number): SlackMessage {
  const moved = (ts: string) => `${Number(ts.split(".")[0]) - seconds}.${ts.split(".")[1]}`;
  return { ...message, ts: moved(message.ts), ...(message.thread_ts && { thread_ts: moved(message.thread_ts) }) };
}

async function measure({ connection, dataDir, exportFile }: ImportTask): Promise<ImportMeasurement> {
  const log = pino({ level: "error" }, pino.destination(2));
  const env = loadEnv({ DATA_DIR: dataDir });
  const pool = createPool(connection, { max: 10, applicationName: "lorekeep bench" });
  const db = openDatabase(pool);
  const engine = createLocalEngine();
  const deps = {
    env,
    log,
    db,
    queue: await startQueue({ db, log }),
    events: createBrowserEvents(pool, log),
    mailer: { send: async () => {}, close: () => {} },
    secrets: loadKeyRing({ env, dataDir }),
    connectors: createConnectors({ fetch, slackDistribution: "internal" }),
    engines: { forWorkspace: async () => engine, description: "local engine" },
    payment: null,
    connections: {},
    identityProvider: null,
    readTxtRecords: async () => [],
    fetch,
  };
  await deps.events.start();
  const worker = await startWorker(deps);
  const workspaceId = newId();
  await db.insert(workspaces).values({ id: workspaceId, name: "Bench" });
  const started = performance.now();
  const cpu = process.cpuUsage();
  const run = await importExport(deps, workspaceId, exportFile, { fileName: "export.zip" });
  const { state, result, error } = await waitForRun(deps, workspaceId, run.id, 60 * 60_000);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (state !== "done") throw new Error(error ?? "The import did not end.");
  const written = await db.$count(articles, eq(articles.workspaceId, workspaceId));
  await worker.stop();
  await deps.events.stop();
  await pool.end();
  return {
    messages: result?.messagesRead ?? 0,
    articles: written,
    seconds,
    processorSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? "") as ImportTask)));
}
