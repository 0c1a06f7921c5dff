import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgresPackage, type PostgresPackage, prepareBinaries } from "./binaries.ts";
import { hasCluster, initialiseCluster, SUPERUSER } from "./cluster.ts";
import { explainFullDisk, hasRoom, isDiskFull } from "./disk.ts";
import { EmbeddedPostgresFailure, hasCode, type Log } from "./failure.ts";
import { withFolderLock } from "./folder-lock.ts";
import { findLayout, type Layout, prepareServerFolders, removeForeignFolders } from "./layout.ts";
import { isServerRunning, PORT, readLastWords, type StartedServer, startServer, stopServer } from "./postmaster.ts";
import { giveTo } from "./server-user.ts";
import { type Durability, writeSettings } from "./settings.ts";

const DATABASE = "lorekeep";
/** Every user of the server holds this lock shared, in the database `postgres`; who gets it alone is the last one. */
const USERS_LOCK = 7_150_431;
const STARTING_UP = "57P03";
const ORPHANS_PATIENCE_MS = 30_000;
const ANSWER_PATIENCE_MS = 60_000;

export interface EmbeddedPostgres {
  /** Unix socket folder as host, user and database 'lorekeep'. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** '18.4' */
  readonly version: string;
  /** Leaves the server; the last of the processes that use it stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** 'full' when absent. */
  durability?: Durability;
}

/**
 * Runs a real PostgreSQL on `<dataDir>/postgres`: makes the database if there is none, starts the server or joins the one
 * another process started, and starts it again if it dies. It listens on a unix socket only. Any number of processes may
 * use one folder, and each may be killed at any time.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durability = "full" } = options;
  try {
    const postgres = await findPostgresPackage();
    const layout = await findLayout(dataDir, log);
    const membership = new Membership({ postgres, layout, log, durability });
    const version = await membership.join();
    const connection = { ...address(layout), database: DATABASE };
    return { connection, version, stop: () => membership.leave() };
  } catch (error) {
    if (isDiskFull(error)) throw explainFullDisk(dataDir);
    if (hasCode(error, "EACCES", "EPERM", "EROFS")) {
      throw new EmbeddedPostgresFailure(
        `Lorekeep may not write in the data folder ${dataDir}. Give it that right, or choose another folder.`,
      );
    }
    throw error;
  }
}

interface Setting {
  postgres: PostgresPackage;
  layout: Layout;
  log: Log;
  durability: Durability;
}

/** One process's use of the server: a connection that holds the users' lock, and notices when the server dies. */
class Membership {
  readonly #setting: Setting;
  #keeper: pg.Client | null = null;
  #recovery: Promise<void> = Promise.resolve();
  #leaving: Promise<void> | null = null;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Gives the server's version. */
  async join(): Promise<string> {
    const { layout, log } = this.#setting;
    const keeper = await withFolderLock(layout.lock, log, () => reachServer(this.#setting));
    this.#keeper = keeper;
    keeper.on("end", () => {
      if (!this.#leaving) this.#recovery = this.#recover();
    });
    const { rows } = await keeper.query<{ version: string }>(
      "select split_part(current_setting('server_version'), ' ', 1) as version",
    );
    return rows[0]?.version ?? "";
  }

  leave(): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    await this.#recovery;
    const { layout, log } = this.#setting;
    await withFolderLock(layout.lock, log, async () => {
      const isLast = await this.#isLast();
      await this.#keeper?.end().catch(() => undefined);
      if (!isLast) return;
      await stopServer(layout, log);
      await removeForeignFolders(layout);
    });
  }

  async #isLast(): Promise<boolean> {
    try {
      const answer = await this.#keeper?.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [
        USERS_LOCK,
      ]);
      return answer?.rows[0]?.last ?? false;
    } catch {
      // The server died this moment: nothing to stop, and whoever else uses it starts it again.
      return false;
    }
  }

  async #recover(): Promise<void> {
    const { log } = this.#setting;
    this.#keeper = null;
    log("The database server stopped. Starting it again.");
    let told = "";
    for (let pauseMs = 100; !this.#leaving; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        await this.join();
        log("The database server runs again.");
        return;
      } catch (error) {
        const reason =
          error instanceof EmbeddedPostgresFailure ? error.message : "The database server cannot be started.";
        if (reason !== told) log(reason);
        told = reason;
      }
      await sleep(pauseMs);
    }
  }
}

/** Call it under the folder lock. Gives a connection that holds the users' lock. */
async function reachServer(setting: Setting): Promise<pg.Client> {
  const { postgres, layout, log, durability } = setting;
  const exists = await hasCluster(layout, postgres.major);
  const startedAt = Date.now();
  for (;;) {
    let server: StartedServer | null = null;
    if (!exists || !(await isServerRunning(layout))) {
      const binaries = await prepareBinaries(postgres, layout.home, layout.user, log);
      if (!(await hasCluster(layout, postgres.major))) await initialiseCluster(layout, binaries, durability, log);
      if (layout.user) await giveTo(layout.user, layout.cluster);
      await prepareServerFolders(layout);
      await writeSettings(layout, durability);
      server = await startServer(binaries, layout);
    }
    const keeper = await connectWhenReady(layout, server);
    if (keeper) {
      try {
        return await enter(keeper);
      } catch (error) {
        await keeper.end().catch(() => undefined);
        if (server) await stopServer(layout, log);
        throw error;
      }
    }
    const words = await readLastWords(layout, startedAt);
    const isHeldByOrphans = /is still in use/.test(words) && Date.now() - startedAt < ORPHANS_PATIENCE_MS;
    if (isDiskFull(words) || !(await hasRoom(layout.home))) throw explainFullDisk(layout.home);
    if (server && !isHeldByOrphans) throw explainFailedStart(layout, words);
    await sleep(200);
  }
}

async function enter(keeper: pg.Client): Promise<pg.Client> {
  await keeper.query("select pg_advisory_lock_shared($1)", [USERS_LOCK]);
  const { rowCount } = await keeper.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (rowCount === 0) await keeper.query(`create database ${DATABASE}`);
  return keeper;
}

/** Null when the server gave up before it answered. Recovery after a crash may take its time. */
async function connectWhenReady(layout: Layout, server: StartedServer | null): Promise<pg.Client | null> {
  let silentSince = Date.now();
  for (;;) {
    const client = new pg.Client({ ...address(layout), database: "postgres", application_name: "lorekeep keeper" });
    // Without a listener a lost connection would end the process; 'end' follows and is what we act upon.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (hasCode(error, STARTING_UP)) silentSince = Date.now();
      else if (!isNotYetThere(error)) throw error;
    }
    if (server ? server.hasExited() : !(await isServerRunning(layout))) return null;
    if (Date.now() - silentSince > ANSWER_PATIENCE_MS) {
      throw new EmbeddedPostgresFailure(
        `The database server in ${layout.home} runs, but has not answered for a minute. See its log in ${layout.logs}.`,
      );
    }
    await sleep(20);
  }
}

function isNotYetThere(error: unknown): boolean {
  if (hasCode(error, "ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P02")) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}

function explainFailedStart(layout: Layout, words: string): EmbeddedPostgresFailure {
  const reason =
    words.split("\n").findLast((line) => /(FATAL|PANIC|ERROR):|error while loading/.test(line)) ?? "it said nothing";
  return new EmbeddedPostgresFailure(
    `The database server in ${layout.home} did not start: ${reason.replace(/^.*?(FATAL|PANIC|ERROR): */, "")}. Its log is in ${layout.logs}.`,
  );
}

function address({ sockets }: Layout) {
  return { host: sockets, port: PORT, user: SUPERUSER };
}
