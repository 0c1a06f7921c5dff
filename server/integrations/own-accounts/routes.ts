import type { FastifyInstance } from "fastify";
import type { OAuthPlatform } from "../../../connectors/manifests.ts";
import { type OwnAccount, ownAccountEndpoints } from "../../../shared/contract/own-accounts.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import type { GrantRow } from "../../grants/queries.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { beginConnection } from "../connect/begin.ts";
import { revokeGrant } from "../connect/revoke-grant.ts";
import { type KnowledgeIntegrationRow, listKnowledgeIntegrations } from "../knowledge-integration-queries.ts";
import { deletePersonalGrant, findPersonalGrant } from "./own-account-queries.ts";
import { findSiteOf, listAccountPlatforms } from "./own-accounts.ts";

/** Serves the endpoints for the accounts with which people correct pages themselves. */
export function ownAccountRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, ownAccountEndpoints, {
    "GET /api/own-accounts": ({ viewer }) =>
      readInWorkspace(deps.db, viewer.workspaceId, (scope) => listOwnAccounts(deps, scope, viewer.userId)),
    "POST /api/own-accounts": async ({ viewer, request, body: { platform, from } }) => ({
      url: (await beginConnection(deps, { viewer, request }, { platform, ownAccountFrom: from })).href,
    }),
    "DELETE /api/own-accounts/:platform": async ({ viewer, params }) => {
      const of = { personId: viewer.userId, platform: params.platform };
      const gone = await inWorkspace(deps.db, viewer.workspaceId, (scope) => deletePersonalGrant(scope, of));
      if (!gone) throw notFound("account");
      await revokeGrant(deps, gone);
      return { success: true as const };
    },
  });
}

/** An account stays in the list while it is connected, so that it can be disconnected. */
async function listOwnAccounts(
  deps: Pick<Deps, "connections">,
  scope: WorkspaceScope,
  personId: string,
): Promise<OwnAccount[]> {
  const integrations = await listKnowledgeIntegrations(scope);
  const listed: OwnAccount[] = [];
  for (const { platform, way } of listAccountPlatforms(deps)) {
    const grant = await findPersonalGrant(scope, { personId, platform });
    const ofPlatform = integrations.filter((integration) => way.maySeePagesOf(integration));
    if (grant || ofPlatform.length > 0) listed.push(viewOwnAccount(platform, grant, ofPlatform));
  }
  return listed;
}

const viewOwnAccount = (
  platform: OAuthPlatform,
  grant: GrantRow | null,
  integrations: KnowledgeIntegrationRow[],
): OwnAccount => ({
  platform,
  account: grant && {
    name: grant.accountName,
    connectedAt: grant.createdAt.toISOString(),
    ended: grant.endedBecause,
  },
  integrations: integrations.map((integration) => ({
    id: integration.id,
    name: integration.name,
    isCovered: findSiteOf(grant?.facts.sites ?? [], integration) !== undefined,
    isRequired: integration.needsOwnAccount,
  })),
});
