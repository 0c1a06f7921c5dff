import type { FastifyInstance } from "fastify";
import { singleSignOnEndpoints } from "../../../shared/contract/single-sign-on.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import {
  activateProvider,
  readSingleSignOn,
  saveDraft,
  setSignOnRequired,
  turnOffProvider,
} from "./provider-settings.ts";

/** Routes for the workspace's admins, who configure its identity provider. */
export function singleSignOnRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, singleSignOnEndpoints, {
    "GET /api/single-sign-on": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => readSingleSignOn(deps, scope)),
    "PUT /api/single-sign-on": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => saveDraft(deps, scope, body)),
    "POST /api/single-sign-on/activate": ({ viewer, body }) => activateProvider(deps, viewer, body.id),
    "PATCH /api/single-sign-on": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => setSignOnRequired(deps, scope, body.isRequired)),
    "DELETE /api/single-sign-on": async ({ viewer }) => {
      await turnOffProvider(deps, viewer);
      return { success: true as const };
    },
  });
}
