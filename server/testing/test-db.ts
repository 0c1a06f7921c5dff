import type pg from "pg";
import { inject } from "vitest";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import { connectAdmin, createDatabaseName, makeDatabase, selectDatabase } from "./test-server.ts";

export interface TestDatabase {
  pool: pg.Pool;
  /** For code that opens its own connections. */
  connection: DatabaseConnection;
  /** Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** The connection stays open until the test process ends, because connecting takes as long as creating a database. */
let admin: Promise<pg.Client> | undefined;

/** Creates a database for one test file, with this release's tables. The tables are empty. */
export async function createTestDatabase({ connections = 5 } = {}): Promise<TestDatabase> {
  const { connection: server, template } = inject("testServer");
  const name = createDatabaseName();
  const client = await (admin ??= connectAdmin(server));
  await makeDatabase(client, server, name, template);
  const connection = selectDatabase(server, name);
  // The database through a connection pooler in transaction mode. Set by `npm run test:postgres -- --pooler`.
  const pooler = process.env["TEST_POOLER_URL"] && String(selectDatabase(process.env["TEST_POOLER_URL"], name));
  const options = { max: connections, applicationName: "lorekeep test", pooler: pooler || undefined };
  const pool = createPool(connection, options);
  return {
    pool,
    connection,
    drop: async () => {
      await pool.end();
      await client.query(`drop database ${name} with (force)`);
    },
  };
}
