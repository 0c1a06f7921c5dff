import type { FastifyInstance } from "fastify";
import { modelWaitingEndpoints } from "../../shared/contract/model-waiting.ts";
import { inWorkspaceAs, readInWorkspaceAs } from "../db/audience.ts";
import { inWorkspace, readInWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints } from "../http/routes.ts";
import { continueWaitingWork, startRereading, viewRereadingOffer, viewWaitingWork } from "./model-waiting.ts";

/** Routes for work that waits for the model, and for analyzing again with it. */
export function modelWaitingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, modelWaitingEndpoints, {
    "GET /api/language-model/waiting": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, (scope) => viewWaitingWork(deps, scope, viewer)),

    "POST /api/language-model/waiting/continue": ({ viewer, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await continueWaitingWork(deps, scope, body.dollars);
        return viewWaitingWork(deps, scope, viewer);
      }),

    "GET /api/language-model/again": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, (scope) => viewRereadingOffer(deps, scope)),

    "POST /api/language-model/again": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await startRereading(deps, scope, viewer.userId);
        return viewRereadingOffer(deps, scope);
      }),
  });
}
