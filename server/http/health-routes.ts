import type { FastifyInstance } from "fastify";
import { BRAND } from "../../shared/domain/brand.ts";
import type { Deps } from "../deps.ts";
import { findOutage } from "./readiness.ts";

/**
 * `live`: the process answers with the product's name. `ready`: it may receive visitors; fails with a reason while it stops or
 * can store nothing.
 */
export function healthRoutes(app: FastifyInstance, deps: Pick<Deps, "db" | "env">, isStopping: () => boolean): void {
  app.get("/health/live", async () => ({ live: true, product: BRAND }));
  app.get("/health/ready", async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ ready: false });
    const problem = await findOutage(deps);
    return problem ? reply.code(503).send({ ready: false, problem }) : { ready: true };
  });
}
