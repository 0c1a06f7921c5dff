import { notInArray, sql } from "drizzle-orm";
import type pg from "pg";
import { settingDefaults } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { SettingDefaults } from "../setting-defaults.ts";

/**
 * The defaults of the last release; null if they are not stored. Works even if the schema is older than their table.
 */
export async function findStoredDefaults(client: Pick<pg.Pool, "query">): Promise<SettingDefaults | null> {
  const { rows: known } = await client.query("select from pg_class where oid = to_regclass('public.setting_defaults')");
  if (known.length === 0) return null;
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select name, value from setting_defaults",
  );
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function storeDefaults(db: Database, defaults: SettingDefaults): Promise<void> {
  const rows = Object.entries(defaults).map(([name, value]) => ({ name, value }));
  await db.transaction(async (tx) => {
    await tx.delete(settingDefaults).where(notInArray(settingDefaults.name, Object.keys(defaults)));
    await tx
      .insert(settingDefaults)
      .values(rows)
      .onConflictDoUpdate({ target: settingDefaults.name, set: { value: sql`excluded.value` } });
  });
}
