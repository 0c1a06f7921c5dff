import type { FastifyInstance } from "fastify";
import { savedViewEndpoints } from "../../../shared/contract/saved-views.ts";
import { inWorkspaceAs, readInWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { listSavedViews, removeView, renameView, saveView } from "./saved-view-queries.ts";

export function savedViewRoutes(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  serveEndpoints(app, savedViewEndpoints, {
    "GET /api/saved-views": ({ viewer }) => readInWorkspaceAs(db, viewer, listSavedViews),
    "POST /api/saved-views": ({ viewer, body }) => inWorkspaceAs(db, viewer, (scope) => saveView(scope, body)),
    "PATCH /api/saved-views/:id": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, (scope) => renameView(scope, params.id, body.name)),
    "DELETE /api/saved-views/:id": async ({ viewer, params }) => {
      await inWorkspaceAs(db, viewer, (scope) => removeView(scope, params.id));
      return { success: true as const };
    },
  });
}
