import type { FastifyInstance } from "fastify";
import { peopleEndpoints } from "../../../shared/contract/people.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serve } from "../../http/routes.ts";
import { checkDomain, claimDomain, forgetDomain, listDomains } from "./mail-domains.ts";

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serve(app, peopleEndpoints, {
    "GET /api/mail-domains": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listDomains),
    "POST /api/mail-domains": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => claimDomain(scope, body.domain, viewer.userId)),
    "POST /api/mail-domains/:id/check": ({ viewer, params }) => checkDomain(deps, viewer, params.id),
    "DELETE /api/mail-domains/:id": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => forgetDomain(deps, scope, params.id));
      return { success: true as const };
    },
  });
}
