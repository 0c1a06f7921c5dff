import type { FastifyInstance } from "fastify";
import { CONNECT_PLATFORMS, type ConnectPlatform } from "../../../connectors/manifests.ts";
import { connectionEndpoints, type UnfinishedConnection } from "../../../shared/contract/connections.ts";
import { checkPlatformLimit } from "../../billing/usage/index.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { GrantRow } from "../../grants/queries.ts";
import { serveEndpoints, type Viewer } from "../../http/routes.ts";
import { onlyNewArticlesChosen } from "../events.ts";
import { insertKnowledgeIntegration } from "../knowledge-integration-queries.ts";
import { ownAccountRoutes } from "../own-accounts/routes.ts";
import { refuseUsedDestination } from "../refuse-used-destination.ts";
import { saveCheckedKnowledgeIntegration } from "../save-checked.ts";
import { checkKnowledgeFields } from "../validate.ts";
import { hasPageTree, viewIntegration } from "../views.ts";
import { beginConnection } from "./begin.ts";
import { connectionCallbackRoutes } from "./callback.ts";
import {
  findSite,
  listDestinations,
  listDestinationsOfIntegration,
  listDestinationsOfToken,
} from "./list-destinations.ts";
import { deleteGrant, getUnfinishedGrant, listUnfinishedGrants } from "./queries.ts";
import { revokeGrant } from "./revoke-grant.ts";

/** Serves the endpoints for connecting platforms by OAuth. */
export function connectionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, connections } = deps;
  connectionCallbackRoutes(app, deps);
  ownAccountRoutes(app, deps);
  serveEndpoints(app, connectionEndpoints, {
    "GET /api/connections": async ({ viewer }) => ({
      platforms: CONNECT_PLATFORMS.filter((platform) => connections[platform]),
      unfinished: await inWorkspace(db, viewer.workspaceId, async (scope) =>
        (await listUnfinishedGrants(scope, viewer.userId)).map(unfinishedView),
      ),
    }),
    "POST /api/connections": async ({ viewer, request, body }) => ({
      url: (await beginConnection(deps, { viewer, request }, body)).href,
    }),
    "GET /api/connections/:id/places": ({ viewer, params, query }) =>
      listDestinations(deps, viewer, { id: params.id, ...query }),
    "GET /api/integrations/:id/places": ({ viewer, params, query }) =>
      listDestinationsOfIntegration(deps, viewer, { id: params.id, ...query }),
    "POST /api/integrations/places": ({ viewer, body }) => listDestinationsOfToken(deps, viewer, body),
    "POST /api/connections/:id/integration": ({ viewer, params, body }) =>
      finishConnection(deps, viewer, { id: params.id, ...body }),
    "DELETE /api/connections/:id": async ({ viewer, params }) => {
      const gone = await inWorkspace(db, viewer.workspaceId, async (scope) => {
        const { id } = await getUnfinishedGrant(scope, viewer.userId, params.id);
        return deleteGrant(scope, id);
      });
      if (gone) await revokeGrant(deps, gone);
      return { success: true as const };
    },
  });
}

const unfinishedView = ({ id, platform, accountName, facts, createdAt }: GrantRow): UnfinishedConnection => ({
  id,
  platform: platform as ConnectPlatform,
  account: accountName,
  sites: (facts.sites ?? []).map(({ id: siteId, name, url }) => ({ id: siteId, name, url })),
  parentPageId: facts.parentPageId ?? null,
  at: createdAt.toISOString(),
});

interface ChosenDestination {
  id: string;
  name: string;
  siteId?: string | undefined;
  spaceId: string;
  existing?: "publish" | "leave" | undefined;
}

/** Creates the integration of a knowledge platform that was granted by OAuth, with the destination for articles. */
async function finishConnection(deps: Deps, viewer: Viewer, destination: ChosenDestination) {
  const { id: grantId, name, siteId, spaceId, existing } = destination;
  const { workspaceId } = viewer;
  const { row, notTested } = await saveCheckedKnowledgeIntegration(deps, workspaceId, async (scope) => {
    const grant = await getUnfinishedGrant(scope, viewer.userId, grantId);
    const site = findSite(grant, siteId);
    const place = { baseUrl: site?.url ?? "", spaceId: spaceId.trim() };
    checkKnowledgeFields(grant.platform, place, { isConnected: true });
    await refuseUsedDestination(deps, scope, { type: grant.platform, ...place });
    await checkPlatformLimit(deps, scope);
    const id = newId();
    const made = await insertKnowledgeIntegration(scope, {
      workspaceId,
      id,
      name: name.trim(),
      type: grant.platform,
      ...place,
      grantId,
      origin: site?.origin ?? null,
      isArranged: hasPageTree(grant.platform),
      apiKeySealed: "",
      apiKeyLast4: "",
    });
    if (existing === "leave") await onlyNewArticlesChosen.announce(deps, scope, { integrationId: id });
    await deps.events.notify(scope, { type: "integration", id });
    return { row: made, isNewPlace: true };
  });
  return { ...viewIntegration(row, { published: 0, readers: [] }), ...(notTested && { notTested }) };
}
