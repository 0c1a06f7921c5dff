import type { FastifyInstance } from "fastify";
import { articleEndpoints } from "../../../shared/contract/articles.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serve } from "../../http/routes.ts";
import { startRun } from "../analysis/start-run.ts";
import { waitForRun } from "../analysis/wait-for-run.ts";
import { retryPublication } from "../publishing/retry-publication.ts";
import {
  getArticle,
  getArticleCard,
  lastChangedFirst,
  listArticles,
  listCategories,
  listConversation,
  listPublications,
  listSources,
  listTags,
  listVersions,
} from "./queries.ts";
import { searchArticles } from "./search.ts";
import { articlePageView, articleView, conversationView } from "./views.ts";

/** How long a request waits for work it started before it answers with what is done so far. */
const PATIENCE_MS = 60_000;

export function articleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, connectors } = deps;

  serve(app, articleEndpoints, {
    "GET /api/articles": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => (await listArticles(scope)).map(articleView)),

    "GET /api/articles/recent": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) =>
        (await listArticles(scope, { orderBy: lastChangedFirst })).map(articleView),
      ),

    "GET /api/articles/search": ({ viewer, query }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const tags =
          query.tags
            ?.split(",")
            .map((tag) => tag.trim())
            .filter((tag) => tag !== "") ?? [];
        return (await searchArticles(scope, { ...query, tags })).map(articleView);
      }),

    "GET /api/articles/categories": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listCategories),

    "GET /api/articles/tags": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listTags),

    "GET /api/articles/:id": ({ viewer, params }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) =>
        articlePageView(connectors, await getArticleCard(scope, params.id), await getArticle(scope, params.id), {
          sources: await listSources(scope, params.id),
          versions: await listVersions(scope, params.id),
          publications: await listPublications(scope, params.id),
        }),
      ),

    "GET /api/articles/:id/conversation": ({ viewer, params }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await getArticleCard(scope, params.id);
        const sources = await listSources(scope, params.id);
        return conversationView(
          connectors,
          await listConversation(scope, params.id),
          new Set(sources.map(({ externalId }) => externalId)),
        );
      }),

    "POST /api/articles/:id/reanalyze": async ({ viewer, params }) => {
      const run = await inWorkspace(db, viewer.workspaceId, async (scope) => {
        await getArticleCard(scope, params.id);
        return startRun(deps, scope, {
          kind: "reanalyse",
          input: { articleId: params.id },
          requestedBy: viewer.userId,
        });
      });
      const { state, error } = await waitForRun(deps, viewer.workspaceId, run.id, PATIENCE_MS);
      const card = await inWorkspace(db, viewer.workspaceId, (scope) => getArticleCard(scope, params.id));
      const message =
        state === "done"
          ? "Article has been re-analyzed with updated smart tags"
          : state === "failed"
            ? (error ?? "The article could not be re-analyzed. It stays as it was.")
            : "The re-analysis goes on; the article changes when it ends.";
      return { success: state !== "failed", message, article: articleView(card) };
    },

    "POST /api/articles/:id/publications/:publicationId/retry": async ({ viewer, params, body }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) =>
        retryPublication(deps, scope, {
          articleId: params.id,
          publicationId: params.publicationId,
          choice: body.choice ?? "retry",
        }),
      );
      return { success: true as const };
    },
  });
}
