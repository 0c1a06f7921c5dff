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
import {
  listApiKeys,
  listChatSecrets,
  listIdTokens,
  listTotpSecrets,
  replaceApiKey,
  replaceChatSecret,
  replaceIdToken,
  replaceTotpSecret,
} from "./rekey-queries.ts";

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
  const renew = async (sealed: string, place: SecretPlace, replace: (next: string) => Promise<boolean>) => {
    sums.total += 1;
    const next = resealed(keyRing, sealed, place);
    if (next !== null && (await replace(next))) sums.changed += 1;
  };

  await inBatches(
    (after) => listApiKeys(db, { after, limit: BATCH }),
    (row) => renew(row.sealed, apiKeyPlace(row.workspaceId, row.id), (next) => replaceApiKey(db, row, next)),
  );
  await inBatches(
    (after) => listChatSecrets(db, { after, limit: BATCH }),
    async (row) => {
      for (const [field, { sealed, last4 }] of Object.entries(row.secrets))
        await renew(sealed, chatSecretPlace(row.workspaceId, row.id, field), (next) =>
          replaceChatSecret(db, { ...row, field, sealed }, { sealed: next, last4 }),
        );
    },
  );
  await inBatches(
    (after) => listIdTokens(db, { after, limit: BATCH }),
    (row) => renew(row.sealed, idTokenPlace(row.workspaceId, row.id), (next) => replaceIdToken(db, row, next)),
    "",
  );
  await inBatches(
    (after) => listTotpSecrets(db, { after, limit: BATCH }),
    (row) => renew(row.sealed, totpPlace(row.workspaceId, row.id), (next) => replaceTotpSecret(db, row, next)),
  );
  return sums;
}

/** Null when nothing is to change. */
function resealed(keyRing: KeyRing, sealed: string, place: SecretPlace): string | null {
  if (!keyRing.needsRekey(sealed)) return null;
  try {
    return keyRing.seal(keyRing.open(sealed, place), place);
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

async function inBatches<Row extends { id: string }>(
  read: (afterId: string) => Promise<Row[]>,
  change: (row: Row) => Promise<void>,
  beforeAll = "00000000-0000-0000-0000-000000000000",
): Promise<void> {
  let after = beforeAll;
  for (;;) {
    const rows = await read(after);
    for (const row of rows) await change(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
