import type { FastifyInstance } from "fastify";
import { webhookEndpoints } from "../../../shared/contract/webhooks.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import {
  changeWebhook,
  makeWebhook,
  readDeliveries,
  readWebhooks,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  sendTest,
} from "./webhooks.ts";

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, webhookEndpoints, {
    "GET /api/webhooks": ({ viewer }) => inWorkspace(db, viewer.workspaceId, readWebhooks),
    "POST /api/webhooks": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => makeWebhook(deps, scope, body, viewer.userId)),
    "PATCH /api/webhooks/:id": async ({ viewer, params, body }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => changeWebhook(deps, scope, params.id, body, viewer.userId));
      return { success: true as const };
    },
    "DELETE /api/webhooks/:id": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => removeWebhook(deps, scope, params.id, viewer.userId));
      return { success: true as const };
    },
    "POST /api/webhooks/:id/secret": async ({ viewer, params }) => ({
      secret: await inWorkspace(db, viewer.workspaceId, (scope) => rotateSecret(deps, scope, params.id, viewer.userId)),
    }),
    "POST /api/webhooks/:id/test": ({ viewer, params }) => sendTest(deps, viewer, params.id),
    "GET /api/webhooks/:id/deliveries": ({ viewer, params }) => readDeliveries(deps, viewer, params.id),
    "POST /api/webhooks/:id/deliveries/:deliveryId/replay": ({ viewer, params }) =>
      replayDelivery(deps, viewer, params),
  });
}
