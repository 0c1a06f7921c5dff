import { sql } from "drizzle-orm";
import type { SealedField } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";

/** Queries with the database owner's rights, because the secrets of all workspaces are encrypted again together. */

/** A type, not an interface: rows of raw queries are records. */
type SealedRow = { workspaceId: string; id: string; sealed: string };

interface Batch {
  /** The id of the last row of the previous batch. */
  after: string;
  limit: number;
}

/** A column with one encrypted value, and the column that identifies its row. */
interface SealedColumn {
  table: string;
  id: string;
  column: string;
}

export const API_KEYS: SealedColumn = { table: "knowledge_integrations", id: "id", column: "api_key_sealed" };
export const ID_TOKENS: SealedColumn = { table: "provider_sessions", id: "token_hash", column: "id_token_sealed" };
export const TOTP_SECRETS: SealedColumn = { table: "second_factors", id: "user_id", column: "secret_sealed" };
export const PRIVATE_QUESTION_COLUMN: SealedColumn = { table: "private_questions", id: "id", column: "sealed" };
export const CLIENT_SECRETS: SealedColumn = { table: "sign_on_providers", id: "id", column: "secret_sealed" };
export const MODEL_KEYS: SealedColumn = { table: "model_settings", id: "workspace_id", column: "key_sealed" };
export const GRANTED_TOKENS: SealedColumn = { table: "platform_grants", id: "id", column: "tokens_sealed" };
export const WIKI_EVENT_SECRETS: SealedColumn = {
  table: "wiki_readings",
  id: "integration_id",
  column: "events_sealed",
};
export const WEBHOOK_SECRETS: SealedColumn = { table: "webhooks", id: "id", column: "secrets_sealed" };

/** Lists the next rows by id, over all workspaces. */
export async function listSealed(db: Database, of: SealedColumn, { after, limit }: Batch): Promise<SealedRow[]> {
  const [table, id, column] = [sql.identifier(of.table), sql.identifier(of.id), sql.identifier(of.column)];
  const { rows } = await db.execute<SealedRow>(sql`
    select workspace_id as "workspaceId", ${id} as id, ${column} as sealed from ${table}
    where ${id} > ${after} and ${column} is not null order by ${id} limit ${limit}`);
  return rows;
}

/** Returns false if somebody has changed the value meanwhile. */
export async function replaceSealed(db: Database, of: SealedColumn, row: SealedRow, next: string): Promise<boolean> {
  const [table, id, column] = [sql.identifier(of.table), sql.identifier(of.id), sql.identifier(of.column)];
  const { rowCount } = await db.execute(sql`
    update ${table} set ${column} = ${next}
    where workspace_id = ${row.workspaceId} and ${id} = ${row.id} and ${column} = ${row.sealed}`);
  return Boolean(rowCount);
}

type ChatSecretsRow = { workspaceId: string; id: string; secrets: Record<string, SealedField> };

/** Lists the next rows by id, over all workspaces. */
export async function listChatSecrets(db: Database, { after, limit }: Batch): Promise<ChatSecretsRow[]> {
  const { rows } = await db.execute<ChatSecretsRow>(sql`
    select workspace_id as "workspaceId", id, secrets from chat_integrations
    where id > ${after} order by id limit ${limit}`);
  return rows;
}

/** Returns false if somebody has changed the secret meanwhile. */
export async function replaceChatSecret(
  db: Database,
  { workspaceId, id, field, sealed }: SealedRow & { field: string },
  next: SealedField,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update chat_integrations set secrets = secrets || ${JSON.stringify({ [field]: next })}::jsonb
    where workspace_id = ${workspaceId} and id = ${id} and secrets -> ${field}::text ->> 'sealed' = ${sealed}`);
  return Boolean(rowCount);
}
