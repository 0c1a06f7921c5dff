import { chownSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres, nobody, runPostgres, startPooler } from "../../scripts/debian-postgres.mjs";
import { freePorts } from "../../scripts/free-ports.mjs";

const USER = "lorekeep";
const STANDBY = "second";
const WAIT_MS = 60_000;

/**
 * A PostgreSQL with a synchronous standby, an address that always leads to the primary, and a connection pooler in front of it.
 */
export interface StandbyCluster {
  /** The address, which replaces a floating address or a load balancer in production. */
  url: string;
  poolerUrl: string;
  /** Kills the primary with SIGKILL and promotes its standby. Returns the time when the promotion started. */
  failOver(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the cluster from Debian's packages with full durability: a commit returns once the standby has written it to disk. */
export async function startStandbyCluster(): Promise<StandbyCluster> {
  const folder = await mkdtemp(join(tmpdir(), "lorekeep-standby-"));
  if ("uid" in nobody) chownSync(folder, nobody.uid, nobody.gid);
  const bin = await findPostgres();
  const [first = 0, second = 0, address = 0] = await freePorts(3);
  const run = (program: string, ...args: string[]) => runPostgres(bin, folder, program, ...args);
  const dataOf = (name: string) => join(folder, name);
  const startServer = (name: string, port: number, synchronous: string) => {
    const place = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c max_connections=200`;
    const options = `${place} -c synchronous_standby_names='${synchronous}'`;
    run("pg_ctl", "-D", dataOf(name), "-l", join(folder, `${name}.log`), "-o", options, "-w", "start");
  };

  run("initdb", "-D", dataOf("first"), "-U", USER, "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8");
  startServer("first", first, STANDBY);
  const from = `host=127.0.0.1 port=${first} user=${USER} application_name=${STANDBY}`;
  run("pg_basebackup", "-d", from, "-D", dataOf(STANDBY), "-R", "-X", "stream");
  startServer(STANDBY, second, "");
  const urlOf = (port: number) => `postgres://${USER}@127.0.0.1:${port}/postgres`;
  await untilInStep(urlOf(first));
  const gate = await openGate(address, first);
  const pooler = await startPooler({ folder, host: "127.0.0.1", port: address });

  return {
    url: urlOf(address),
    poolerUrl: pooler.url,
    async failOver() {
      const pid = Number((await readFile(join(dataOf("first"), "postmaster.pid"), "utf8")).split("\n")[0]);
      process.kill(pid, "SIGKILL");
      const began = performance.now();
      run("pg_ctl", "-D", dataOf(STANDBY), "-w", "promote");
      gate.leadTo(second);
      return began;
    },
    async stop() {
      pooler.stop();
      await gate.close();
      for (const name of ["first", STANDBY])
        try {
          run("pg_ctl", "-D", dataOf(name), "-m", "immediate", "-w", "stop");
        } catch {
          // The killed server has no process to stop.
        }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilInStep(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(200)) {
      const { rows } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
      if (rows.length > 0) return;
    }
  } finally {
    await client.end();
  }
  throw new Error("The standby did not come into step.");
}

/** Forwards bytes to one local port. Changing the port closes open connections, as a moved address does. */
async function openGate(port: number, first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server: Server = createServer((incoming) => {
    const outgoing = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from
        .on("error", () => undefined)
        .on("close", () => {
          open.delete(from);
          to.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    leadTo(other: number) {
      target = other;
      endAll();
    },
    close: async () => {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
