import Fastify, { type FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { healthRoutes } from "./health-routes.ts";
import { serveMetrics } from "./metrics.ts";

/** What a worker without a web process answers on HEALTH_PORT: probes and figures, nothing else. */
export function buildHealthApp(deps: Deps, isStopping: () => boolean): FastifyInstance {
  const app = Fastify({ http: { headersTimeout: 10_000 }, bodyLimit: 1 });
  serveMetrics(app, deps);
  healthRoutes(app, deps, isStopping);
  return app;
}
