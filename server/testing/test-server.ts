import { randomBytes } from "node:crypto";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { SUPERUSER_NAME } from "../db/embedded/cluster.ts";
import { findLayout, removeDataFolder } from "../db/embedded/layout.ts";
import { stopServer } from "../db/embedded/postmaster.ts";
import { startEmbeddedPostgres } from "../db/embedded/start-embedded-postgres.ts";
import { createPool, type DatabaseConnection, toClientConfig } from "../db/pool.ts";

/** Data about the server that can be sent to the tests' processes. */
export interface TestServer {
  /** A connection to a database that no test uses, for creating and dropping others. */
  connection: DatabaseConnection;
  /** The name of the migrated database to clone. */
  template: string;
}

const FOLDER_PREFIX = "lorekeep-test-";
const DATABASE_PREFIX = "lorekeep_test_";
const ABANDONED_AFTER_MS = 60 * 60_000;
const silent = () => undefined;

/**
 * Starts the database server of a test run: the server of `url`, or an embedded server in a temporary folder. `stop`
 * removes everything. The next start removes the remains of killed test runs.
 */
export async function startTestServer(
  url: string | undefined,
  migrate: (pool: pg.Pool) => Promise<void>,
): Promise<TestServer & { stop(): Promise<void> }> {
  const { connection, stop } = url ? await useServer(url) : await startServer();
  const template = createDatabaseName();
  try {
    await runAsAdmin(connection, (admin) => makeDatabase(admin, connection, template));
    const pool = createPool(selectDatabase(connection, template), {
      max: 2,
      applicationName: "lorekeep test template",
    });
    await migrate(pool).finally(() => pool.end());
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection,
    template,
    stop: async () => {
      if (url) await runAsAdmin(connection, (admin) => admin.query(`drop database if exists ${template} with (force)`));
      await stop();
    },
  };
}

export function createDatabaseName(): string {
  return `${DATABASE_PREFIX}${Date.now()}_${randomBytes(4).toString("hex")}`;
}

/** Returns the connection to another database of the same server. */
export function selectDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (typeof connection !== "string") return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Clones the template; the user of `connection` becomes the owner. The clone is copied file by file, because
 * PostgreSQL's default (through the write-ahead log) takes more CPU time.
 */
export function makeDatabase(
  admin: pg.Client,
  connection: DatabaseConnection,
  name: string,
  template = "template1",
): Promise<unknown> {
  const owner = typeof connection === "string" ? "" : `owner ${connection.user}`;
  return admin.query(`create database ${name} template ${template} strategy file_copy ${owner}`);
}

/**
 * Connects as an account that may create and drop databases. A server that stops may end the connection without an
 * error here.
 */
export async function connectAdmin(connection: DatabaseConnection): Promise<pg.Client> {
  const config = toClientConfig(connection);
  const admin = new pg.Client(typeof connection === "string" ? config : { ...config, user: SUPERUSER_NAME });
  admin.on("error", () => undefined);
  await admin.connect();
  return admin;
}

export async function runAsAdmin<T>(
  connection: DatabaseConnection,
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = await connectAdmin(connection);
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function startServer() {
  await removeAbandonedFolders();
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silent, durability: "fast" });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      await removeDataFolder(folder);
    },
  };
}

async function useServer(url: string) {
  await runAsAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      `select datname as name from pg_database d where starts_with(datname, $1)
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
      [DATABASE_PREFIX],
    );
    for (const { name } of rows) {
      const madeAt = Number(name.slice(DATABASE_PREFIX.length).split("_")[0]);
      if (Date.now() - madeAt > ABANDONED_AFTER_MS) await admin.query(`drop database if exists ${name}`);
    }
  });
  return { connection: url, stop: async () => undefined };
}

async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    try {
      await stopServer(await findLayout(folder, silent), silent);
      await removeDataFolder(folder);
    } catch {
      // The folder belongs to another user, who has to remove it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
