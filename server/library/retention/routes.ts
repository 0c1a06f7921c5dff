import type { FastifyInstance } from "fastify";
import { type Retention, retentionEndpoints } from "../../../shared/contract/retention.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { countEffect, countForgotten, readRetention, saveRetention } from "./retention-queries.ts";

export function retentionRoutes(app: FastifyInstance, { db }: Deps): void {
  serveEndpoints(app, retentionEndpoints, {
    "GET /api/retention": ({ viewer }) => inWorkspace(db, viewer.workspaceId, view),
    "GET /api/retention/effect": ({ viewer, query }) =>
      inWorkspace(db, viewer.workspaceId, (scope) =>
        countEffect(scope, { keepDays: Number(query.keepDays), keepsQuotes: query.keepsQuotes === "true" }),
      ),
    "PUT /api/retention": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await saveRetention(scope, body);
        return view(scope);
      }),
  });
}

async function view(scope: WorkspaceScope): Promise<Retention> {
  return { ...(await readRetention(scope)), forgotten: await countForgotten(scope) };
}
