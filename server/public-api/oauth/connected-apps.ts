import type { FastifyInstance } from "fastify";
import { type ConnectedApp, connectedAppEndpoints } from "../../../shared/contract/connected-apps.ts";
import { can } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { serveEndpoints, type Viewer } from "../../http/routes.ts";
import { deleteGrant, listGrants } from "./connection-queries.ts";

export function connectedAppRoutes(app: FastifyInstance, { db, events }: Deps): void {
  serveEndpoints(app, connectedAppEndpoints, {
    "GET /api/connected-apps": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => readConnectedApps(scope, viewer)),
    "DELETE /api/connected-apps/:id": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, async (scope) => {
        const gone = await deleteGrant(scope, params.id, getOwnerFilter(viewer, "change"));
        if (!gone) throw notFound("app");
        const message = `The app ‘${gone.name}’ was disconnected.`;
        await recordActivity(scope, events, { type: "change", message, by: viewer.userId });
      });
      return { success: true as const };
    },
  });
}

/** People who manage the workspace's keys see everybody's apps (null); others only their own (their id). */
const getOwnerFilter = (viewer: Viewer, action: "read" | "change"): string | null =>
  can(viewer, action, "api-keys") ? null : viewer.userId;

async function readConnectedApps(scope: WorkspaceScope, viewer: Viewer): Promise<ConnectedApp[]> {
  return (await listGrants(scope, getOwnerFilter(viewer, "read"))).map(({ grant, person }) => ({
    id: grant.id,
    name: grant.clientName,
    redirectHost: grant.redirectHost,
    scopes: grant.scopes,
    person,
    isOwn: grant.userId === viewer.userId,
    createdAt: grant.createdAt.toISOString(),
    lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
    expiresAt: grant.expiresAt.toISOString(),
  }));
}
