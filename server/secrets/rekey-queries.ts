import { sql } from "drizzle-orm";
import type { SealedField } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";

/** With the owner's connection: every workspace's secrets are sealed anew together. */

/** A type, not an interface: rows of raw queries are records. */
type SealedRow = { workspaceId: string; id: string; sealed: string };

interface Batch {
  /** The id of the last row before. */
  after: string;
  limit: number;
}

/** The next rows in the order of their ids, over all workspaces. */
export async function listApiKeys(db: Database, { after, limit }: Batch): Promise<SealedRow[]> {
  const { rows } = await db.execute<SealedRow>(sql`
    select workspace_id as "workspaceId", id as id, api_key_sealed as sealed from knowledge_integrations
    where id > ${after} order by id limit ${limit}`);
  return rows;
}

/** False when somebody has changed it meanwhile. */
export async function replaceApiKey(
  db: Database,
  { workspaceId, id, sealed }: SealedRow,
  next: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update knowledge_integrations set api_key_sealed = ${next} where workspace_id = ${workspaceId} and id = ${id} and api_key_sealed = ${sealed}`);
  return Boolean(rowCount);
}

type ChatSecretsRow = { workspaceId: string; id: string; secrets: Record<string, SealedField> };

/** The next rows in the order of their ids, over all workspaces. */
export async function listChatSecrets(db: Database, { after, limit }: Batch): Promise<ChatSecretsRow[]> {
  const { rows } = await db.execute<ChatSecretsRow>(sql`
    select workspace_id as "workspaceId", id, secrets from chat_integrations
    where id > ${after} order by id limit ${limit}`);
  return rows;
}

/** False when somebody has changed it meanwhile. */
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

/** The next rows in the order of their ids, over all workspaces. */
export async function listIdTokens(db: Database, { after, limit }: Batch): Promise<SealedRow[]> {
  const { rows } = await db.execute<SealedRow>(sql`
    select workspace_id as "workspaceId", token_hash as id, id_token_sealed as sealed from provider_sessions
    where token_hash > ${after} order by token_hash limit ${limit}`);
  return rows;
}

/** False when somebody has changed it meanwhile. */
export async function replaceIdToken(db: Database, { id, sealed }: SealedRow, next: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update provider_sessions set id_token_sealed = ${next} where token_hash = ${id} and id_token_sealed = ${sealed}`);
  return Boolean(rowCount);
}

/** The next rows in the order of their ids, over all workspaces. */
export async function listTotpSecrets(db: Database, { after, limit }: Batch): Promise<SealedRow[]> {
  const { rows } = await db.execute<SealedRow>(sql`
    select workspace_id as "workspaceId", user_id as id, secret_sealed as sealed from second_factors
    where user_id > ${after} order by user_id limit ${limit}`);
  return rows;
}

/** False when somebody has changed it meanwhile. */
export async function replaceTotpSecret(
  db: Database,
  { workspaceId, id, sealed }: SealedRow,
  next: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update second_factors set secret_sealed = ${next} where workspace_id = ${workspaceId} and user_id = ${id} and secret_sealed = ${sealed}`);
  return Boolean(rowCount);
}
