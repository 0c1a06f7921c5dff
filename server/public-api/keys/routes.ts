import type { FastifyInstance } from "fastify";
import { apiKeyEndpoints } from "../../../shared/contract/api-keys.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { makeKey, readKeys, revokeKey } from "./keys.ts";

export function apiKeyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, apiKeyEndpoints, {
    "GET /api/api-keys": ({ viewer }) => inWorkspace(db, viewer.workspaceId, readKeys),
    "POST /api/api-keys": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => makeKey(deps, scope, viewer, body)),
    "DELETE /api/api-keys/:id": async ({ viewer, params }) => {
      const key = { id: params.id, by: viewer.userId };
      await inWorkspace(db, viewer.workspaceId, (scope) => revokeKey(deps, scope, key));
      return { success: true as const };
    },
  });
}
