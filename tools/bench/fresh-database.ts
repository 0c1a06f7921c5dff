import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { removeDataFolder } from "../../server/db/embedded/layout.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded/start-embedded-postgres.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createPool } from "../../server/db/pool.ts";

/**
 * Runs `work` on an empty, migrated embedded PostgreSQL with full durability. Deletes the database afterwards, unless its
 * folder `kept` is given.
 */
export async function onFreshDatabase<T>(
  work: (pool: pg.Pool, dataDir: string) => Promise<T>,
  kept?: string,
): Promise<T> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "lorekeep-bench-")));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = createPool(postgres.connection, { max: 10, applicationName: "lorekeep bench" });
  try {
    await migrate(pool);
    return await work(pool, dataDir);
  } finally {
    await pool.end();
    await postgres.stop();
    if (kept === undefined) await removeDataFolder(dataDir);
  }
}
