// Runs the database tests on Debian's PostgreSQL, installed with apt if necessary, or on the server in TEST_DATABASE_URL. Uses
// a temporary cluster and ends with 'N passed, N failed'. With --pooler, statements go through pgbouncer in transaction mode.
// Further arguments are test files.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildEnvironment, ensureInstalled, findNodeProgram, printNote, ROOT } from "./bootstrap.mjs";
import { findPostgres, nobody, runPostgres, startPooler } from "./debian-postgres.mjs";

await ensureInstalled();
const url = process.env.TEST_DATABASE_URL;
const words = process.argv.slice(2);
const isPooled = words.includes("--pooler");
const files = words.filter((word) => word !== "--pooler");
if (isPooled && url) {
  printNote("Give either TEST_DATABASE_URL or --pooler: the pooler is in front of a cluster of its own.");
  process.exit(2);
}
const cluster = url ? null : startCluster(await findPostgres());
const pooler = isPooled && cluster ? await startPooler({ folder: cluster.folder, host: cluster.folder }) : null;
const report = join(tmpdir(), `lorekeep-postgres-${process.pid}.json`);
const { status } = spawnSync(
  findNodeProgram(),
  [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    ...(files.length > 0 ? files : ["server"]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  {
    stdio: "inherit",
    cwd: ROOT,
    env: {
      ...buildEnvironment(),
      TEST_DATABASE_URL: url ?? cluster?.url,
      ...(pooler && { TEST_POOLER_URL: pooler.url }),
    },
  },
);
pooler?.stop();
cluster?.stop();
const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { numPassedTests: 0, numFailedTests: 1 };
rmSync(report, { force: true });
process.stdout.write(`\n${counts.numPassedTests} passed, ${counts.numFailedTests} failed\n`);
process.exit(status ?? 1);

/**
 * Starts a cluster in a temporary folder on a Unix socket. If this process is root, the cluster runs as nobody, because
 * PostgreSQL refuses to run as root.
 */
function startCluster(/** @type {string} */ bin) {
  const folder = mkdtempSync(join(tmpdir(), "lorekeep-pg-"));
  if ("uid" in nobody) chownSync(folder, nobody.uid, nobody.gid);
  const pg = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    runPostgres(bin, folder, program, ...args);
  const data = join(folder, "data");
  pg("initdb", "-D", data, "-U", "lorekeep", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8");
  const options = `-c listen_addresses='' -k ${folder} -c fsync=off -c max_connections=200`;
  pg("pg_ctl", "-D", data, "-o", options, "-l", join(folder, "log"), "-w", "start");
  return {
    folder,
    url: `postgres://lorekeep@${encodeURIComponent(folder)}/postgres`,
    stop: () => {
      pg("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
