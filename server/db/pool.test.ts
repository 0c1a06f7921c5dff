import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Unreachable } from "../../connectors/errors.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { createPool, DatabaseFailure, databaseErrorCode, isRetryable, safeDatabaseError } from "./pool.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});

afterAll(() => database.drop());

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => error,
  );
}

async function value(statement: string): Promise<unknown> {
  const { rows } = await pool.query({ text: statement, rowMode: "array" });
  return rows[0]?.[0];
}

describe("a pool", () => {
  it("a pool limits every statement, every wait for a lock and every idle transaction", async () => {
    expect(await value("show statement_timeout")).toBe("10s");
    expect(await value("show lock_timeout")).toBe("3s");
    expect(await value("show idle_in_transaction_session_timeout")).toBe("15s");
  });

  it("a pool returns a bigint as a number while that is exact, and a timestamp as a Date", async () => {
    expect(await value("select 9007199254740991::bigint")).toBe(9007199254740991);
    expect(await value("select 9223372036854775807::bigint")).toBe("9223372036854775807");
    expect(await value("select count(*) from (values (1), (2)) rows")).toBe(2);
    expect(await value("select '2026-11-21 12:00:00+01'::timestamptz")).toEqual(new Date("2026-11-21T11:00:00Z"));
  });

  it("a pool survives the loss of all its connections, idle and in use", async () => {
    const log = vi.fn<(sentence: string) => void>();
    const shaken = createPool(database.connection, { max: 3, applicationName: "lorekeep shaken", log });
    try {
      const inUse = await shaken.connect();
      await Promise.all([shaken.query("select 1"), shaken.query("select 1")]);
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lorekeep shaken'",
      );
      await expect.poll(() => log).toHaveBeenCalledTimes(2);
      expect(isRetryable(await failureOf(inUse.query("select 1")))).toBe(true);
      inUse.release(true);
      expect((await shaken.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    } finally {
      await shaken.end();
    }
  });
});

describe("a failure at the database", () => {
  it("a database error gives its SQLSTATE, also from inside drizzle's error", async () => {
    const error = await failureOf(drizzle({ client: pool }).execute(sql`select 1 / 0`));
    expect(error).not.toHaveProperty("code");
    expect(databaseErrorCode(error)).toBe("22012");
    expect(databaseErrorCode(new Error("something else"))).toBeNull();
    expect(databaseErrorCode(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))).toBeNull();
  });

  it("a transaction is retryable after a conflict or a restart, and not after a programming error", async () => {
    const raised = (code: string) =>
      failureOf(pool.query(`do $$ begin raise exception using errcode = '${code}'; end $$`));
    for (const code of ["40001", "40P01", "57P01", "57P03", "08006", "55P03"]) {
      expect(isRetryable(new Error("wrapped", { cause: await raised(code) })), code).toBe(true);
    }
    for (const code of ["23505", "22012", "57014", "42601"]) expect(isRetryable(await raised(code)), code).toBe(false);
    const nowhere = createPool("postgres://somebody@127.0.0.1:1/nowhere", { max: 1, applicationName: "lorekeep test" });
    const refused = await failureOf(nowhere.query("select 1"));
    await nowhere.end();
    expect(isRetryable(refused)).toBe(true);
    expect(isRetryable(new TypeError("x is not a function"))).toBe(false);
  });

  it("a safe error contains no statement, parameter or value", async () => {
    const db = drizzle({ client: pool });
    await pool.query("create table names (name text constraint one_of_each primary key, born date)");
    await db.execute(sql`insert into names (name) values (${"canary"})`);
    const twice = safeDatabaseError(await failureOf(db.execute(sql`insert into names (name) values (${"canary"})`)));
    const wrong = safeDatabaseError(
      await failureOf(db.execute(sql`insert into names (name, born) values ('x', ${"canary"})`)),
    );
    expect(twice).toMatchObject({ code: "23505", constraint: "one_of_each", table: "names" });
    expect(twice.message).toBe("The database refused a statement (23505, one_of_each).");
    for (const error of [twice, wrong]) {
      expect(error).toBeInstanceOf(DatabaseFailure);
      const everything = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
      expect(everything).not.toContain("canary");
      expect(everything).not.toContain("insert");
      expect(error.stack).toMatch(/\n\s+at .*:\d+/);
    }
  });

  it("a database failure that the queue passes on as a plain object is recognised, without any value", async () => {
    await pool.query("create table ids (id uuid)");
    const error = await failureOf(pool.query("insert into ids values ('canary')"));
    if (!(error instanceof Error)) throw error;
    const told = { ...error, message: error.message, stack: error.stack };
    expect(safeDatabaseError(told)).toMatchObject({ code: "22P02" });
    expect(inspect(safeDatabaseError(told), { depth: 9, showHidden: true })).not.toContain("canary");
    const waited = { message: "timeout exceeded when trying to connect", stack: "" };
    expect(safeDatabaseError(waited).message).toMatch(/^No database connection came free/);
  });

  it("a platform that cannot be reached is not taken for the database", () => {
    const cause = Object.assign(new Error("getaddrinfo ENOTFOUND wiki.example"), { code: "ENOTFOUND" });
    const unreachable = new Unreachable("Confluence cannot be reached.", { mayHaveHappened: false, cause });
    expect(safeDatabaseError(unreachable)).toBe(unreachable);
    expect(isRetryable(unreachable)).toBe(false);
  });

  it("an error that does not come from the database stays unchanged", () => {
    const error = new RangeError("no");
    expect(safeDatabaseError(error)).toBe(error);
  });
});
