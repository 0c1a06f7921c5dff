import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { migrate } from "../migrate.ts";
import { createPool } from "../pool.ts";
import { DatabaseProcess, makeFolder, removeFolder } from "./fixtures/database-user.ts";
import { isServerProcess, readServerPid } from "./postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

/** A data folder with a database, for the tests that need an existing database. */
let made: string;
let dataDir: string;
const users: DatabaseProcess[] = [];
const databases: EmbeddedPostgres[] = [];

beforeAll(async () => {
  made = await makeFolder();
  const database = await startEmbeddedPostgres({ dataDir: made, log: () => undefined, durability: "fast" });
  await database.stop();
});

afterAll(() => removeFolder(made));

beforeEach(async () => {
  dataDir = await makeFolder();
});

async function beginWithDatabase(): Promise<void> {
  await promisify(execFile)("cp", ["-a", join(made, "postgres"), dataDir]);
}

afterEach(async () => {
  for (const user of users.splice(0)) await user.kill();
  for (const database of databases.splice(0)) await database.stop();
  // The last process that stops using the server stops it, even a server that a killed process started.
  const last = await startEmbeddedPostgres({ dataDir, log: () => undefined, durability: "fast" }).catch(() => null);
  await last?.stop();
  await removeFolder(dataDir);
});

function use(folder = dataDir): DatabaseProcess {
  const user = new DatabaseProcess(folder);
  users.push(user);
  return user;
}

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, durability: "fast" });
  databases.push(database);
  return database;
}

async function ask<T>(database: Pick<EmbeddedPostgres, "connection">, statement: string): Promise<T> {
  const client = new pg.Client(database.connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    return rows[0]?.[0] as T;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const cluster = () => join(dataDir, "postgres", "cluster");

async function serverRuns(): Promise<boolean> {
  const pid = await readServerPid(cluster());
  return pid !== null && isServerProcess(pid, cluster());
}

async function serverPid(): Promise<number> {
  const pid = await readServerPid(cluster());
  if (pid === null) throw new Error("No server runs.");
  return pid;
}

describe("the embedded database", () => {
  it("the embedded database is PostgreSQL 18 with the same sort order everywhere, UTC, and no network port", async () => {
    const database = await start();
    expect(database.version).toMatch(/^18\./);
    expect(await ask(database, "show listen_addresses")).toBe("");
    expect(await ask(database, "show timezone")).toBe("UTC");
    expect(await ask(database, "show server_encoding")).toBe("UTF8");
    expect(
      await ask(database, "select datlocprovider::text || datlocale from pg_database where datname = 'lorekeep'"),
    ).toBe("bC.UTF-8");
    expect(await ask(database, "select string_agg(x, '' order by x) from unnest(array['b', 'ä', 'B', 'a']) x")).toBe(
      "Babä",
    );
  });

  it("a commit is acknowledged only once it is on the disk, unless a test asks for speed", async () => {
    await beginWithDatabase();
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    databases.push(database);
    expect(await ask(database, "show fsync")).toBe("on");
    expect(await ask(database, "show synchronous_commit")).toBe("on");
  });

  it("the embedded database keeps its rows over a stop and a start", async () => {
    await beginWithDatabase();
    const first = await start();
    await ask(first, "create table kept as select 'here' as word");
    await first.stop();
    expect(await serverRuns()).toBe(false);
    expect(await ask(await start(), "select word from kept")).toBe("here");
  });

  it("the product's role is no superuser: no statement reaches a file or a program", async () => {
    await beginWithDatabase();
    const database = await start();
    expect(await ask(database, "select rolsuper or rolcreaterole from pg_roles where rolname = current_user")).toBe(
      false,
    );
    await expect(ask(database, "copy (select 1) to program 'cat'")).rejects.toThrow("permission denied");
    await expect(ask(database, "select pg_read_file('postgresql.conf')")).rejects.toThrow("permission denied");
    expect(await ask(database, "select pg_has_role(current_user, 'lorekeep_app', 'set')")).toBe(true);
  });

  it("a database of an earlier release, whose role was a superuser, gets the new owner with all its objects", async () => {
    await beginWithDatabase();
    const database = await start();
    const old = { connection: { ...database.connection, user: "lorekeep" } };
    const other = { connection: { ...old.connection, database: "postgres" } };
    await ask(other, "drop database lorekeep");
    await ask(other, "drop role if exists lorekeep_owner");
    await ask(other, "create database lorekeep");
    const pool = createPool(old.connection, { max: 2, applicationName: "lorekeep test" });
    await migrate(pool).finally(() => pool.end());
    await ask(old, "create schema queue create table jobs (id serial, word text) partition by list (word)");
    await ask(old, "create table queue.odd partition of queue.jobs for values in ('odd')");
    await ask(old, "create type queue.state as enum ('new')");
    await database.stop();

    const upgraded = await start();
    expect(await ask(upgraded, "select rolsuper from pg_roles where rolname = current_user")).toBe(false);
    const notOurs = `select count(*)::int from pg_class where relowner <> current_user::regrole
      and relnamespace in ('public'::regnamespace, 'queue'::regnamespace, 'drizzle'::regnamespace)`;
    expect(await ask(upgraded, notOurs)).toBe(0);
    await ask(upgraded, "insert into queue.jobs (word) values ('odd')");
    await ask(upgraded, "alter type queue.state add value 'old'");
    await ask(
      upgraded,
      "create or replace function terms_of(title text, content text) returns setof text language sql return title",
    );
    await ask(upgraded, "create table later (id int)");
    expect(await ask(upgraded, "select has_table_privilege('lorekeep_app', 'later', 'insert')")).toBe(true);
    const again = createPool(upgraded.connection, { max: 2, applicationName: "lorekeep test" });
    await migrate(again).finally(() => again.end());
  });

  it("the server writes a log file for each day of the week, without people's texts", async () => {
    await beginWithDatabase();
    const database = await start();
    await ask(database, "create table words (word text primary key)");
    await ask(database, "insert into words values ('canary-7150431')");
    await expect(ask(database, "insert into words values ('canary-7150431')")).rejects.toThrow();
    const logs = join(dataDir, "postgres", "logs");
    const written = async () => {
      const names = (await readdir(logs)).filter((name) => name.startsWith("postgresql-"));
      return (await Promise.all(names.map((name) => readFile(join(logs, name), "utf8")))).join("");
    };
    await expect.poll(() => written()).toContain("duplicate key value");
    expect(await written()).not.toContain("canary-7150431");
  });
});

describe("several processes on one data folder", () => {
  it("several processes create the database once and share one server", async () => {
    const together = await Promise.all([use(), use(), use()].map((user) => user.ready));
    expect(new Set(together.map((user) => user.serverPid)).size).toBe(1);
    expect(
      await ask(together[0] as { connection: EmbeddedPostgres["connection"] }, "select count(*)::int from visits"),
    ).toBe(3);
  });

  it("the server runs until the last process stops using it, whatever killed the others", async () => {
    await beginWithDatabase();
    const [first, second, third] = [use(), use(), use()];
    await Promise.all([first.ready, second.ready, third.ready]);
    await first.kill();
    await second.stop();
    expect(await serverRuns()).toBe(true);
    await third.stop();
    expect(await serverRuns()).toBe(false);
  });

  it("no process loses the server when another stops while a third starts", async () => {
    await beginWithDatabase();
    for (let round = 0; round < 5; round++) {
      const leaving = await start();
      const [arrived] = await Promise.all([start(), leaving.stop()]);
      expect(await ask(arrived, "select 1")).toBe(1);
      await arrived.stop();
    }
  });
});

describe("after a crash", () => {
  it("after a crash the next process joins the running server, and stops it in the end", async () => {
    await beginWithDatabase();
    const killed = use();
    const { serverPid: left } = await killed.ready;
    await killed.kill();
    const next = use();
    expect(await next.ready).toMatchObject({ serverPid: left, visits: 2 });
    await next.stop();
    expect(await serverRuns()).toBe(false);
  });

  it("a crashed server is restarted for a process that uses it, with every row", async () => {
    await beginWithDatabase();
    const database = await start();
    await ask(database, "create table kept as select 'here' as word");
    const killed = await serverPid();
    process.kill(killed, "SIGKILL");
    await expect.poll(() => ask(database, "select word from kept")).toBe("here");
    expect(await serverPid()).not.toBe(killed);
  });

  it("a start works when process and server were both killed, even if the server's process stays as a zombie", async () => {
    await beginWithDatabase();
    const killed = use();
    const { serverPid: left } = await killed.ready;
    await killed.kill();
    process.kill(left, "SIGKILL");
    expect(await use().ready).toMatchObject({ visits: 2 });
  });

  it("a start waits until processes of the dead server have ended, so that two servers never write", async () => {
    await beginWithDatabase();
    const killed = use();
    const { serverPid: left, connection } = await killed.ready;
    await killed.kill();
    const orphan = ask<never>(
      { connection },
      "do $$ declare began timestamptz := clock_timestamp(); begin while clock_timestamp() < began + interval '3 s' loop end loop; end $$",
    );
    const isOver = vi.fn<() => void>();
    orphan.catch(() => undefined).finally(isOver);
    const isBusy = () =>
      ask<boolean>({ connection }, "select exists(select from pg_stat_activity where query like 'do %')");
    await expect.poll(() => isBusy()).toBe(true);
    process.kill(left, "SIGKILL");
    expect(await use().ready).toMatchObject({ visits: 2 });
    expect(isOver).toHaveBeenCalled();
  });

  it("a start works when another program got the dead server's process id", async () => {
    await beginWithDatabase();
    const killed = use();
    const { serverPid: left } = await killed.ready;
    await killed.kill();
    process.kill(left, "SIGKILL");
    const lock = join(cluster(), "postmaster.pid");
    const text = await readFile(lock, "utf8");
    await writeFile(lock, text.replace(String(left), String(process.pid)));
    expect(await use().ready).toMatchObject({ visits: 2 });
  });

  it("a start works when the server's lock file was left empty", async () => {
    await beginWithDatabase();
    const killed = use();
    const { serverPid: left } = await killed.ready;
    await killed.kill();
    process.kill(left, "SIGKILL");
    await writeFile(join(cluster(), "postmaster.pid"), "");
    expect(await use().ready).toMatchObject({ visits: 2 });
  });

  it("a start removes the files of an interrupted first start", async () => {
    const left = join(dataDir, "postgres", "cluster.making-1-1");
    await mkdir(left, { recursive: true });
    await writeFile(join(left, "PG_VERSION"), "18\n");
    await start();
    expect(await readdir(join(dataDir, "postgres"))).not.toContain("cluster.making-1-1");
  });

  it("a first start that is killed at any moment does not block the next", async () => {
    for (const afterMs of [200, 500, 800]) {
      const killed = use();
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await killed.kill();
    }
    expect((await use().ready).visits).toBeGreaterThan(0);
  });
});

describe("a folder it cannot use", () => {
  it("a folder of another PostgreSQL version is refused with the remedy, and stays unchanged", async () => {
    await mkdir(cluster(), { recursive: true });
    await writeFile(join(cluster(), "PG_VERSION"), "15\n");
    await expect(start()).rejects.toThrow(/made by PostgreSQL 15.*brings PostgreSQL 18.*backup.*restore/s);
    expect(await readdir(cluster())).toEqual(["PG_VERSION"]);
  });

  it("a folder that holds something else in the database's place is refused", async () => {
    await mkdir(cluster(), { recursive: true });
    await writeFile(join(cluster(), "holiday.jpg"), "");
    await expect(start()).rejects.toThrow(/is not a database/);
    expect(await readdir(cluster())).toEqual(["holiday.jpg"]);
  });

  it("a link that leads nowhere is refused, instead of creating a new database", async () => {
    await symlink("/var/lib/lorekeep-gone", join(dataDir, "postgres"));
    await expect(start()).rejects.toThrow(/points to a folder that is gone/);
  });
});

it("a data folder with a path that is too long for a Unix socket, or has spaces, quotes or a dollar sign, works", async () => {
  const folder = join(dataDir, `it's "a" $HOME \\ ${"long-".repeat(20)}`);
  const database = await start(folder);
  expect(await ask(database, "select 1")).toBe(1);
  const neighbour = use(folder);
  expect((await neighbour.ready).connection).toEqual(database.connection);
  await neighbour.stop();
  await database.stop();
  await expect(stat(database.connection.host)).rejects.toThrow("ENOENT");
});
