import type { Database } from "../db/workspace-scope.ts";
import {
  CannotDecrypt,
  type KeyRing,
  locateApiKey,
  locateChatSecret,
  locateClientSecret,
  locateGrantTokens,
  locateIdToken,
  locateModelKey,
  locatePrivateQuestion,
  locateTotpSecret,
  locateWebhookSecret,
  locateWikiEventSecret,
  type SecretRow,
} from "./key-ring.ts";
import {
  API_KEYS,
  CLIENT_SECRETS,
  GRANTED_TOKENS,
  ID_TOKENS,
  listChatSecrets,
  listSealed,
  MODEL_KEYS,
  PRIVATE_QUESTION_COLUMN,
  replaceChatSecret,
  replaceSealed,
  TOTP_SECRETS,
  WEBHOOK_SECRETS,
  WIKI_EVENT_SECRETS,
} from "./rekey-queries.ts";

const BATCH = 200;
const NO_ID = "00000000-0000-0000-0000-000000000000";
const COLUMNS = [
  { of: API_KEYS, placeOf: locateApiKey, beforeAll: NO_ID },
  { of: ID_TOKENS, placeOf: locateIdToken, beforeAll: "" },
  { of: TOTP_SECRETS, placeOf: locateTotpSecret, beforeAll: NO_ID },
  { of: PRIVATE_QUESTION_COLUMN, placeOf: locatePrivateQuestion, beforeAll: NO_ID },
  { of: MODEL_KEYS, placeOf: locateModelKey, beforeAll: NO_ID },
  { of: CLIENT_SECRETS, placeOf: locateClientSecret, beforeAll: NO_ID },
  { of: GRANTED_TOKENS, placeOf: locateGrantTokens, beforeAll: NO_ID },
  { of: WEBHOOK_SECRETS, placeOf: locateWebhookSecret, beforeAll: NO_ID },
  { of: WIKI_EVENT_SECRETS, placeOf: locateWikiEventSecret, beforeAll: NO_ID },
];

/** Counts of secrets, not of rows. */
export interface RekeyCounts {
  changed: number;
  total: number;
}

/**
 * Encrypts every stored secret again with the current key, after which older keys can be removed. The product may run
 * meanwhile: a secret that somebody changes keeps the change. A secret that cannot be decrypted stays unchanged.
 */
export async function rekeySecrets(db: Database, keyRing: KeyRing): Promise<RekeyCounts> {
  const sums: RekeyCounts = { changed: 0, total: 0 };
  const renew = async (sealed: string, place: SecretRow, replace: (next: string) => Promise<boolean>) => {
    sums.total += 1;
    const next = resealed(keyRing, sealed, place);
    if (next !== null && (await replace(next))) sums.changed += 1;
  };

  for (const { of, placeOf, beforeAll } of COLUMNS)
    await inBatches(
      (after) => listSealed(db, of, { after, limit: BATCH }),
      (row) => renew(row.sealed, placeOf(row.workspaceId, row.id), (next) => replaceSealed(db, of, row, next)),
      beforeAll,
    );
  await inBatches(
    (after) => listChatSecrets(db, { after, limit: BATCH }),
    async (row) => {
      for (const [field, { sealed, last4 }] of Object.entries(row.secrets))
        await renew(sealed, locateChatSecret(row.workspaceId, row.id, field), (next) =>
          replaceChatSecret(db, { ...row, field, sealed }, { sealed: next, last4 }),
        );
    },
  );
  return sums;
}

/** Returns the value encrypted with the current key; null if it already is. */
function resealed(keyRing: KeyRing, sealed: string, place: SecretRow): string | null {
  if (!keyRing.needsRekey(sealed)) return null;
  try {
    return keyRing.seal(keyRing.open(sealed, place), place);
  } catch (error) {
    if (error instanceof CannotDecrypt) return null;
    throw error;
  }
}

async function inBatches<Row extends { id: string }>(
  read: (afterId: string) => Promise<Row[]>,
  change: (row: Row) => Promise<void>,
  beforeAll = NO_ID,
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
