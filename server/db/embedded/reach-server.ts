import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type PostgresPackage, prepareBinaries } from "./binaries.ts";
import { hasCluster, initialiseCluster, SUPERUSER_NAME } from "./cluster.ts";
import { explainFullDisk, hasFreeSpace, isDiskFull } from "./disk.ts";
import { EmbeddedPostgresFailure, hasErrorCode, type LogSentence } from "./failure.ts";
import { type FolderLayout, prepareServerFolders } from "./layout.ts";
import { ensureDatabase, LOGIN_ROLE } from "./login-role.ts";
import {
  isServerRunning,
  readServerOutput,
  SOCKET_PORT,
  type StartedServer,
  startServer,
  stopServer,
} from "./postmaster.ts";
import { changeOwner } from "./server-user.ts";
import { type CommitDurability, writeSettings } from "./settings.ts";

const DATABASE = "lorekeep";
/**
 * Every process that uses the server holds this lock in shared mode, in the database `postgres`. A process that gets the lock
 * in exclusive mode is the last user.
 */
export const USERS_LOCK_ID = 7_150_431;
const STARTING_UP = "57P03";
/** The time for retries while the server is killed repeatedly, or while processes of a dead server still run. */
const CRASHES_PATIENCE_MS = 30_000;
const ANSWER_PATIENCE_MS = 60_000;

export interface ServerSetting {
  postgres: PostgresPackage;
  layout: FolderLayout;
  log: LogSentence;
  durability: CommitDurability;
}

export interface ConnectedServer {
  /** The connection that holds `USERS_LOCK_ID` while it is open. */
  keeper: pg.Client;
  version: string;
}

/** Connects to the server, after starting it if necessary. Call it under the folder lock. */
export async function connectToServer(setting: ServerSetting): Promise<ConnectedServer> {
  const { postgres, layout, log } = setting;
  const startedAt = Date.now();
  for (;;) {
    const isMade = await hasCluster(layout, postgres.major);
    const server = isMade && (await isServerRunning(layout)) ? null : await makeAndStart(setting, isMade);
    const keeper = await connectWhenReady(layout, server);
    if (keeper) {
      try {
        return await enter(keeper);
      } catch (error) {
        await keeper.end().catch(() => undefined);
        if (isLostConnection(error) && Date.now() - startedAt < CRASHES_PATIENCE_MS) continue;
        if (server) await stopServer(layout, log);
        throw error;
      }
    }
    const words = await readServerOutput(layout, startedAt);
    if (isDiskFull(words) || !(await hasFreeSpace(layout.home))) throw explainFullDisk(layout.home);
    const mayPass = !server || server.wasKilled() || /is still in use|shutdown request/.test(words);
    if (!mayPass || Date.now() - startedAt > CRASHES_PATIENCE_MS) throw explainFailedStart(layout, words);
    await sleep(200);
  }
}

async function makeAndStart(setting: ServerSetting, isMade: boolean): Promise<StartedServer> {
  const { postgres, layout, log, durability } = setting;
  const binaries = await prepareBinaries(postgres, layout.home, layout.user, log);
  if (!isMade) await initialiseCluster(layout, binaries, durability, log);
  if (layout.user) await changeOwner(layout.user, layout.cluster);
  await prepareServerFolders(layout);
  await writeSettings(layout, durability);
  return startServer(binaries, layout);
}

async function enter(keeper: pg.Client): Promise<ConnectedServer> {
  await keeper.query("select pg_advisory_lock_shared($1)", [USERS_LOCK_ID]);
  await ensureDatabase(keeper, DATABASE);
  const { rows } = await keeper.query<{ version: string }>("select current_setting('server_version') as version");
  return { keeper, version: rows[0]?.version ?? "" };
}

/** Returns null when the server exited before it answered. Recovery after a crash may take long. */
async function connectWhenReady(layout: FolderLayout, server: StartedServer | null): Promise<pg.Client | null> {
  let silentSince = Date.now();
  for (;;) {
    const client = new pg.Client({
      ...address(layout),
      user: SUPERUSER_NAME,
      database: "postgres",
      application_name: "lorekeep keeper",
    });
    // Without a listener a lost connection would end the process. The 'end' event that follows is handled.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (hasErrorCode(error, STARTING_UP)) silentSince = Date.now();
      else if (!isNotThere(error)) throw error;
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

function isNotThere(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT", "ECONNREFUSED") || isLostConnection(error);
}

function isLostConnection(error: unknown): boolean {
  if (hasErrorCode(error, "ECONNRESET", "EPIPE", "57P01", "57P02")) return true;
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  );
}

function explainFailedStart(layout: FolderLayout, words: string): EmbeddedPostgresFailure {
  const reason =
    words.split("\n").findLast((line) => /(FATAL|PANIC|ERROR):|error while loading/.test(line)) ?? "it said nothing";
  return new EmbeddedPostgresFailure(
    `The database server in ${layout.home} did not start: ${reason.replace(/^.*?(FATAL|PANIC|ERROR): */, "")}. Its log is in ${layout.logs}.`,
  );
}

function address({ sockets }: FolderLayout) {
  return { host: sockets, port: SOCKET_PORT };
}

/** Connection settings of the product, valid as long as the server runs. */
export function getProductConnection(layout: FolderLayout) {
  return { ...address(layout), user: LOGIN_ROLE, database: DATABASE };
}
