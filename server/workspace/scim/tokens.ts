import type { Provisioning } from "../../../shared/contract/provisioning.ts";
import { can } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import { readWorkspace } from "../accounts/queries.ts";
import { createToken, hashToken } from "../accounts/tokens.ts";
import {
  countPeople,
  countTokensLocked,
  deleteApiKeysOfPerson,
  deleteToken,
  deleteTokensOfPerson,
  findTokenOwner,
  getPersonName,
  insertToken,
  listTokens,
  noteTokenUse,
  type TokenOwner,
} from "./token-queries.ts";

const PREFIX = "lks_";
/** One token in use, one token to change to, and some more in case people forget to revoke. */
const MOST_TOKENS = 5;
export const NOT_IN_PLAN = "Provisioning is part of the Enterprise plan. Change the plan on Manage Subscription.";

/** Returns the reason why the workspace may not be provisioned, or null. */
export async function findProvisioningRefusal({ payment }: Deps, scope: WorkspaceScope): Promise<string | null> {
  if (!payment) return null;
  const workspace = await readWorkspace(scope);
  return workspace?.plan === "enterprise" ? null : NOT_IN_PLAN;
}

export async function readProvisioning(deps: Deps, scope: WorkspaceScope): Promise<Provisioning> {
  const tokens = await listTokens(scope);
  return {
    baseUrl: getScimUrl(deps),
    refusal: await findProvisioningRefusal(deps, scope),
    tokens: tokens.map(({ id, last4, createdAt, lastUsedAt }) => ({
      id,
      last4,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    people: await countPeople(scope),
  };
}

export const getScimUrl = ({ env }: Deps) => `${env.PUBLIC_URL}/scim/v2`;

export async function createScimToken(
  deps: Deps,
  scope: WorkspaceScope,
  createdBy: string,
): Promise<{ id: string; token: string }> {
  const refusal = await findProvisioningRefusal(deps, scope);
  if (refusal) throw forbidden(refusal);
  if ((await countTokensLocked(scope)) >= MOST_TOKENS)
    throw conflict(`There are ${MOST_TOKENS} tokens already. Revoke one that is no longer used.`);
  const token = PREFIX + createToken();
  const id = await insertToken(scope, { tokenHash: hashToken(token), last4: token.slice(-4), createdBy });
  await tellOfToken(deps, scope, `A provisioning token ending in ${token.slice(-4)} was created.`, createdBy);
  return { id, token };
}

export async function revokeToken(
  deps: Deps,
  scope: WorkspaceScope,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const gone = await deleteToken(scope, id);
  if (!gone) throw notFound("token");
  const maker = gone.createdBy ? ` that ${await getPersonName(scope, gone.createdBy)} made` : "";
  await tellOfToken(deps, scope, `The provisioning token ending in ${gone.last4}${maker} was revoked.`, by);
}

const tellOfToken = ({ events }: Pick<Deps, "events">, scope: WorkspaceScope, message: string, by?: string) =>
  recordActivity(scope, events, { type: "change", message, ...(by && { by }) });

/**
 * Ends a person's tokens and API keys. Called when the person leaves or loses the right to create them, or when a stranger may
 * have created them.
 */
export async function endTokensOfPerson(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  userId: string,
): Promise<void> {
  const ended = await deleteTokensOfPerson(scope, userId);
  const maker = ended.length > 0 ? await getPersonName(scope, userId) : "";
  for (const last4 of ended)
    await tellOfToken(
      deps,
      scope,
      `The provisioning token ending in ${last4} ended with the access, or the old password, of ${maker}, who made it. Make a new one.`,
    );
  for (const name of await deleteApiKeysOfPerson(scope, userId))
    await tellOfToken(
      deps,
      scope,
      `The API key ‘${name}’ ended with the access, or the old password, of whoever made it. Make a new one.`,
    );
}

/**
 * Finds the token's owner; null for an unknown token, or if the token's creator may no longer create tokens. Stores the use of
 * the token once a minute.
 */
export async function findScimToken(db: Database, token: string): Promise<TokenOwner | null> {
  const found = await findTokenOwner(db, hashToken(token));
  if (!found || !can(found, "change", "provisioning")) return null;
  const { isStale, ...owner } = found;
  if (isStale) await noteTokenUse(db, hashToken(token));
  return owner;
}
