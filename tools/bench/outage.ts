import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { pino } from "pino";
import { freePorts } from "../../scripts/free-ports.mjs";
import { importExport } from "../../server/analysis/stored-exports.ts";
import { findLayout, removeDataFolder } from "../../server/db/embedded/layout.ts";
import { getProductConnection } from "../../server/db/embedded/reach-server.ts";
import { createPool } from "../../server/db/pool.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import type { Deps } from "../../server/deps.ts";
import { loadEnv } from "../../server/env.ts";
import { createBrowserEvents } from "../../server/http/browser-events.ts";
import { startQueue } from "../../server/queue/start-queue.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import { loadDemoTeam, writeSlackExport } from "../demo/chat.ts";
import { Processes } from "./kills-processes.ts";
import type { MessageFromModel, MessageToModel, ModelReport } from "./outage-model.ts";
import {
  countDecidedWithoutModel,
  countPaidTwice,
  countUnfinished,
  type Kill,
  type Progress,
  readProgress,
} from "./outage-verdict.ts";
import { createSeededRandom } from "./seeded-random.ts";

const MODEL = fileURLToPath(new URL("./outage-model.ts", import.meta.url));
const AWAY_SECONDS = 120;
const LEAST_CONVERSATIONS = 60;
/** The number of articles written before the model becomes unavailable, so that the outage is in the middle. */
const WRITTEN_BEFORE = 12;
/** The time between kills; a new worker takes a few seconds to start. */
const KILL_EVERY_MS = { least: 5_000, most: 12_000 };
/** The time limit for the product's longest pause after the model returns, and for the remaining work. */
const PATIENCE_MS = 20 * 60_000;
const LOOK_EVERY_MS = 500;
const ACCOUNT = {
  firstName: "Olga",
  lastName: "Outage",
  email: "olga@bench.example",
  company: "Larkmoor Supply",
  password: "lorekeep-bench",
};

export interface OutageFigures {
  conversations: number;
  decidedWithoutModel: number;
  unfinished: number;
  paidTwice: number;
}

/**
 * Makes the model unavailable for two minutes (`--seconds`) while the product reads a company's older messages. Calls are
 * refused or hang, and worker processes are killed before, during and after the outage. No conversation may be decided without
 * the model, stay unfinished, or be paid for twice.
 */
export async function benchOutage(seconds = AWAY_SECONDS, seed = 1, isJson = false): Promise<void> {
  const random = createSeededRandom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-outage-"));
  const model = await startModel();
  const processes = new Processes(await freePorts(2), {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    LOG_LEVEL: "fatal",
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${model.url}/v1`,
    LLM_MODEL: "stand-in-1",
    // A hanging call has to time out during the outage.
    LLM_TIMEOUT_SECONDS: String(Math.max(2, Math.round(seconds / 8))),
  });
  const layout = await findLayout(dataDir, () => undefined);
  const pool = createPool(getProductConnection(layout), { max: 4, applicationName: "lorekeep bench" });
  try {
    await processes.untilReady();
    const workspaceId = await importHistory(pool, dataDir);
    const kills = new WorkerKiller(processes, random);
    await until(async () => (await readProgress(pool, workspaceId)).articles >= WRITTEN_BEFORE, PATIENCE_MS);
    const before = await readProgress(pool, workspaceId);
    tell(`The model goes away for ${seconds} s: ${sentenceOf(before)}.`);
    model.send({ away: true });
    await sleep(seconds * 1000);
    const meanwhile = await readProgress(pool, workspaceId);
    model.send({ away: false });
    tell(`It is back: ${sentenceOf(meanwhile)}; ${meanwhile.waiting} conversations and messages wait.`);
    await sleep(KILL_EVERY_MS.most);
    await kills.stop();
    await until(async () => (await readProgress(pool, workspaceId)).openRuns === 0, PATIENCE_MS);
    const after = await readProgress(pool, workspaceId);
    tell(`The history is read: ${sentenceOf(after)}; ${kills.done.length} workers were killed.`);
    const figures = await judge(pool, workspaceId, await model.report(), kills.done);
    if (before.openRuns === 0 || after.conversations < LEAST_CONVERSATIONS || after.articles <= meanwhile.articles)
      throw new Error("The outage was not in the middle of a history of 60 conversations: nothing is proven.");
    if (isJson) process.stdout.write(`${JSON.stringify(figures)}\n`);
    else for (const [what, count] of Object.entries(figures)) tell(`${what}: ${count}`);
    if (figures.decidedWithoutModel + figures.unfinished + figures.paidTwice > 0) process.exitCode = 1;
  } finally {
    await pool.end();
    await processes.stop();
    model.stop();
    await removeDataFolder(dataDir);
  }
}

const tell = (sentence: string) => process.stdout.write(`${sentence}\n`);
const sentenceOf = ({ conversations, articles }: Progress) => `${conversations} conversations, ${articles} articles`;

/** Creates a workspace and imports a company's chat into it. */
async function importHistory(pool: pg.Pool, dataDir: string): Promise<string> {
  const db = openDatabase(pool);
  const log = pino({ level: "silent" });
  const events = createBrowserEvents(pool, log);
  const queue = await startQueue({ db, log });
  const { workspaceId } = await createAccount({ db }, { ...ACCOUNT, verified: true });
  const file = join(dataDir, "history.zip");
  await writeSlackExport(loadDemoTeam("business", new Date("2026-11-21T00:00:00Z")), file);
  // This process only enqueues the run, which the product's processes execute.
  const deps = { db, queue, events, log, env: loadEnv({ DATA_DIR: dataDir }) } as unknown as Deps;
  await importExport(deps, workspaceId, file, { fileName: "history.zip" });
  await queue.stop(0);
  return workspaceId;
}

/** Kills one worker after the other until it is stopped. A new worker starts at once. */
class WorkerKiller {
  readonly done: Kill[] = [];
  readonly #ended: Promise<void>;
  #isStopped = false;

  constructor(processes: Processes, random: () => number) {
    this.#ended = this.#goOn(processes, random);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #goOn(processes: Processes, random: () => number): Promise<void> {
    const { least, most } = KILL_EVERY_MS;
    for (;;) {
      await sleep(least + random() * (most - least));
      if (this.#isStopped) return;
      const sentAt = Date.now();
      await processes.killWorker(random());
      this.done.push({ sentAt, endedAt: Date.now() });
    }
  }
}

async function judge(
  pool: pg.Pool,
  workspaceId: string,
  { calls, paid, callerGone, refused }: ModelReport,
  kills: readonly Kill[],
): Promise<OutageFigures> {
  const { paidTwice, inFlight } = await countPaidTwice(pool, workspaceId, paid, kills);
  tell(`${calls} calls: ${paid.length} questions were answered, ${refused} calls refused.`);
  tell(`In flight when their worker was killed, and asked once more: ${callerGone + inFlight}.`);
  const { conversations } = await readProgress(pool, workspaceId);
  const { decided, unread } = await countDecidedWithoutModel(pool, workspaceId);
  tell(`Messages of nothing that no model gets (joined the channel, emoji alone): ${unread}.`);
  return {
    conversations,
    decidedWithoutModel: decided,
    unfinished: await countUnfinished(pool, workspaceId),
    paidTwice,
  };
}

async function startModel() {
  const child: ChildProcess = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MODEL], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const next = async () => ((await once(child, "message")) as [MessageFromModel])[0];
  const started = await next();
  if (!("url" in started)) throw new Error("The model did not start.");
  const send = (message: MessageToModel) => void child.send(message);
  return {
    url: started.url,
    send,
    async report(): Promise<ModelReport> {
      const answer = next();
      send({ report: true });
      const message = await answer;
      if (!("report" in message)) throw new Error("The model did not say what it was paid for.");
      return message.report;
    },
    stop: () => void child.kill(),
  };
}

/** Also ends when the time limit is over. */
async function until(check: () => Promise<boolean>, patienceMs: number): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(LOOK_EVERY_MS))
    if (await check().catch(() => false)) return;
}
