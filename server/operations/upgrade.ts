import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readSchemaState } from "../db/migrate.ts";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import type { Env } from "../env.ts";
import { DEFAULT_VALUES } from "../env-variables.ts";
import { VERSION } from "../version.ts";
import { getUpgradeFolder } from "./backups.ts";
import { type ChangedSetting, compareSettings, describeChange, listUndecidedChanges } from "./changed-settings.ts";
import { findStoredDefaults } from "./setting-default-queries.ts";
import { listNotesSince } from "./upgrade-notes.ts";

const CHANGELOG = fileURLToPath(new URL("../../CHANGELOG.md", import.meta.url));

export interface UpgradePlan {
  /** Migrations that the next start applies, oldest first. */
  pending: string[];
  /** Differences between this release's settings and the last release's. */
  settings: ChangedSetting[];
  /** Facts that the operator should know before the upgrade, in sentences. */
  sentences: string[];
  /** False if this release refuses to start on this database. */
  canStart: boolean;
}

/** Describes what a start of this release would do to the database, without changing the database. */
export async function planUpgrade(
  env: Env,
  connection: DatabaseConnection,
  defaults = DEFAULT_VALUES,
): Promise<UpgradePlan> {
  const pool = createPool(connection, { max: 1, applicationName: "lorekeep upgrade" });
  try {
    const { pending, isInUse, isNewer } = await readSchemaState(pool);
    if (isNewer) return { pending, settings: [], canStart: false, sentences: [NEWER] };
    const settings = compareSettings(env, await findStoredDefaults(pool), defaults);
    const open = listUndecidedChanges(settings);
    const sentences = isInUse
      ? await sentencesOf(env, pending)
      : [`The database is empty: ${VERSION} makes its tables at the start.`];
    sentences.push(...settings.map(describeChange));
    if (open.length > 0)
      sentences.push(
        `Before it starts, set ${open.map(({ name }) => name).join(", ")}: to what was or to what is new.`,
      );
    return { pending, settings, canStart: open.length === 0, sentences };
  } finally {
    await pool.end();
  }
}

const NEWER = `A newer release than ${VERSION} has changed this database. Start that release, or restore the backup from before it into an empty database.`;

async function sentencesOf(env: Env, pending: string[]): Promise<string[]> {
  if (pending.length === 0) return [`The database has the schema of ${VERSION}. There is nothing to do.`];
  return [
    `${VERSION} changes the database in ${pending.length} steps: ${pending.join(", ")}.`,
    env.BACKUP_BEFORE_UPGRADE
      ? `A backup goes to ${getUpgradeFolder(env)} first; without room for it nothing is changed.`
      : "No backup is made first, because BACKUP_BEFORE_UPGRADE is no.",
    "To go back: stop it, start the earlier release on an empty database, and restore that backup with it.",
    ...listNotesSince(await readFile(CHANGELOG, "utf8").catch(() => ""), pending),
  ];
}
