import type pg from "pg";
import { inject } from "vitest";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import { connectAdmin, inDatabase, makeDatabase, newDatabaseName } from "./test-server.ts";

export interface TestDatabase {
  pool: pg.Pool;
  /** For code that opens connections of its own. */
  connection: DatabaseConnection;
  /** Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** Stays open until the worker ends: a connection for each creation takes as long as the rest of it. */
let admin: Promise<pg.Client> | undefined;

/** A database of its own for one test file, with this release's tables, all empty. */
export async function createTestDatabase({ connections = 5 } = {}): Promise<TestDatabase> {
  const { connection: server, template } = inject("testServer");
  const name = newDatabaseName();
  const client = await (admin ??= connectAdmin(server));
  await makeDatabase(client, server, name, template);
  const connection = inDatabase(server, name);
  // Set by `npm run test:postgres -- --pooler`: the same database through a pooler in transaction mode.
  const pooler = process.env["TEST_POOLER_URL"] && String(inDatabase(process.env["TEST_POOLER_URL"], name));
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
