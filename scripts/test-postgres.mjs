// The tests that use the database once more, on Debian's PostgreSQL (or on the one TEST_DATABASE_URL names). Finds it or
// installs it with apt, starts a throw-away cluster of it and ends with 'N passed, N failed'. With --pooler statements go by
// Debian's pgbouncer in transaction mode. Further words are test files.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, environment, nodeProgram, ROOT, run, say } from "./bootstrap.mjs";

const VERSIONS = "/usr/lib/postgresql";

await ensureInstalled();
const url = process.env.TEST_DATABASE_URL;
const words = process.argv.slice(2);
const isPooled = words.includes("--pooler");
const files = words.filter((word) => word !== "--pooler");
if (isPooled && url) {
  say("Give either TEST_DATABASE_URL or --pooler: the pooler stands in front of a cluster of its own.");
  process.exit(2);
}
const cluster = url ? null : startCluster(findBinaries() ?? (await installBinaries()));
const pooler = isPooled && cluster ? await startPooler(cluster.folder) : null;
const report = join(tmpdir(), `lorekeep-postgres-${process.pid}.json`);
const { status } = spawnSync(
  nodeProgram(),
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
    env: { ...environment(), TEST_DATABASE_URL: url ?? cluster?.url, ...(pooler && { TEST_POOLER_URL: pooler.url }) },
  },
);
pooler?.stop();
cluster?.stop();
const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { numPassedTests: 0, numFailedTests: 1 };
rmSync(report, { force: true });
process.stdout.write(`\n${counts.numPassedTests} passed, ${counts.numFailedTests} failed\n`);
process.exit(status ?? 1);

/** The newest installed one, or null. */
function findBinaries() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newest = versions
    .filter((name) => existsSync(join(VERSIONS, name, "bin/initdb")))
    .sort((a, b) => Number(b) - Number(a))[0];
  return newest ? join(VERSIONS, newest, "bin") : null;
}

async function installBinaries() {
  await install("postgresql", "PostgreSQL");
  const found = findBinaries();
  if (!found) throw new Error("apt installed no PostgreSQL.");
  return found;
}

async function install(/** @type {string} */ packageName, /** @type {string} */ product) {
  say(`Installing Debian's ${product} …`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", packageName],
  ]) {
    const [command = "apt-get", ...rest] = [...sudo, "apt-get", ...args];
    await run(command, rest, {
      failure: () => `${product} could not be installed.`,
      extra: { DEBIAN_FRONTEND: "noninteractive" },
    });
  }
}

/** A cluster in a temporary folder on a unix socket, as nobody when we are root (PostgreSQL refuses to run as root). */
function startCluster(/** @type {string} */ bin) {
  const folder = mkdtempSync(join(tmpdir(), "lorekeep-pg-"));
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid ?? nobody.uid);
  const pg = (/** @type {string} */ program, /** @type {string[]} */ ...args) => {
    const { status, stderr } = spawnSync(join(bin, program), args, {
      ...nobody,
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  };
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

/** In front of the cluster of that folder, for all its databases, with the limits that `createPool` sets where there is none. */
async function startPooler(/** @type {string} */ folder) {
  const program = "/usr/sbin/pgbouncer";
  if (!existsSync(program)) await install("pgbouncer", "pgbouncer");
  const settings = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  const limits =
    "set statement_timeout = ''10s''; set lock_timeout = ''3s''; set idle_in_transaction_session_timeout = ''15s''";
  writeFileSync(users, '"lorekeep" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=${folder} user=lorekeep connect_query='${limits}'
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 10
server_idle_timeout = 5
`,
  );
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawn(program, ["-q", settings], { stdio: ["ignore", "inherit", "inherit"], ...nobody });
  for (let tries = 0; !existsSync(join(folder, ".s.PGSQL.6432")); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Error("pgbouncer did not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url: `postgres://lorekeep@${encodeURIComponent(folder)}:6432/postgres`, stop: () => child.kill("SIGINT") };
}
