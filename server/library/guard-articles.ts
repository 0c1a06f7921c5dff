import type { FastifyInstance } from "fastify";
import { readInWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { requireReadableArticles } from "./audience-queries.ts";

/**
 * Guards every endpoint whose contract has a `readableArticle`. People who may not read the article get the same answer
 * as for an article that does not exist.
 */
export function guardArticles(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  app.addHook("preHandler", async ({ viewer, params, routeOptions }) => {
    const parameter = routeOptions.config.readableArticle;
    if (!viewer || !parameter) return;
    const articleId = (params as Record<typeof parameter, string>)[parameter];
    await readInWorkspaceAs(db, viewer, (scope) => requireReadableArticles(scope, articleId));
  });
}
