import type { FastifyInstance } from "fastify";
import { statusEndpoints } from "../../shared/contract/status.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints } from "../http/routes.ts";
import { readStatus } from "./read-status.ts";

export function statusRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, statusEndpoints, {
    "GET /api/status": ({ viewer }) => readStatus(deps, viewer.workspaceId),
  });
}
