import { sql } from "drizzle-orm";
import type { SealedField } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";
import {
  apiKeyPlace,
  CannotOpen,
  chatSecretPlace,
  idTokenPlace,
  type KeyRing,
  type SecretPlace,
  totpPlace,
} from "./key-ring.ts";

const BATCH = 200;

/** In secrets, not rows. */
export interface Rekeyed {
  changed: number;
  total: number;
}

/**
 * Seals every stored secret with the current key; afterwards the older keys can go. Runs beside everything else: a secret
 * that somebody changes meanwhile is left as they set it, and one that cannot be opened stays as it is.
 */
export async function rekey(db: Database, keyRing: KeyRing): Promise<Rekeyed> {
  const sums: Rekeyed = { changed: 0, total: 0 };

  /** Null when nothing is to change. */
  function resealed(sealed: string, place: SecretPlace): string | null {
    sums.total += 1;
    if (!keyRing.needsRekey(sealed)) return null;
    try {
      return keyRing.seal(keyRing.open(sealed, place), place);
    } catch (error) {
      if (error instanceof CannotOpen) return null;
      throw error;
    }
  }

  await inBatches<{ workspaceId: string; id: string; sealed: string }>(
    (after) =>
      db.execute(sql`select workspace_id as "workspaceId", id, api_key_sealed as sealed from knowledge_integrations
        where id > ${after} order by id limit ${BATCH}`),
    async ({ workspaceId, id, sealed }) => {
      const next = resealed(sealed, apiKeyPlace(workspaceId, id));
      if (next === null) return;
      const { rowCount } = await db.execute(sql`update knowledge_integrations set api_key_sealed = ${next}
        where workspace_id = ${workspaceId} and id = ${id} and api_key_sealed = ${sealed}`);
      sums.changed += rowCount ?? 0;
    },
  );
  await inBatches<{ workspaceId: string; id: string; secrets: Record<string, SealedField> }>(
    (after) =>
      db.execute(sql`select workspace_id as "workspaceId", id, secrets from chat_integrations
        where id > ${after} order by id limit ${BATCH}`),
    async ({ workspaceId, id, secrets }) => {
      for (const [field, { sealed, last4 }] of Object.entries(secrets)) {
        const next = resealed(sealed, chatSecretPlace(workspaceId, id, field));
        if (next === null) continue;
        const { rowCount } = await db.execute(sql`
          update chat_integrations set secrets = secrets || ${JSON.stringify({ [field]: { sealed: next, last4 } })}::jsonb
          where workspace_id = ${workspaceId} and id = ${id} and secrets -> ${field}::text ->> 'sealed' = ${sealed}`);
        sums.changed += rowCount ?? 0;
      }
    },
  );
  await inBatches<{ workspaceId: string; id: string; sealed: string }>(
    (after) =>
      db.execute(sql`select workspace_id as "workspaceId", token_hash as id, id_token_sealed as sealed from provider_sessions
        where token_hash > ${after} order by token_hash limit ${BATCH}`),
    async ({ workspaceId, id, sealed }) => {
      const next = resealed(sealed, idTokenPlace(workspaceId, id));
      if (next === null) return;
      const { rowCount } = await db.execute(sql`update provider_sessions set id_token_sealed = ${next}
        where token_hash = ${id} and id_token_sealed = ${sealed}`);
      sums.changed += rowCount ?? 0;
    },
    "",
  );
  await inBatches<{ workspaceId: string; id: string; sealed: string }>(
    (after) =>
      db.execute(sql`select workspace_id as "workspaceId", user_id as id, secret_sealed as sealed from second_factors
        where user_id > ${after} order by user_id limit ${BATCH}`),
    async ({ workspaceId, id, sealed }) => {
      const next = resealed(sealed, totpPlace(workspaceId, id));
      if (next === null) return;
      const { rowCount } = await db.execute(sql`update second_factors set secret_sealed = ${next}
        where workspace_id = ${workspaceId} and user_id = ${id} and secret_sealed = ${sealed}`);
      sums.changed += rowCount ?? 0;
    },
  );
  return sums;
}

async function inBatches<Row extends { id: string }>(
  read: (afterId: string) => PromiseLike<{ rows: unknown[] }>,
  change: (row: Row) => Promise<void>,
  beforeAll = "00000000-0000-0000-0000-000000000000",
): Promise<void> {
  let after = beforeAll;
  for (;;) {
    const rows = (await read(after)).rows as Row[];
    for (const row of rows) await change(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
