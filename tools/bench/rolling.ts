import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type pg from "pg";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { freePorts } from "../../scripts/free-ports.mjs";
import { findLayout, removeDataFolder } from "../../server/db/embedded/layout.ts";
import { getProductConnection } from "../../server/db/embedded/reach-server.ts";
import { createPool } from "../../server/db/pool.ts";
import { beginWork, printFigures, waitUntilSettled } from "./kills.ts";
import { Processes } from "./kills-processes.ts";
import { checkCompany, queryNumber } from "./kills-verdict.ts";
import type { SimulatedPeople } from "./kills-work.ts";
import { startLifeCompany } from "./life-company.ts";
import { RollingLoad } from "./rolling-load.ts";
import { createSeededRandom } from "./seeded-random.ts";

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const PEOPLE = 6;
const TELLINGS = 1;
const PAUSE_MS = 1_000;
const AROUND_MS = 8_000;
const UNRESOLVED_WAIT_SECONDS = 4;

/**
 * Tests a rolling upgrade. Two web and two worker processes of an earlier commit run on one PostgreSQL and are replaced one
 * after the other by this release, whose first process migrates the database. Meanwhile people read and write through a load
 * balancer, and articles are written and published. Counts refused, lost and duplicated requests. `from` is the commit; by
 * default the commit before the newest migration.
 */
export async function benchRolling(from?: string): Promise<void> {
  const commit = from ?? `${await git("log", "-1", "--format=%H", "--", "migrations/meta/_journal.json")}^`;
  const earlier = await mkdtemp(join(tmpdir(), "lorekeep-earlier-"));
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-rolling-"));
  const company = await startLifeCompany(TELLINGS, ["confluence", "notion"]);
  const layout = await findLayout(dataDir, () => undefined);
  const pool = createPool(getProductConnection(layout), { max: 2, applicationName: "lorekeep bench" });
  let processes: Processes | null = null;
  try {
    await checkOut(commit, earlier);
    processes = new Processes(
      await freePorts(2),
      {
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        LLM_PROVIDER: "",
        LOG_LEVEL: "fatal",
        UNRESOLVED_WAIT_SECONDS: String(UNRESOLVED_WAIT_SECONDS),
        ...company.environment,
      },
      join(earlier, "server/main.ts"),
    );
    const { work, visitor } = await beginWork(
      processes,
      company,
      pool,
      createSeededRandom(Number(process.env["SEED"] ?? 1)),
    );
    await processes.untilReady();
    const before = await migrations(pool);
    const load = new RollingLoad(processes.addresses, visitor.cookie);
    const seconds = await replaceUnderLoad(processes, load, work);
    await waitUntilSettled(pool, work);
    const { lost, doubled } = await load.count(pool);
    const applied = (await migrations(pool)) - before;
    printFigures({
      "migrations of this release": journal.entries.length,
      "applied while the earlier release served": applied,
      "seconds from the first to the last process": seconds,
      "reads answered": load.answered.reads,
      "writes answered": load.answered.writes,
      articles: await queryNumber(pool, "select count(*)::int as n from articles"),
    });
    const verdict = {
      "requests refused": load.refused.length,
      "writes lost": lost,
      "writes doubled": doubled,
      "processes that ended by themselves": processes.deaths.length,
      ...(await checkCompany(pool, company, work.edits)),
    };
    printFigures(verdict);
    for (const said of [...load.refused.slice(0, 10), ...processes.deaths]) process.stdout.write(`${said}\n`);
    if (applied === 0) throw new Error(`Nothing was migrated: ${commit} has this release's schema.`);
    const broken = Object.entries(verdict).filter(([, count]) => count > 0);
    if (broken.length > 0) throw new Error(`Promises broken: ${broken.map(([what, n]) => `${what} ${n}`).join(", ")}.`);
  } finally {
    await pool.end();
    await processes?.stop();
    await company.close();
    await removeDataFolder(dataDir);
    await rm(earlier, { recursive: true, force: true });
  }
}

/** Returns the seconds from replacing the first process until the last process is ready. */
async function replaceUnderLoad(processes: Processes, load: RollingLoad, work: SimulatedPeople): Promise<number> {
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await work.goOn().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  })();
  load.begin(PEOPLE);
  await sleep(AROUND_MS);
  const began = performance.now();
  await processes.replaceAll();
  const seconds = Math.round((performance.now() - began) / 1000);
  await sleep(AROUND_MS);
  isOver = true;
  await working;
  await load.end();
  return seconds;
}

const git = async (...args: string[]) => (await run("git", args, { cwd: PROJECT })).stdout.trim();

/** Checks out the commit's files and links them with this commit's packages. */
async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = join(folder, "release.tar");
  await git("archive", "--format=tar", `--output=${archive}`, commit);
  await run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  await symlink(join(PROJECT, "node_modules"), join(folder, "node_modules"));
}

const migrations = (pool: pg.Pool) => queryNumber(pool, "select count(*)::int as n from drizzle.__drizzle_migrations");
