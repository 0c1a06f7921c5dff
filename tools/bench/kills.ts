import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { type FolderLayout, findLayout, removeDataFolder } from "../../server/db/embedded/layout.ts";
import { getProductConnection } from "../../server/db/embedded/reach-server.ts";
import { createPool } from "../../server/db/pool.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import type { Company } from "./company.ts";
import { AskingPeople } from "./kills-asking.ts";
import { isPostgresRunning, killPostgres, Processes } from "./kills-processes.ts";
import {
  checkCompany,
  countProgressSteps,
  countUnfinishedWork,
  type FailureCounts,
  listFailedRuns,
  queryNumber,
} from "./kills-verdict.ts";
import { RetryingVisitor } from "./kills-visitor.ts";
import { SimulatedPeople } from "./kills-work.ts";
import { startLifeCompany } from "./life-company.ts";
import { listAllPages } from "./life-search.ts";
import { choosePlatforms } from "./platforms/start.ts";
import { createSeededRandom } from "./seeded-random.ts";

const KILLS = Number(process.env["KILLS"] ?? 200);
/** The database server is also killed before the kills with these numbers. */
const DATABASE_KILLS = [0.3, 0.7].map((part) => Math.floor(part * KILLS));
const LEAST_ARTICLES = Math.min(100, KILLS / 2);
/**
 * The number of times that the demo's conversations are posted before the start. The words differ each time, because equal
 * conversations would become one article.
 */
const TELLINGS = Math.min(6, Math.ceil(KILLS / 16));
/** The average time between kills: long enough for progress, short enough to kill starting processes. */
const PAUSE_MS = { least: 800, most: 15_000 };
const START_MS = 120_000;
const SETTLE_MS = 180_000;
const LOOK_EVERY_MS = 500;
/** Longer than the product's default, because real servers share this machine's processor. */
const UNRESOLVED_WAIT_SECONDS = 20;
const ACCOUNT = {
  firstName: "Kim",
  lastName: "Kill",
  email: "kim@bench.example",
  company: "Larkmoor Supply",
  password: "lorekeep-bench",
};

/**
 * Kills two web and two worker processes with SIGKILL at random moments, and their database twice. Meanwhile more than a
 * hundred articles are written and published, people edit their messages and the pages, platforms answer late or not at all,
 * and people ask in Slack. At the end every article must be exactly once on each platform, no question answered twice, and
 * nothing stuck. The environment variables `KILLS` and `SEED` replace the defaults 200 and 1.
 */
export async function benchKills(): Promise<void> {
  const startedAt = performance.now();
  const random = createSeededRandom(Number(process.env["SEED"] ?? 1));
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-kills-"));
  const company = await startLifeCompany(TELLINGS, choosePlatforms(["confluence", "notion", "mediawiki", "git-docs"]));
  const processes = new Processes(await freePorts(2), {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    LLM_PROVIDER: "",
    LOG_LEVEL: "fatal",
    UNRESOLVED_WAIT_SECONDS: String(UNRESOLVED_WAIT_SECONDS),
    ...company.environment,
  });
  const layout = await findLayout(dataDir, () => undefined);
  const pool = createPool(getProductConnection(layout), { max: 2, applicationName: "lorekeep bench" });
  try {
    const { work } = await beginWork(processes, company, pool, random);
    const asking = new AskingPeople(company, processes.addresses, random);
    const kills = await kill(processes, layout, pool, { work, asking }, random);
    await asking.told();
    await waitUntilSettled(pool, work);
    const { answered, broken: answers } = await asking.judge(pool);
    const verdict = { ...(await checkCompany(pool, company, work.edits)), ...answers };
    const asked = { "questions asked in Slack": asking.count, "of them answered": answered };
    await report({ kills, verdict, pool, company, processes, work, asked, startedAt });
    await processes.stop();
    if (await isPostgresRunning(layout)) throw new Error("The database server outlived the processes.");
    const broken = Object.entries(verdict).filter(([, count]) => count > 0);
    if (broken.length > 0) throw new Error(`Promises broken: ${broken.map(([what, n]) => `${what} ${n}`).join(", ")}.`);
    if (processes.deaths.length > 0) throw new Error("Processes ended by themselves.");
  } finally {
    await pool.end();
    await processes.stop();
    await company.close();
    await removeDataFolder(dataDir);
  }
}

/** Creates an account, its integrations and channels, and a first analysis of each channel, on newly started processes. */
export async function beginWork(
  processes: Processes,
  company: Company,
  pool: pg.Pool,
  random: () => number,
): Promise<{ work: SimulatedPeople; visitor: RetryingVisitor }> {
  const isUp = await untilTrue(
    async () => (await queryNumber(pool, "select count(*)::int as n from users")) === 0,
    START_MS,
  );
  if (!isUp) throw new Error(["The product did not start.", ...processes.deaths].join("\n"));
  await createAccount({ db: openDatabase(pool) }, { ...ACCOUNT, verified: true });
  const visitor = new RetryingVisitor(processes.addresses);
  await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
  const work = new SimulatedPeople(company, visitor, pool, random);
  await work.connect();
  work.analyseEverything();
  return { work, visitor };
}

/**
 * Kills processes and the database; new work arrives between any two kills. Returns the number of killed processes and
 * databases.
 */
async function kill(
  processes: Processes,
  layout: FolderLayout,
  pool: pg.Pool,
  { work, asking }: { work: SimulatedPeople; asking: AskingPeople },
  random: () => number,
): Promise<KillCounts> {
  const kills: KillCounts = { processes: 0, database: 0, longestRecovery: 0 };
  const recoveries: Promise<number>[] = [];
  const pauseMs = Math.min(Math.max((await processes.measureStartMs()) / 2, PAUSE_MS.least), PAUSE_MS.most);
  while (kills.processes < KILLS) {
    await sleep(random() * 2 * pauseMs);
    if (DATABASE_KILLS.includes(kills.processes) && kills.database <= DATABASE_KILLS.indexOf(kills.processes)) {
      if (!(await killPostgres(layout))) continue;
      kills.database += 1;
      recoveries.push(secondsUntilUp(layout));
      continue;
    }
    await processes.killOne(random());
    kills.processes += 1;
    // The database may be down at this moment, so that the work fails.
    await work.goOn().catch(() => undefined);
    asking.ask();
    if (kills.processes % 20 === 0) {
      const articles = await queryNumber(pool, "select count(*)::int as n from articles").catch(() => Number.NaN);
      process.stdout.write(`${kills.processes} kills, ${articles} articles\n`);
    }
  }
  kills.longestRecovery = Math.max(0, ...(await Promise.all(recoveries)));
  // On a slow machine no process may have lived long enough to restart the database.
  await secondsUntilUp(layout);
  return kills;
}

/**
 * Measures the seconds until the database answers. Uses new connections, because an open connection may outlive its server for
 * a moment.
 */
async function secondsUntilUp(layout: FolderLayout): Promise<number> {
  const since = performance.now();
  await untilTrue(async () => {
    const client = new pg.Client(getProductConnection(layout));
    client.on("error", () => undefined);
    await client.connect();
    await client.end();
    return true;
  }, SETTLE_MS);
  return Math.round((performance.now() - since) / 1000);
}

/** Analyzes every channel once more, as the schedule would, and waits until nothing is running. */
export async function waitUntilSettled(pool: pg.Pool, work: SimulatedPeople): Promise<void> {
  await untilQuiet(pool);
  work.analyseEverything();
  await sleep(3_000);
  await untilQuiet(pool);
}

/** Also ends when there was no progress for a while; unfinished work is stuck in that case. */
async function untilQuiet(pool: pg.Pool): Promise<void> {
  let before = "";
  for (let stillMs = 0; stillMs < SETTLE_MS; stillMs += LOOK_EVERY_MS) {
    const unsettled = await countUnfinishedWork(pool).catch(() => null);
    if (unsettled && Object.values(unsettled).every((count) => count === 0)) return;
    const now = JSON.stringify([unsettled, await countProgressSteps(pool).catch(() => null)]);
    if (now !== before) stillMs = 0;
    before = now;
    await sleep(LOOK_EVERY_MS);
  }
}

async function untilTrue(check: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(250))
    if (await check().catch(() => false)) return true;
  return false;
}

interface KillCounts {
  processes: number;
  database: number;
  /** The longest time in seconds between the kill of the database and its next answer. */
  longestRecovery: number;
}

interface Outcome {
  kills: KillCounts;
  verdict: FailureCounts;
  pool: pg.Pool;
  company: Company;
  processes: Processes;
  work: SimulatedPeople;
  asked: Record<string, number>;
  startedAt: number;
}

async function report({ kills, verdict, pool, company, processes, work, asked, startedAt }: Outcome): Promise<void> {
  const articles = await queryNumber(pool, "select count(*)::int as n from articles");
  if (articles < LEAST_ARTICLES) verdict[`articles short of ${LEAST_ARTICLES}`] = LEAST_ARTICLES - articles;
  const pages = await listAllPages(company);
  printFigures({
    "processes killed": kills.processes,
    "database servers killed": kills.database,
    "seconds until the database was back, at most": kills.longestRecovery,
    "processes that ended by themselves": processes.deaths.length,
    articles,
    versions: await queryNumber(pool, "select count(*)::int as n from article_versions"),
    ...Object.fromEntries(
      company.platforms.map(({ type, integration }) => [
        `pages on ${integration.name}`,
        pages.filter(({ platform, stands }) => platform === type && stands).length,
      ]),
    ),
    "surplus copies put away": pages.filter(({ stands }) => !stands).length,
    "person's edits": work.edits.length,
    ...asked,
    "messages stored": await queryNumber(pool, "select count(*)::int as n from messages where deleted_at is null"),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
  printFigures(verdict);
  for (const { kind, error } of await listFailedRuns(pool)) process.stdout.write(`${kind} given up: ${error}\n`);
  for (const death of processes.deaths) process.stdout.write(`${death}\n`);
}

export function printFigures(figures: Record<string, number>): void {
  const width = Math.max(...Object.keys(figures).map(({ length }) => length));
  process.stdout.write(
    `\n${Object.entries(figures)
      .map(([what, count]) => `${what.padEnd(width)}  ${count}\n`)
      .join("")}`,
  );
}
