import type { FastifyInstance } from "fastify";
import { activityEndpoints } from "../../../shared/contract/activity.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serve } from "../../http/routes.ts";
import { countActivity, listLogs } from "./queries.ts";
import { logView, statsView } from "./views.ts";

const DEFAULT_LOG_PAGE = 500;

export function activityRoutes(app: FastifyInstance, { db }: Deps): void {
  serve(app, activityEndpoints, {
    "GET /api/stats": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => statsView(await countActivity(scope))),
    "GET /api/logs": ({ viewer, query }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const limit = query.limit ? Number(query.limit) : DEFAULT_LOG_PAGE;
        return (await listLogs(scope, { ...query, limit })).map(logView);
      }),
  });
}
