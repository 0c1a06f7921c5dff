import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { createPool } from "./pool.ts";
import { createPreparedStatements } from "./preparing-client.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that the test can see the prepared statements of that connection.
  pool = createPool(database.connection, { max: 1, applicationName: "lorekeep prepared" });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function preparedTexts(): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>("select statement from pg_prepared_statements");
  return rows.map(({ statement }) => statement);
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await work();
}

describe("statements that come often", () => {
  it("frequent statements are prepared once per connection, others are not", async () => {
    await times(20, () => pool.query("select $1::int + 1 as often", [1]));
    await times(2, () => pool.query("select $1::int + 2 as seldom", [1]));
    await times(20, () => pool.query("select 3 as without_values"));
    expect(await preparedTexts()).toEqual(["select $1::int + 1 as often"]);
  });

  it("frequent statements are prepared in a transaction that sends statements without waiting", async () => {
    const client = await pool.connect();
    try {
      const asked = Array.from({ length: 20 }, (_, n) => client.query("select $1::int as in_a_row", [n]));
      const answers = await Promise.all([client.query("begin"), ...asked, client.query("commit")]);
      expect(answers.slice(1, -1).map(({ rows }) => rows[0])).toEqual(asked.map((_, n) => ({ in_a_row: n })));
    } finally {
      client.release();
    }
    expect(await preparedTexts()).toContain("select $1::int as in_a_row");
  });

  it("frequent statements are prepared again after a migration has changed their columns", async () => {
    await pool.query("create table drawers (id int, label int)");
    await pool.query("insert into drawers values (1, 7)");
    const read = () => pool.query("select * from drawers where id = $1", [1]);
    await times(20, read);
    await pool.query("alter table drawers alter column label type text");
    await expect(read()).rejects.toMatchObject({ code: "0A000" });
    await times(20, async () => expect((await read()).rows).toEqual([{ id: 1, label: "7" }]));
  });

  it("a named statement fails as it would without a name, and later statements work", async () => {
    const divide = (by: number) => pool.query("select 10 / $1::int as part", [by]);
    await times(20, () => divide(5));
    await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
    expect((await divide(2)).rows).toEqual([{ part: 5 }]);
  });
});

describe("names of statements", () => {
  it("at most 300 statements get names, and a text that comes once is forgotten among thousands", () => {
    const statements = createPreparedStatements();
    for (let n = 0; n < 400; n += 1) for (let use = 0; use < 5; use += 1) statements.nameOf(`select ${n}, $1`);
    const named = Array.from({ length: 400 }, (_, n) => statements.nameOf(`select ${n}, $1`)).filter(Boolean);
    expect(new Set(named).size).toBe(300);
    expect(statements.nameOf("select 0, $1")).toBe(statements.nameOf("select 0, $1"));
  });

  it("only single statements that read or write rows get names, and no very long ones", () => {
    const statements = createPreparedStatements();
    const last = (text: string) => Array.from({ length: 9 }, () => statements.nameOf(text)).at(-1);
    expect(last("set local role other")).toBeNull();
    expect(last("begin; select 1")).toBeNull();
    expect(last(`insert into t values ${"($1), ".repeat(2_000)}`)).toBeNull();
    expect(last("\n  with a as (select 1) select * from a where 1 = $1")).toMatch(/^often_\d+$/);
  });
});
