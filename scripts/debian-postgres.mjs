// Finds Debian's PostgreSQL and pgbouncer for tests and benchmarks, installs them with apt if necessary, and runs them. If this
// process is root, they run as nobody, because PostgreSQL refuses to run as root.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printNote, run } from "./bootstrap.mjs";

const VERSIONS = "/usr/lib/postgresql";
const POOLER = "/usr/sbin/pgbouncer";
/** The limits that `createPool` sets for each connection when there is no connection pooler. */
const LIMITS =
  "set statement_timeout = ''10s''; set lock_timeout = ''3s''; set idle_in_transaction_session_timeout = ''15s''";

/** @type {{ uid: number, gid: number } | {}} */
export const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Returns the folder of PostgreSQL's programs. */
export async function findPostgres() {
  const found = newest();
  if (found) return found;
  await install("postgresql", "PostgreSQL");
  const installed = newest();
  if (!installed) throw new Error("apt installed no PostgreSQL.");
  return installed;
}

function newest() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const name = versions
    .filter((version) => existsSync(join(VERSIONS, version, "bin/initdb")))
    .sort((a, b) => Number(b) - Number(a))[0];
  return name ? join(VERSIONS, name, "bin") : null;
}

async function install(/** @type {string} */ packageName, /** @type {string} */ product) {
  printNote(`Installing Debian's ${product} …`);
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

/** Runs one of PostgreSQL's programs and waits for its end. */
export function runPostgres(
  /** @type {string} */ bin,
  /** @type {string} */ cwd,
  /** @type {string} */ program,
  /** @type {string[]} */ ...args
) {
  const stdio = /** @type {const} */ (["ignore", "ignore", "pipe"]);
  const { status, stderr } = spawnSync(join(bin, program), args, { ...nobody, cwd, encoding: "utf8", stdio });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/**
 * Starts pgbouncer in transaction mode on a Unix socket in `folder`, for the user lorekeep without a password. It serves all
 * databases of the server at `host` (a folder of sockets or an address).
 */
export async function startPooler(
  /** @type {{ folder: string, host: string, port?: number }} */ { folder, host, port = 5432 },
) {
  if (!existsSync(POOLER)) await install("pgbouncer", "pgbouncer");
  const settings = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  writeFileSync(users, '"lorekeep" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=${host} port=${port} user=lorekeep connect_query='${LIMITS}'
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_idle_timeout = 5
server_login_retry = 1
`,
  );
  const child = spawn(POOLER, ["-q", settings], { stdio: ["ignore", "ignore", "inherit"], ...nobody });
  for (let tries = 0; !existsSync(join(folder, ".s.PGSQL.6432")); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Error("pgbouncer did not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `postgres://lorekeep@${encodeURIComponent(folder)}:6432/postgres`,
    stop: () => void child.kill("SIGINT"),
  };
}
