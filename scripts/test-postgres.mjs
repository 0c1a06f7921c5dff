// The tests that use the database once more, on Debian's PostgreSQL (or on the one TEST_DATABASE_URL names). Finds it or
// installs it with apt, starts a throw-away cluster of it and ends with 'N passed, N failed'.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, environment, nodeProgram, ROOT, run, say } from "./bootstrap.mjs";

const VERSIONS = "/usr/lib/postgresql";

await ensureInstalled();
const url = process.env.TEST_DATABASE_URL;
const cluster = url ? null : startCluster(findBinaries() ?? (await installBinaries()));
const report = join(tmpdir(), `lorekeep-postgres-${process.pid}.json`);
const { status } = spawnSync(
  nodeProgram(),
  [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "server",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  { stdio: "inherit", cwd: ROOT, env: { ...environment(), TEST_DATABASE_URL: url ?? cluster?.url } },
);
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
  say("Installing Debian's PostgreSQL …");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "postgresql"],
  ]) {
    const [command = "apt-get", ...rest] = [...sudo, "apt-get", ...args];
    await run(command, rest, {
      failure: () => "PostgreSQL could not be installed.",
      extra: { DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const found = findBinaries();
  if (!found) throw new Error("apt installed no PostgreSQL.");
  return found;
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
    url: `postgres://lorekeep@${encodeURIComponent(folder)}/postgres`,
    stop: () => {
      pg("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
