import type { FastifyInstance } from "fastify";
import { categoryEndpoints } from "../../../shared/contract/categories.ts";
import { inWorkspaceAs, readInWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import {
  createCategory,
  listCategoryTree,
  mergeCategories,
  moveCategory,
  removeCategory,
  renameCategory,
} from "./categories.ts";

export function categoryRoutes(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  serveEndpoints(app, categoryEndpoints, {
    "GET /api/categories": ({ viewer }) => readInWorkspaceAs(db, viewer, listCategoryTree),
    "POST /api/categories": ({ viewer, body }) => inWorkspaceAs(db, viewer, (scope) => createCategory(scope, body)),
    "PATCH /api/categories/:id": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, (scope) => renameCategory(scope, params.id, body.name)),
    "POST /api/categories/:id/move": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, (scope) => moveCategory(scope, params.id, body)),
    "POST /api/categories/:id/merge": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, (scope) => mergeCategories(scope, params.id, body.into)),
    "DELETE /api/categories/:id": async ({ viewer, params }) => {
      await inWorkspaceAs(db, viewer, (scope) => removeCategory(scope, params.id));
      return { success: true as const };
    },
  });
}
