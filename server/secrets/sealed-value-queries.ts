import { eq, sql } from "drizzle-orm";
import { keyChecks } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { SecretRow } from "./key-ring.ts";

export interface SealedValue extends SecretRow {
  sealed: string;
}

/**
 * SQL for every stored encrypted value with its row. Code that encrypts another column has to add it here; a test compares this
 * SQL with the schema.
 */
const EVERY = sql`(
  select workspace_id, 'knowledge_integrations' as "table", id::text as row_id, 'apiKey' as field, api_key_sealed as sealed
    from knowledge_integrations
  union all
  select workspace_id, 'chat_integrations', id::text, key, value ->> 'sealed' from chat_integrations, jsonb_each(secrets)
  union all
  select workspace_id, 'provider_sessions', token_hash, 'idToken', id_token_sealed from provider_sessions
  union all
  select workspace_id, 'second_factors', user_id::text, 'secret', secret_sealed from second_factors
  union all
  select workspace_id, 'private_questions', id::text, 'asked', sealed from private_questions
  union all
  select workspace_id, 'webhooks', id::text, 'secrets', secrets_sealed from webhooks
  union all
  select workspace_id, 'sign_on_providers', id::text, 'clientSecret', secret_sealed from sign_on_providers
  union all
  select workspace_id, 'model_settings', workspace_id::text, 'key', key_sealed from model_settings
  union all
  select workspace_id, 'platform_grants', id::text, 'tokens', tokens_sealed from platform_grants
  union all
  select workspace_id, 'wiki_readings', integration_id::text, 'events', events_sealed from wiki_readings
) as every`;

const kid = sql`split_part(sealed, '.', 2)`;

/** Lists, for each key in use, the number of values and a few samples for testing a key. */
export async function listUsedKeys(db: Database): Promise<{ kid: string; count: number; samples: SealedValue[] }[]> {
  const { rows } = await db.execute<{ kid: string; count: number; samples: SealedValue[] }>(sql`
    select ${kid} as kid, count(*)::int as count, to_json((array_agg(
      json_build_object('workspaceId', workspace_id, 'table', "table", 'rowId', row_id, 'field', field, 'sealed', sealed)))[1:3]) as samples
    from ${EVERY} where sealed like 'v1.%' group by 1 order by 1`);
  return rows;
}

export const listKeyChecks = (db: Database) => db.select().from(keyChecks);

export async function deleteKeyCheck(db: Database, kid: string): Promise<void> {
  await db.delete(keyChecks).where(eq(keyChecks.kid, kid));
}

/** Inserts a check value for a key. An earlier check value of the key stays. */
export async function insertKeyCheck(db: Database, check: { kid: string; sealed: string }): Promise<void> {
  await db.insert(keyChecks).values(check).onConflictDoNothing();
}

const TROUBLE = "Its stored credentials cannot be read any more. Enter them again.";

export async function eraseLostSecrets(db: Database, kid: string): Promise<void> {
  const isLost = (sealed: ReturnType<typeof sql>) => sql`split_part(${sealed}, '.', 2) = ${kid}`;
  await db.execute(sql`
    update knowledge_integrations set trouble = ${TROUBLE}, api_key_sealed = '', api_key_last4 = ''
    where ${isLost(sql`api_key_sealed`)}`);
  await db.execute(sql`
    update chat_integrations set trouble = ${TROUBLE}, secrets = coalesce(
      (select jsonb_object_agg(key, value) from jsonb_each(secrets) where not (${isLost(sql`value ->> 'sealed'`)})), '{}')
    where exists (select from jsonb_each(secrets) where ${isLost(sql`value ->> 'sealed'`)})`);
  await db.execute(sql`delete from provider_sessions where ${isLost(sql`id_token_sealed`)}`);
  // Without the stored secret no code could be right, so the password alone is enough until the person sets up an app again.
  await db.execute(sql`
    delete from recovery_codes c using second_factors f
    where f.workspace_id = c.workspace_id and f.user_id = c.user_id and ${isLost(sql`f.secret_sealed`)}`);
  await db.execute(sql`
    update webhooks set is_active = false, secrets_sealed = '', old_secret_until = null,
      off_because = 'Its secret cannot be read any more. Make a new one and switch it on.'
    where ${isLost(sql`secrets_sealed`)}`);
  await db.execute(sql`delete from second_factors where ${isLost(sql`secret_sealed`)}`);
  await db.execute(sql`
    update model_settings set provider = null, key_sealed = null, key_last4 = null where ${isLost(sql`key_sealed`)}`);
  await db.execute(sql`delete from sign_on_providers where ${isLost(sql`secret_sealed`)}`);
  await db.execute(sql`
    update platform_grants set tokens_sealed = '', sole_account = null, ended_because = ${"Its tokens cannot be read any more. Connect it again."}
    where ${isLost(sql`tokens_sealed`)}`);
  await db.execute(sql`
    update wiki_readings set events_key = null, events_sealed = null, event_at = null where ${isLost(sql`events_sealed`)}`);
  await db.execute(sql`delete from private_questions where ${isLost(sql`sealed`)}`);
}
