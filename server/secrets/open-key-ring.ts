import type { Database } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import { getKeyFilePath, type KeyFileLocation, loadKeyRing, readKeyRing } from "./key-file.ts";
import { CannotDecrypt, type KeyRing, type SecretRow } from "./key-ring.ts";
import {
  deleteKeyCheck,
  eraseLostSecrets,
  insertKeyCheck,
  listKeyChecks,
  listUsedKeys,
  type SealedValue,
} from "./sealed-value-queries.ts";

const CHECK_PLACE: SecretRow = { workspaceId: "", table: "key_checks", rowId: "", field: "sealed" };

/**
 * Loads the installation's encryption keys and compares them with the database. Throws with the remedy if stored values cannot
 * be decrypted: the key file is missing (no new file is then created) or is another one. With ACCEPT_LOST_SECRETS the product
 * erases these values, and their integrations need new credentials.
 */
export async function openKeyRing(
  db: Database,
  place: KeyFileLocation & { env: Pick<Env, "ACCEPT_LOST_SECRETS"> },
): Promise<KeyRing> {
  const { found, lost, problem } = await checkEncryptionKeys(db, place);
  if (problem && !place.env.ACCEPT_LOST_SECRETS) throw new Error(problem);
  for (const { kid } of lost) await eraseLostSecrets(db, kid);
  const keyRing = found ?? loadKeyRing(place);
  await compareCheckValues(db, keyRing);
  return keyRing;
}

/** Returns the existing keys, and the names of missing keys. `problem` is the sentence for the operator. Changes nothing. */
export async function checkEncryptionKeys(db: Database, place: KeyFileLocation) {
  const found = readKeyRing(place);
  const used = await listUsedKeys(db);
  const lost = used.filter(({ samples }) => !samples.some((sample) => found && opens(found, sample)));
  const count = lost.reduce((sum, each) => sum + each.count, 0);
  const kids = lost.map(({ kid }) => kid);
  const problem = count === 0 ? null : found ? otherKeys(place, count, kids) : missingKeys(place, count, kids);
  return { found, lost, problem };
}

function opens(keyRing: KeyRing, { sealed, ...place }: SealedValue): boolean {
  try {
    keyRing.open(sealed, place);
    return true;
  } catch (error) {
    if (error instanceof CannotDecrypt) return false;
    throw error;
  }
}

/** Refuses a different key with the name of an earlier key, even if the earlier key encrypted only the check value. */
async function compareCheckValues(db: Database, keyRing: KeyRing): Promise<void> {
  for (const { kid, sealed } of await listKeyChecks(db)) {
    if (!keyRing.knows(kid)) await deleteKeyCheck(db, kid);
    else if (!opens(keyRing, { ...CHECK_PLACE, sealed }))
      throw new Error(`The check value of the key ${kid} was changed in the database. Restore it from a backup.`);
  }
  const sealed = keyRing.seal("lorekeep", CHECK_PLACE);
  await insertKeyCheck(db, { kid: keyRing.currentKid, sealed });
}

function missingKeys({ dataDir }: KeyFileLocation, count: number, kids: string[]): string {
  return (
    `The key file ${getKeyFilePath(dataDir)} is missing, and ${inWords(count, kids)}. No new key was made. ` +
    `Put the file back from where it is kept apart from the backups, or set APP_KEYS. ${IF_LOST}`
  );
}

function otherKeys({ env, dataDir }: KeyFileLocation, count: number, kids: string[]): string {
  const place = env.APP_KEYS ? "APP_KEYS" : (env.APP_KEYS_FILE ?? getKeyFilePath(dataDir));
  return `The keys of ${place} are not those of this database: ${inWords(count, kids)}. Bring back the right ones, or add them behind the current one. ${IF_LOST}`;
}

const inWords = (count: number, kids: string[]) =>
  `${count === 1 ? "1 stored credential was" : `${count} stored credentials were`} sealed with the key ${kids.join(", ")}`;

const IF_LOST =
  "If they are lost for good, start once with ACCEPT_LOST_SECRETS=yes: the integrations stay and ask for their credentials again.";
