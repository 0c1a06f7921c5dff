import type { FastifyInstance } from "fastify";
import { articleActionEndpoints, type TrashedArticle } from "../../shared/contract/article-actions.ts";
import { startRun, waitForRun } from "../analysis/index.ts";
import { inWorkspaceAs, type ReaderScope } from "../db/audience.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints, type Viewer } from "../http/routes.ts";
import { getArticleCard, viewArticle } from "../library/articles/index.ts";
import { findPeopleNames } from "../library/edit/index.ts";
import { getTrashEnd, listIdsInTrash, listTrash } from "../library/trash/index.ts";
import {
  emptyTrash,
  importPageEdits,
  readPageTextChanges,
  removeArticle,
  restoreArticle,
  retryPublication,
} from "../publishing/index.ts";
import { excerptRoutes } from "./excerpts.ts";
import { forEachArticle, reanalyzeArticles, retryFailedPublications } from "./in-bulk.ts";

/**
 * The longest time that a request waits for the run that it started. After that time, the request is answered with the
 * progress so far.
 */
const MAX_WAIT_MS = 60_000;

/**
 * Serves actions on articles that need the analysis and publishing. They are not in the library, which does not import
 * these modules.
 */
export function articleActionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  excerptRoutes(app, deps);
  serveEndpoints(app, articleActionEndpoints, {
    "POST /api/articles/:id/reanalyze": ({ viewer, params }) => reanalyze(deps, viewer, params.id),

    "POST /api/articles/bulk/reanalyze": ({ viewer, body }) => reanalyzeArticles(deps, viewer, body.ids, MAX_WAIT_MS),

    "POST /api/articles/bulk/retry": ({ viewer, body }) => retryFailedPublications(deps, viewer, body.ids),

    "POST /api/articles/bulk/remove": ({ viewer, body }) =>
      forEachArticle(deps, viewer, body.ids, async (article) => {
        await removeArticle(deps, viewer.workspaceId, article, body.pages, viewer.userId);
        return { outcome: "done", message: "" };
      }),

    "GET /api/articles/trash": ({ viewer }) => inWorkspaceAs(db, viewer, readTrash),

    "POST /api/articles/bulk/restore": ({ viewer, body }) =>
      forEachArticle(deps, viewer, body.ids, async ({ id }) => {
        await inWorkspace(db, viewer.workspaceId, (scope) => restoreArticle(deps, scope, id, viewer.userId));
        return { outcome: "done", message: "" };
      }),

    "POST /api/articles/bulk/delete": ({ viewer, body }) =>
      forEachArticle(deps, viewer, body.ids, async ({ id }) => {
        const deleted = await inWorkspace(db, viewer.workspaceId, (scope) =>
          emptyTrash(deps, scope, [id], viewer.userId),
        );
        if (deleted === 0)
          return { outcome: "failed", message: "This article is not in the trash. Nothing was deleted." };
        return { outcome: "done", message: "" };
      }),

    "POST /api/articles/trash/empty": ({ viewer }) =>
      inWorkspaceAs(db, viewer, async (scope) => ({
        deleted: await emptyTrash(deps, scope, await listIdsInTrash(scope), viewer.userId),
      })),

    "GET /api/articles/:id/publications/:publicationId/words": (request) => readPageTextChanges(deps, pageOf(request)),
    "POST /api/articles/:id/publications/:publicationId/take-over": (request) =>
      importPageEdits(deps, pageOf(request), { seen: request.body.seen, by: request.viewer.userId }),

    "POST /api/articles/:id/publications/:publicationId/retry": async ({ viewer, params, body }) => {
      await inWorkspaceAs(db, viewer, (scope) =>
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

async function reanalyze(deps: Deps, viewer: Viewer, articleId: string) {
  const run = await inWorkspaceAs(deps.db, viewer, async (scope) => {
    await getArticleCard(scope, articleId);
    return startRun(deps, scope, { kind: "reanalyse", input: { articleId }, requestedBy: viewer.userId });
  });
  const { state, error } = await waitForRun(deps, viewer.workspaceId, run.id, MAX_WAIT_MS);
  const card = await inWorkspaceAs(deps.db, viewer, (scope) => getArticleCard(scope, articleId));
  const goesOn = state !== "done" && state !== "failed";
  const messages = {
    done: "Article has been re-analyzed with updated smart tags",
    failed: error ?? "The article could not be re-analyzed. It stays as it was.",
  };
  const message = goesOn ? "The re-analysis goes on; the article changes when it ends." : messages[state];
  return { success: state !== "failed", message, article: viewArticle(card), goesOn };
}

interface OfPage {
  viewer: { workspaceId: string };
  params: { id: string; publicationId: string };
}

const pageOf = ({ viewer: { workspaceId }, params: { id, publicationId } }: OfPage) => ({
  workspaceId,
  articleId: id,
  publicationId,
});

async function readTrash(scope: ReaderScope): Promise<TrashedArticle[]> {
  const rows = await listTrash(scope);
  const names = await findPeopleNames(
    scope,
    rows.map(({ trashed }) => trashed?.by),
  );
  return rows.map(({ id, title, channelName, summaryText, trashedAt, trashed, pages }) => ({
    id,
    title,
    sourceChannel: channelName,
    summary: summaryText,
    trashedAt: trashedAt.toISOString(),
    until: getTrashEnd(trashedAt),
    by: names.get(trashed?.by ?? "") ?? null,
    pages,
  }));
}
