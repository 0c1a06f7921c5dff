import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import type { KeyRing } from "./key-ring.ts";

/**
 * Throws when credentials are stored whose key is not in the ring: it is the wrong key file, or the backup came without it.
 * With ACCEPT_LOST_SECRETS their integrations ask to be connected again instead.
 */
export async function checkKeyRing(
  db: Database,
  keyRing: KeyRing,
  { ACCEPT_LOST_SECRETS }: Pick<Env, "ACCEPT_LOST_SECRETS">,
): Promise<void> {
  const { rows } = await db.execute<{ kid: string }>(sql`
    select split_part(api_key_sealed, '.', 2) as kid from knowledge_integrations where api_key_sealed like 'v1.%'
    union
    select split_part(value ->> 'sealed', '.', 2) from chat_integrations, jsonb_each(secrets)
    where value ->> 'sealed' like 'v1.%'`);
  const lost = rows.map(({ kid }) => kid).filter((kid) => !keyRing.knows(kid));
  if (lost.length === 0) return;
  if (!ACCEPT_LOST_SECRETS) {
    throw new Error(
      `Stored credentials need the key ${lost.join(", ")}, which is not among the keys of this installation. ` +
        "Bring back its key file (app-keys in the data folder, or APP_KEYS). If it is lost for good, start once with " +
        "ACCEPT_LOST_SECRETS=yes: the integrations stay and ask for their credentials again.",
    );
  }
  const trouble = "Its stored credentials cannot be read any more. Enter them again.";
  await db.execute(sql`
    update knowledge_integrations set trouble = ${trouble} where split_part(api_key_sealed, '.', 2) in ${lost}`);
  await db.execute(sql`
    update chat_integrations set trouble = ${trouble} where exists (
      select from jsonb_each(secrets) where split_part(value ->> 'sealed', '.', 2) in ${lost})`);
}
