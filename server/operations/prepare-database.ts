import type pg from "pg";
import type { Logger } from "pino";
import { setUnknownAddressProofs } from "../db/address-proof.ts";
import { migrate } from "../db/migrate.ts";
import type { DatabaseConnection } from "../db/pool.ts";
import { openDatabase } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import { DEFAULT_VALUES } from "../env-variables.ts";
import { backUpBeforeUpgrade } from "./backups.ts";
import { compareSettings, refuseUndecided } from "./changed-settings.ts";
import { findStoredDefaults, storeDefaults } from "./setting-default-queries.ts";

interface PrepareOptions {
  pool: pg.Pool;
  connection: DatabaseConnection;
  env: Env;
  log: Logger;
}

/**
 * Migrates the database to this release after a backup. First throws an `EnvError` if a security-relevant default has changed
 * since the last release and the operator has not set it.
 */
export async function prepareDatabase(
  { pool, connection, env, log }: PrepareOptions,
  current = DEFAULT_VALUES,
): Promise<void> {
  const noted = await findStoredDefaults(pool);
  const changes = compareSettings(env, noted, current);
  refuseUndecided(changes);
  await migrate(pool, (pending) => backUpBeforeUpgrade({ pool, connection, env, log }, pending));
  await setUnknownAddressProofs(openDatabase(pool), { sendsMail: env.SMTP_URL !== undefined });
  if (!noted || changes.length > 0) await storeDefaults(openDatabase(pool), current);
}
