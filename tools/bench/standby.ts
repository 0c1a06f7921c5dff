import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { createPool } from "../../server/db/pool.ts";
import { beginWork, printFigures, waitUntilSettled } from "./kills.ts";
import { Processes } from "./kills-processes.ts";
import { checkCompany, queryNumber } from "./kills-verdict.ts";
import { startLifeCompany } from "./life-company.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { type StandbyCluster, startStandbyCluster } from "./standby-cluster.ts";

const TELLINGS = 3;
/** The number of pieces of work before and after the failover, about one a second. */
const TURNS = 20;
const PAUSE_MS = 1_000;
const PATIENCE_MS = 120_000;
const UNRESOLVED_WAIT_SECONDS = 4;

/**
 * Tests a failover. A PostgreSQL has a synchronous standby, and two web and two worker processes send statements through a
 * pooler in transaction mode. In the middle of the work the database server is killed and its standby promoted. Counts lost,
 * duplicated and stuck work. Measures the time from the start of the promotion until a change is accepted again (the goal is 10
 * s).
 */
export async function benchStandby(): Promise<void> {
  if (process.platform !== "linux") {
    process.stdout.write("Left out: it needs Debian's PostgreSQL and pgbouncer.\n");
    return;
  }
  const random = createSeededRandom(Number(process.env["SEED"] ?? 1));
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-standby-data-"));
  const cluster = await startStandbyCluster();
  const company = await startLifeCompany(TELLINGS, ["confluence", "notion"]);
  const processes = new Processes(await freePorts(2), {
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url,
    DATABASE_POOLER_URL: cluster.poolerUrl,
    LLM_PROVIDER: "",
    LOG_LEVEL: "fatal",
    UNRESOLVED_WAIT_SECONDS: String(UNRESOLVED_WAIT_SECONDS),
    ...company.environment,
  });
  const pool = createPool(cluster.url, { max: 2, applicationName: "lorekeep bench" });
  try {
    const { work, visitor } = await beginWork(processes, company, pool, random);
    const goOn = async () => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await work.goOn().catch(() => undefined);
        await sleep(PAUSE_MS);
      }
    };
    await goOn();
    const written = await writtenBefore(pool);
    const working = goOn();
    await sleep(2 * PAUSE_MS);
    const seconds = await failOver(cluster, () =>
      visitor.tryCall("PUT", "/api/settings/monitoring", { mode: "manual" }),
    );
    await working;
    await waitUntilSettled(pool, work);
    const verdict = await checkCompany(pool, company, work.edits);
    verdict["rows of before the failover lost"] = written - (await writtenBefore(pool, written));
    printFigures({
      "seconds from the promotion to the first accepted change": seconds,
      articles: await queryNumber(pool, "select count(*)::int as n from articles"),
      "processes that ended by themselves": processes.deaths.length,
    });
    printFigures(verdict);
    const broken = Object.entries(verdict).filter(([, count]) => count > 0);
    if (broken.length > 0) throw new Error(`Promises broken: ${broken.map(([what, n]) => `${what} ${n}`).join(", ")}.`);
    if (processes.deaths.length > 0) throw new Error(processes.deaths.join("\n"));
  } finally {
    await processes.stop();
    await pool.end();
    await company.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the duration in seconds with one decimal. */
async function failOver(cluster: StandbyCluster, change: () => Promise<boolean>): Promise<number> {
  const began = await cluster.failOver();
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50))
    if (await change()) return Math.round((performance.now() - began) / 100) / 10;
  throw new Error("Nobody accepted a change after the promotion.");
}

/** Counts committed messages and article versions, at most `most`. */
async function writtenBefore(pool: pg.Pool, most = Number.MAX_SAFE_INTEGER): Promise<number> {
  const written = await queryNumber(
    pool,
    "select ((select count(*) from messages) + (select count(*) from article_versions))::int as n",
  );
  return Math.min(written, most);
}
