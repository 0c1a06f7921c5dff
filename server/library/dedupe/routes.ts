import type { FastifyInstance } from "fastify";
import { canonicalEndpoints } from "../../../shared/contract/canonical.ts";
import { describeMergeCounts } from "../../../shared/domain/merging.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { getArticle } from "../articles/queries.ts";
import { requireReadableArticles } from "../audience-queries.ts";
import { ConversationChanged } from "../save/lock-messages.ts";
import { listEvidenceConversations, viewEvidence } from "./article-conversations.ts";
import { mergeArticles } from "./merge-articles.ts";
import { readMergePreview } from "./merge-preview.ts";
import { splitArticle } from "./split-article.ts";
import { splitSentences } from "./split-sentences.ts";

export function dedupeRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, canonicalEndpoints, {
    "GET /api/articles/:id/evidence": ({ viewer, params }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        await getArticle(scope, params.id);
        return (await listEvidenceConversations(scope, params.id)).map((conversation) =>
          viewEvidence(deps.connectors, conversation),
        );
      }),

    "GET /api/articles/:id/merge/:intoId": ({ viewer, params }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        await requireReadableArticles(scope, params.id, params.intoId);
        return readMergePreview(scope, params.id, params.intoId);
      }),

    "POST /api/articles/:id/merge": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        const { into, choices = [], editions } = body;
        await requireReadableArticles(scope, params.id, into);
        const merge = { from: params.id, into, choices, editions, by: viewer.userId };
        const { undo, counts } = await mergeArticles(deps, scope, merge);
        return { message: `The articles were merged. ${describeMergeCounts(counts)}`, undo };
      }),

    "POST /api/articles/:id/split-off": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        const split = { ...body, articleId: params.id, by: viewer.userId };
        const { articleId, undo, count } = await splitSentences(deps, scope, split);
        return {
          articleId,
          undo,
          message: `${count === 1 ? "1 sentence is" : `${count} sentences are`} a separate article now.`,
        };
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
