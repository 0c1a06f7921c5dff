import type { FastifyInstance } from "fastify";
import { articleEndpoints } from "../../../shared/contract/articles.ts";
import { startRun } from "../../analysis/start-run.ts";
import { waitForRun } from "../../analysis/wait-for-run.ts";
import { forEachArticle, reanalyzeArticles, retryFailedPublications } from "../../article-actions/in-bulk.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serve } from "../../http/routes.ts";
import { removeArticle } from "../../publishing/remove-article.ts";
import { retryPublication } from "../../publishing/retry-publication.ts";
import { listContradictions, withContradictions } from "../dedupe/contradictions.ts";
import { findMergedInto } from "../dedupe/merged.ts";
import { listTalks } from "../dedupe/talks.ts";
import { decideHeld } from "../retract/hold-back.ts";
import { exportArticles } from "./export-articles.ts";
import {
  getArticle,
  getArticleCard,
  getVersionPair,
  lastChangedFirst,
  listArticles,
  listCategories,
  listConversation,
  listPublications,
  listSources,
  listTags,
  listVersions,
  type Page,
} from "./queries.ts";
import { searchArticles } from "./search.ts";
import { versionChanges } from "./version-changes.ts";
import { articlePageView, articleView, conversationView } from "./views.ts";

/** How long a request waits for work it started before it answers with what is done so far. */
const PATIENCE_MS = 60_000;

export function articleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, connectors } = deps;
  exportArticles(app, deps);

  serve(app, articleEndpoints, {
    "GET /api/articles": ({ viewer, query }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) =>
        (await listArticles(scope, { page: pageOf(query) })).map(articleView),
      ),

    "GET /api/articles/recent": ({ viewer, query }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) =>
        (await listArticles(scope, { orderBy: lastChangedFirst, page: pageOf(query) })).map(articleView),
      ),

    "GET /api/articles/search": ({ viewer, query }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const tags =
          query.tags
            ?.split(",")
            .map((tag) => tag.trim())
            .filter((tag) => tag !== "") ?? [];
        const { limit = Number.POSITIVE_INFINITY, offset } = pageOf(query);
        const found = await searchArticles(scope, { ...query, tags });
        return found.slice(offset, offset + limit).map(articleView);
      }),

    "GET /api/articles/categories": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listCategories),

    "GET /api/articles/tags": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listTags),

    "GET /api/articles/:id": ({ viewer, params }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const article = await getArticle(scope, params.id);
        return articlePageView(connectors, await getArticleCard(scope, params.id), article, {
          contradicted: await withContradictions(scope, article),
          sources: await listSources(scope, params.id),
          versions: await listVersions(scope, params.id),
          publications: await listPublications(scope, params.id),
          talks: await listTalks(scope, params.id),
          contradictions: await listContradictions(scope, params.id),
          mergedInto: await findMergedInto(scope, article),
        });
      }),

    "GET /api/articles/:id/versions/:version": ({ viewer, params }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const { before, after } = await getVersionPair(scope, params.id, Number(params.version));
        return versionChanges(before, after);
      }),

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
      const goesOn = state !== "done" && state !== "failed";
      return { success: state !== "failed", message, article: articleView(card), goesOn };
    },

    "POST /api/articles/bulk/reanalyze": ({ viewer, body }) => reanalyzeArticles(deps, viewer, body.ids, PATIENCE_MS),

    "POST /api/articles/bulk/retry": ({ viewer, body }) => retryFailedPublications(deps, viewer, body.ids),

    "POST /api/articles/bulk/remove": ({ viewer, body }) =>
      forEachArticle(deps, viewer, body.ids, async (article) => {
        await removeArticle(deps, viewer.workspaceId, article, body.pages);
        return { outcome: "done", message: "" };
      }),

    "POST /api/articles/:id/held": ({ viewer, params, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await getArticleCard(scope, params.id);
        const { choice, wholeChannel = false } = body;
        return { articles: await decideHeld(deps, scope, { articleId: params.id, choice, wholeChannel }) };
      }),

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

const pageOf = ({ limit, offset }: { limit?: string | undefined; offset?: string | undefined }): Page => ({
  limit: limit === undefined ? undefined : Number(limit),
  offset: Number(offset ?? 0),
});
