import type { FastifyInstance } from "fastify";
import { canonicalEndpoints } from "../../../shared/contract/canonical.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { serve } from "../../http/routes.ts";
import { getArticle } from "../articles/queries.ts";
import { requireReadable } from "../audience-queries.ts";
import { ConversationChanged } from "../save/lock-messages.ts";
import { evidenceView, listConversations } from "./article-conversations.ts";
import { mergeArticles } from "./merge-articles.ts";
import { splitArticle } from "./split-article.ts";

export function canonicalRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, canonicalEndpoints, {
    "GET /api/articles/:id/evidence": ({ viewer, params }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        await getArticle(scope, params.id);
        return (await listConversations(scope, params.id)).map((conversation) =>
          evidenceView(deps.connectors, conversation),
        );
      }),

    "POST /api/articles/:id/merge": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        const { into, statements = [] } = body;
        await requireReadable(scope, params.id, into);
        const undo = await mergeArticles(deps, scope, { from: params.id, into, statements, by: viewer.userId });
        return { message: "The articles were merged.", undo };
      }),

    "POST /api/articles/:id/split": async ({ viewer, params, body }) => {
      const split = { articleId: params.id, conversationIds: body.conversations, by: viewer.userId };
      try {
        const { articleId, undo } = await splitArticle(deps, viewer.workspaceId, split);
        return { articleId, undo, message: "It is a separate article now." };
      } catch (error) {
        if (error instanceof ConversationChanged)
          throw conflict("The conversation changed in the meantime. Try again.");
        throw error;
      }
    },
  });
}
