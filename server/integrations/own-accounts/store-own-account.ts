import { MissingPermission } from "../../../connectors/errors.ts";
import type { OAuthPlatform } from "../../../connectors/manifests.ts";
import type { OAuthGrant } from "../../../connectors/oauth.ts";
import type { ConnectOutcome } from "../../../shared/contract/connections.ts";
import { newId } from "../../db/new-id.ts";
import { toStorableText } from "../../db/storable-text.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { sealTokens } from "../../grants/tokens.ts";
import { type AttemptRow, upsertGrant } from "../connect/queries.ts";
import { listKnowledgeIntegrations } from "../knowledge-integration-queries.ts";
import { findPersonalGrant, lockMember } from "./own-account-queries.ts";
import { findSiteOf } from "./own-accounts.ts";

const LONGEST_CALL_MS = 20_000;
const LONGEST_NAME = 200;

/** Stores the account that a person connected, only for the sites of the workspace's integrations. */
export async function storeOwnAccount(
  deps: Deps,
  { workspaceId, userId, platform }: AttemptRow,
  grant: OAuthGrant,
): Promise<ConnectOutcome> {
  const way = deps.connections[platform as OAuthPlatform]?.provider.ofPerson;
  if (!way) return "stale";
  if (grant.scopes && way.scopes.some((scope) => !grant.scopes?.includes(scope))) return "denied";
  const integrations = await inWorkspace(deps.db, workspaceId, listKnowledgeIntegrations);
  const granted = grant.facts.sites ?? [];
  const used = new Set(
    integrations.filter((one) => way.maySeePagesOf(one)).map((integration) => findSiteOf(granted, integration)),
  );
  const sites = granted.filter((site) => used.has(site));
  const [site] = sites;
  if (!site) return "other-site";
  const account = await way
    .findAccount(grant.access, site, AbortSignal.timeout(LONGEST_CALL_MS))
    .catch((error: unknown) => {
      if (error instanceof MissingPermission) return null;
      throw error;
    });
  if (!account) return "other-site";
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    if (!(await lockMember(scope, userId))) return "not-allowed";
    const id = (await findPersonalGrant(scope, { personId: userId, platform }))?.id ?? newId();
    await upsertGrant(scope, {
      id,
      platform,
      tokensSealed: sealTokens(deps.secrets, { workspaceId, id }, grant),
      lifetime: grant.lifetime,
      scopes: grant.scopes ?? [],
      accountId: account.id,
      accountName: toStorableText(account.name).trim().slice(0, LONGEST_NAME),
      soleAccount: null,
      facts: { sites, ...(account.settings && { settings: account.settings }) },
      grantedBy: userId,
      personId: userId,
    });
    return "own-connected";
  });
}
