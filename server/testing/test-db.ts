import type pg from "pg";
import { inject } from "vitest";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import { asAdmin, inDatabase, makeDatabase, newDatabaseName } from "./test-server.ts";

export interface TestDatabase {
  pool: pg.Pool;
  /** For what opens connections of its own. */
  connection: DatabaseConnection;
  /** Call it in `afterAll`. */
  drop(): Promise<void>;
}

/** A database of its own for one test file, with this release's tables, all empty. */
export async function createTestDatabase({ connections = 5 } = {}): Promise<TestDatabase> {
  const { connection: server, template } = inject("testServer");
  const name = newDatabaseName();
  await makeDatabase(server, name, template);
  const connection = inDatabase(server, name);
  // Set by `npm run test:postgres -- --pooler`: the same database by a pooler in transaction mode.
  const pooler = process.env["TEST_POOLER_URL"] && String(inDatabase(process.env["TEST_POOLER_URL"], name));
  const options = { max: connections, applicationName: "lorekeep test", pooler: pooler || undefined };
  const pool = createPool(connection, options);
  return {
    pool,
    connection,
    drop: async () => {
      await pool.end();
      await asAdmin(server, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}
