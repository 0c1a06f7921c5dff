import type { FastifyInstance } from "fastify";
import { BRAND } from "../../shared/domain/brand.ts";
import type { Deps } from "../deps.ts";
import { findOutage } from "./readiness.ts";

/**
 * `live`: the process answers with the product's name. `ready`: the process may receive visitors. `ready` fails with a reason
 * while the process stops or cannot store anything.
 */
export function healthRoutes(app: FastifyInstance, deps: Pick<Deps, "db" | "env">, isStopping: () => boolean): void {
  app.get("/health/live", async () => ({ live: true, product: BRAND }));
  app.get("/health/ready", async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ ready: false });
    const problem = await findOutage(deps);
    return problem ? reply.code(503).send({ ready: false, problem }) : { ready: true };
  });
}
