import type { ApiKey, NewKey } from "../../../shared/contract/api-keys.ts";
import { can, explainWhoMay } from "../../../shared/domain/access.ts";
import { KEY_SCOPE_NEEDS, MOST_KEYS } from "../../../shared/domain/api-keys.ts";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalid, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { createToken, hashToken } from "../../workspace/index.ts";
import { parseNetwork } from "./addresses.ts";
import { countKeys, deleteKey, insertKey, listKeys } from "./key-queries.ts";

/** The prefix by which a leaked key is recognised in logs or public code. */
const PREFIX = "lk_";
const VISIBLE_CHARACTERS = PREFIX.length + 8;

export async function readKeys(scope: WorkspaceScope): Promise<ApiKey[]> {
  return (await listKeys(scope)).map(({ key, madeBy, isExpired }) => ({
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    scopes: key.scopes,
    audience: key.audience,
    addresses: key.addresses,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    isExpired,
    createdBy: madeBy,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Creates a key, which only this answer contains. */
export async function makeKey(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  viewer: Viewer,
  { name, scopes, audience, addresses, days }: NewKey,
): Promise<{ id: string; key: string }> {
  for (const wanted of scopes)
    if (!can(viewer, ...KEY_SCOPE_NEEDS[wanted])) throw forbidden(explainWhoMay(...KEY_SCOPE_NEEDS[wanted]));
  const networks = addresses.filter((written) => written.trim() !== "").map(networkOrRefuse);
  if ((await countKeys(scope)) >= MOST_KEYS)
    throw conflict(`There are ${MOST_KEYS} keys already. Revoke one that is no longer used.`);
  const [id, key] = [newId(), PREFIX + createToken()];
  await insertKey(scope, {
    id,
    name: name.trim(),
    prefix: key.slice(0, VISIBLE_CHARACTERS),
    last4: key.slice(-4),
    keyHash: hashToken(key),
    scopes: [...new Set(scopes)],
    audience,
    addresses: [...new Set(networks)],
    createdBy: viewer.userId,
    days,
  });
  await recordActivity(scope, events, {
    type: "change",
    message: `The API key ‘${name.trim()}’ was created.`,
    by: viewer.userId,
  });
  return { id, key };
}

function networkOrRefuse(written: string): string {
  const network = parseNetwork(written);
  if (network) return network;
  const message = `‘${written.trim()}’ is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24.`;
  throw invalid(message, [{ path: "addresses", message }]);
}

export async function revokeKey(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const gone = await deleteKey(scope, id);
  if (!gone) throw notFound("key");
  await recordActivity(scope, events, { type: "change", message: `The API key ‘${gone.name}’ was revoked.`, by });
}
