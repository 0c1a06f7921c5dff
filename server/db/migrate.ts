import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
/** Any fixed number: the same in every process that migrates. */
const LOCK = 715_043_101;

/** Brings the database to this release's schema. Forward only; several processes at once take turns. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await applyMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection frees the lock and the changed settings with it, whatever happened.
    client.release(true);
  }
}
