import { ConnectorError } from "../../connectors/errors.ts";
import { type ConnectorManifest, joinCredential } from "../../connectors/manifest.ts";
import { getManifest, type KnowledgePlatform } from "../../connectors/manifests.ts";
import type { SealedField } from "../db/schema.ts";
import { createGrantHandle } from "../grants/handle.ts";
import { CannotDecrypt, type KeyRing, locateApiKey, locateChatSecret } from "../secrets/key-ring.ts";
import { isMasked, maskSecret } from "../secrets/mask.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";
import type { KnowledgeIntegrationRow } from "./knowledge-integration-queries.ts";

/**
 * Credentials as entered, stored and passed to a connector. The API returns only masks. If a person saves a blank value
 * or the mask, the stored value stays.
 */
export interface StoredFields {
  config: Record<string, string>;
  secrets: Record<string, SealedField>;
}

const last4 = (value: string) => (value.length >= 12 ? value.slice(-4) : "");

/** Returns an entered secret. Null if the stored secret has to stay: the value is missing, blank, or the mask. */
export function parseEnteredSecret(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" || isMasked(trimmed) ? null : trimmed;
}

export function sealApiKey(keys: KeyRing, workspaceId: string, id: string, apiKey: string) {
  return { apiKeySealed: keys.seal(apiKey, locateApiKey(workspaceId, id)), apiKeyLast4: last4(apiKey) };
}

/** The decrypted configuration of a knowledge integration. Pass it to the connector, and keep it nowhere. */
export function openKnowledgeConfig(keys: KeyRing, row: KnowledgeIntegrationRow): Record<string, string> {
  const { workspaceId, grantId, settings, baseUrl, spaceId, origin } = row;
  const place = { ...settings, baseUrl, spaceId, ...(origin && { origin }) };
  if (grantId) return { ...place, apiKey: createGrantHandle(keys, { workspaceId, id: grantId }) };
  return joinCredential(getManifest(row.type as KnowledgePlatform), { ...place, apiKey: openApiKey(keys, row) });
}

/** Decrypts the credential that a person entered. */
export const openApiKey = (keys: KeyRing, { workspaceId, id, apiKeySealed }: KnowledgeIntegrationRow): string =>
  keys.open(apiKeySealed, locateApiKey(workspaceId, id));

/**
 * Divides the entered values into readable fields and sealed secrets, by the manifest. If a field has no new value, the
 * stored value stays.
 */
export function sealChatFields(
  keys: KeyRing,
  row: Pick<ChatIntegrationRow, "workspaceId" | "id" | "platform"> & StoredFields,
  given: Record<string, string | undefined>,
): StoredFields {
  const stored: StoredFields = { config: { ...row.config }, secrets: { ...row.secrets } };
  for (const field of getManifest(row.platform).fields) {
    const value = given[field.key]?.trim();
    if (value === undefined) continue;
    if (!field.secret) {
      stored.config[field.key] = value;
      continue;
    }
    const secret = parseEnteredSecret(value);
    if (secret === null) continue;
    const place = locateChatSecret(row.workspaceId, row.id, field.key);
    stored.secrets[field.key] = { sealed: keys.seal(secret, place), last4: last4(secret) };
  }
  return stored;
}

/** The decrypted configuration of a chat integration. Pass it to the connector, and keep it nowhere. */
export function openChatConfig(keys: KeyRing, row: ChatIntegrationRow): Record<string, string> {
  const opened = Object.entries(row.secrets).map(([key, { sealed }]) => [
    key,
    keys.open(sealed, locateChatSecret(row.workspaceId, row.id, key)),
  ]);
  const { connect }: ConnectorManifest = getManifest(row.platform);
  const granted = connect && row.grantId && createGrantHandle(keys, { workspaceId: row.workspaceId, id: row.grantId });
  return { ...row.config, ...Object.fromEntries(opened), ...(granted && { [connect.field]: granted }) };
}

export const CREDENTIALS_UNREADABLE = "The stored credentials can no longer be read. Enter them again.";

/** A sentence with the reason why an integration cannot be used; null if the error has another cause. */
export function explainTrouble(error: unknown): string | null {
  if (error instanceof CannotDecrypt) return CREDENTIALS_UNREADABLE;
  return error instanceof ConnectorError ? error.message : null;
}

/**
 * The configuration for people: the manifest's fields, with secrets as masks. A field without a stored value is ''.
 * Stored fields that the manifest lacks are left out.
 */
export function maskConfig(row: ChatIntegrationRow): Record<string, string> {
  const manifest: ConnectorManifest = getManifest(row.platform);
  return Object.fromEntries(
    manifest.fields.flatMap(({ key, secret, isExtra }) => {
      const stored = row.secrets[key];
      const shown = secret ? stored && maskSecret(stored.last4) : row.config[key];
      return shown || !isExtra ? [[key, shown ?? ""]] : [];
    }),
  );
}
