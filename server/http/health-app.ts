import Fastify, { type FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { healthRoutes } from "./health-routes.ts";
import { serveMetrics } from "./metrics.ts";

/** Builds the app at a worker's HEALTH_PORT, for workers without a web process. It serves only health probes and figures. */
export function buildHealthApp(deps: Deps, isStopping: () => boolean): FastifyInstance {
  const app = Fastify({ http: { headersTimeout: 10_000 }, bodyLimit: 1 });
  serveMetrics(app, deps);
  healthRoutes(app, deps, isStopping);
  return app;
}
