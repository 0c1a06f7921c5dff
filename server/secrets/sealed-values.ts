import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";
import type { SecretPlace } from "./key-ring.ts";

export interface SealedValue extends SecretPlace {
  sealed: string;
}

/** Every stored sealed value with its place. What seals into another column adds it here: a test compares this with the schema. */
const EVERY = sql`(
  select workspace_id, 'knowledge_integrations' as "table", id::text as row_id, 'apiKey' as field, api_key_sealed as sealed
    from knowledge_integrations
  union all
  select workspace_id, 'chat_integrations', id::text, key, value ->> 'sealed' from chat_integrations, jsonb_each(secrets)
  union all
  select workspace_id, 'provider_sessions', token_hash, 'idToken', id_token_sealed from provider_sessions
) as every`;

const kid = sql`split_part(sealed, '.', 2)`;

/** Of each key's name that sealed values carry: how many there are, and a few of them to try a key on. */
export async function listUsedKeys(db: Database): Promise<{ kid: string; count: number; samples: SealedValue[] }[]> {
  const { rows } = await db.execute<{ kid: string; count: number; samples: SealedValue[] }>(sql`
    select ${kid} as kid, count(*)::int as count, to_json((array_agg(
      json_build_object('workspaceId', workspace_id, 'table', "table", 'rowId', row_id, 'field', field, 'sealed', sealed)))[1:3]) as samples
    from ${EVERY} where sealed like 'v1.%' group by 1 order by 1`);
  return rows;
}
