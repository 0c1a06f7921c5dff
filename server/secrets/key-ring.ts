import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** The row of an encrypted value. A value that is copied to another row cannot be decrypted. */
export interface SecretRow {
  workspaceId: string;
  table: string;
  rowId: string;
  field: string;
}

export const locateApiKey = (workspaceId: string, rowId: string): SecretRow => ({
  workspaceId,
  table: "knowledge_integrations",
  rowId,
  field: "apiKey",
});
/** The place of a secret of a chat integration. `field` is the manifest's key, such as 'botToken'. */
export const locateChatSecret = (workspaceId: string, rowId: string, field: string): SecretRow => ({
  workspaceId,
  table: "chat_integrations",
  rowId,
  field,
});
/** The place of the identity provider's own token of a session. `tokenHash` is the hash of the session's token. */
export const locateIdToken = (workspaceId: string, tokenHash: string): SecretRow => ({
  workspaceId,
  table: "provider_sessions",
  rowId: tokenHash,
  field: "idToken",
});

/** The place of the secret that a person's authenticator app shares with the product. */
export const locateTotpSecret = (workspaceId: string, userId: string): SecretRow => ({
  workspaceId,
  table: "second_factors",
  rowId: userId,
  field: "secret",
});

/** The place of a private question, with the address of its answer. */
export const locatePrivateQuestion = (workspaceId: string, rowId: string): SecretRow => ({
  workspaceId,
  table: "private_questions",
  rowId,
  field: "asked",
});

/** The place of the signing secrets of a webhook. */
export const locateWebhookSecret = (workspaceId: string, webhookId: string): SecretRow => ({
  workspaceId,
  table: "webhooks",
  rowId: webhookId,
  field: "secrets",
});

/** The place of the client secret at a workspace's own identity provider. */
export const locateClientSecret = (workspaceId: string, providerId: string): SecretRow => ({
  workspaceId,
  table: "sign_on_providers",
  rowId: providerId,
  field: "clientSecret",
});

/** The place of the API key of a workspace's own language model. */
export const locateModelKey = (workspaceId: string): SecretRow => ({
  workspaceId,
  table: "model_settings",
  rowId: workspaceId,
  field: "key",
});

/** The place of the secret with which a knowledge platform signs events about changed pages. */
export const locateWikiEventSecret = (workspaceId: string, integrationId: string): SecretRow => ({
  workspaceId,
  table: "wiki_readings",
  rowId: integrationId,
  field: "events",
});

/** The place of the access and refresh token that a platform issued to the operator's app. */
export const locateGrantTokens = (workspaceId: string, grantId: string): SecretRow => ({
  workspaceId,
  table: "platform_grants",
  rowId: grantId,
  field: "tokens",
});

export interface KeyRing {
  /** Encrypts to 'v1.<kid>.<iv>.<tag>.<ciphertext>' by AES-256-GCM with the current key; `kid` is a hash of the key. */
  seal(plain: string, place: SecretRow): string;
  /** Decrypts a value. Throws `CannotDecrypt` unless a key of this ring encrypted the value for this row. */
  open(sealed: string, place: SecretRow): string;
  readonly currentKid: string;
  knows(kid: string): boolean;
  /** True if an older key encrypted the value. */
  needsRekey(sealed: string): boolean;
  /**
   * Returns HMAC-SHA-256 as base64url. The HMAC key (the entry 'hmac', or one derived from the oldest key) never changes, so
   * that replacing the encryption key does not change publication markers.
   */
  hmac(value: string, purpose: string): string;
}

/** The value was changed, moved, or encrypted with a missing key. The message names the case, never the value. */
export class CannotDecrypt extends Error {}

interface RingKey {
  /** The key's name in the key file. */
  label: string;
  kid: string;
  key: Buffer;
}

const HMAC_LABEL = "hmac";

/** Returns a key's own name: 16 hex digits of its SHA-256. Different keys have different names, whatever their label. */
const nameOf = (key: Buffer) => createHash("sha256").update("lorekeep key ").update(key).digest("hex").slice(0, 16);

export function createKeyRing(text: string): KeyRing {
  const entries = parseKeys(text);
  const keys = entries.filter(({ label }) => label !== HMAC_LABEL);
  const [current] = keys;
  const oldest = keys.at(-1);
  if (!current || !oldest) throw new Error("APP_KEYS holds no key. Give one as name:base64 of 32 bytes.");
  const hmacRoot = entries.find(({ label }) => label === HMAC_LABEL) ?? oldest;
  // Earlier releases stored the label, which two keys may share. Such values can still be decrypted, and `rekey` replaces them.
  const byKid = new Map(keys.flatMap(({ label, kid, key }) => [[label, key] as const, [kid, key] as const]));

  return {
    currentKid: current.kid,
    knows: (kid) => byKid.has(kid),
    needsRekey: (sealed) => getKeyId(sealed) !== current.kid,
    seal(plain, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current.key, iv, { authTagLength: 16 });
      cipher.setAAD(additionalData(place));
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return ["v1", current.kid, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(
        ".",
      );
    },
    open(sealed, place) {
      const [version, kid = "", ...parts] = sealed.split(".");
      const [iv, tag, body] = parts.map((part) => Buffer.from(part, "base64url"));
      if (version !== "v1" || parts.length !== 3 || iv?.length !== 12 || tag?.length !== 16 || !body)
        throw new CannotDecrypt("A stored secret has an unknown form.");
      const key = byKid.get(kid);
      if (!key) throw new CannotDecrypt(`A stored secret was sealed with the key ${kid}, which is not among APP_KEYS.`);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
      decipher.setAAD(additionalData(place));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        throw new CannotDecrypt("A stored secret was changed or moved to another place.");
      }
    },
    hmac(value, purpose) {
      const key = Buffer.from(hkdfSync("sha256", hmacRoot.key, "", `lorekeep hmac ${purpose}`, 32));
      return createHmac("sha256", key).update(value).digest("base64url");
    },
  };
}

/** Returns the name of the key that decrypts the value; '' when the value's form is unknown. */
export function getKeyId(sealed: string): string {
  return /^v1\.([\w-]+)\./.exec(sealed)?.[1] ?? "";
}

function parseKeys(text: string): RingKey[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry && !entry.startsWith("#"));
  const keys = entries.map((entry, index) => {
    const [, label, base64] = /^([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? [];
    const key = Buffer.from(base64 ?? "", "base64");
    if (!label || key.length !== 32)
      throw new Error(
        `Entry ${index + 1} of APP_KEYS is not name:base64 of 32 bytes. Make one: openssl rand -base64 32`,
      );
    return { label, kid: nameOf(key), key };
  });
  if (new Set(keys.map(({ label }) => label)).size !== keys.length)
    throw new Error("Two entries of APP_KEYS have the same name.");
  return keys;
}

function additionalData({ workspaceId, table, rowId, field }: SecretRow): Buffer {
  return Buffer.from([workspaceId, table, rowId, field].join("|"), "utf8");
}
