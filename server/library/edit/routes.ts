import type { FastifyInstance } from "fastify";
import { editingEndpoints } from "../../../shared/contract/editing.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { articleEdited } from "../events.ts";
import { editArticle, restoreVersion } from "./edit-article.ts";

/** `guardArticles` checks before that the person may read the article, the contract's `needs` that they may change it. */
export function editingRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, editingEndpoints, {
    "PUT /api/articles/:id/content": ({ viewer, params, body }) =>
      inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
        const saved = await editArticle(deps, scope, { articleId: params.id, edited: body, by: viewer.userId });
        if (saved.version > body.version)
          await articleEdited.announce(deps, scope, { articleId: params.id, by: viewer.userId });
        return saved;
      }),

    "POST /api/articles/:id/versions/:version/restore": ({ viewer, params, body }) =>
      inWorkspace(deps.db, viewer.workspaceId, (scope) =>
        restoreVersion(deps, scope, {
          articleId: params.id,
          version: Number(params.version),
          from: body.from,
          by: viewer.userId,
        }),
      ),
  });
}
