import type { FastifyInstance } from "fastify";
import { readAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { requireReadable } from "./audience-queries.ts";

const OF_ONE_ARTICLE = /^\/api\/articles\/:id(\/|$)/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Guards every endpoint of one article, present and future ones: people who may not read an article get the same answer
 * as for one that does not exist.
 */
export function guardArticles(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  app.addHook("preHandler", async ({ viewer, params, routeOptions }) => {
    if (!viewer || !OF_ONE_ARTICLE.test(routeOptions.url ?? "")) return;
    const { id } = params as { id: string };
    if (UUID.test(id)) await readAs(db, viewer, (scope) => requireReadable(scope, id));
  });
}
