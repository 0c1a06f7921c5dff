import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { toSessionConfig } from "./pool.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
/** The id of the advisory lock that every migrating process takes. The number is arbitrary. */
const LOCK = 715_043_101;

/** Thrown when a newer release, unknown to this release, has changed the database's schema. */
export class NewerSchemaError extends Error {}

export interface SchemaState {
  /** Names of this release's migrations that the database lacks, oldest first. */
  pending: string[];
  /** False for a database with which no release has started yet. */
  isInUse: boolean;
  /** True when a newer release has changed the schema. */
  isNewer: boolean;
}

/** Compares the database's schema with this release's. Changes nothing. */
export async function readSchemaState(client: Pick<pg.ClientBase, "query">): Promise<SchemaState> {
  const { rows: known } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  const { rows } = known[0]?.there
    ? await client.query<{ last: string | null }>("select max(created_at) as last from drizzle.__drizzle_migrations")
    : { rows: [] };
  const last = rows[0]?.last === undefined || rows[0].last === null ? null : Number(rows[0].last);
  return {
    pending: journal.entries.filter(({ when }) => last === null || when > last).map(({ tag }) => tag),
    isInUse: last !== null,
    isNewer: last !== null && journal.entries.every(({ when }) => when < last),
  };
}

/**
 * Migrates the database to this release's schema; concurrent processes wait for each other. `beforeUpgrade` runs once before
 * the database of an older release is changed; if `beforeUpgrade` fails, nothing is changed. Throws `NewerSchemaError`.
 */
export async function migrate(
  pool: pg.Pool,
  beforeUpgrade: (pending: readonly string[]) => Promise<void> = async () => undefined,
): Promise<void> {
  const client = new pg.Client({ ...toSessionConfig(pool), application_name: "lorekeep migrations" });
  // A lost connection already fails the running statement, so this event needs no handling.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const { pending, isInUse, isNewer } = await readSchemaState(client);
    if (isNewer)
      throw new NewerSchemaError(
        "A newer release has changed this database. Start that release again, or restore the backup that was made before the upgrade into an empty database.",
      );
    if (pending.length === 0) return;
    if (isInUse) await beforeUpgrade(pending);
    await applyMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection releases the lock and resets the session's settings, even after a failure.
    await client.end().catch(() => undefined);
  }
}
