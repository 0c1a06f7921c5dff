import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readSchemaState } from "../db/migrate.ts";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import type { Env } from "../env.ts";
import { VERSION } from "../version.ts";
import { upgradeFolder } from "./backups.ts";
import { notesSince } from "./upgrade-notes.ts";

const CHANGELOG = fileURLToPath(new URL("../../CHANGELOG.md", import.meta.url));

export interface UpgradePlan {
  /** Migrations that the next start applies, oldest first. */
  pending: string[];
  /** What to know before, in sentences. */
  sentences: string[];
  /** False when this release must not be started on this database. */
  canStart: boolean;
}

/** What starting this release would do to the database. Changes nothing. */
export async function planUpgrade(env: Env, connection: DatabaseConnection): Promise<UpgradePlan> {
  const pool = createPool(connection, { max: 1, applicationName: "lorekeep upgrade" });
  try {
    const { pending, isInUse, isNewer } = await readSchemaState(pool);
    if (isNewer)
      return {
        pending,
        canStart: false,
        sentences: [
          `A newer release than ${VERSION} has changed this database. Start that release, or restore the backup from before it into an empty database.`,
        ],
      };
    if (!isInUse)
      return {
        pending,
        canStart: true,
        sentences: [`The database is empty: ${VERSION} makes its tables at the start.`],
      };
    if (pending.length === 0)
      return {
        pending,
        canStart: true,
        sentences: [`The database has the schema of ${VERSION}. There is nothing to do.`],
      };
    return {
      pending,
      canStart: true,
      sentences: [
        `${VERSION} changes the database in ${pending.length} steps: ${pending.join(", ")}.`,
        env.BACKUP_BEFORE_UPGRADE
          ? `A backup goes to ${upgradeFolder(env)} first; without room for it nothing is changed.`
          : "No backup is made first, because BACKUP_BEFORE_UPGRADE is no.",
        "To go back: stop it, start the earlier release on an empty database, and restore that backup with it.",
        ...notesSince(await readFile(CHANGELOG, "utf8").catch(() => ""), pending),
      ],
    };
  } finally {
    await pool.end();
  }
}
