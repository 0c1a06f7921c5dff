import type { FastifyInstance, FastifyReply } from "fastify";
import { articleEndpoints } from "../../../shared/contract/articles.ts";
import { PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import { inWorkspaceAs, type ReaderScope, readInWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { changeOwner, confirmArticle } from "../care/care-of-articles.ts";
import { listCategoriesInUse } from "../categories/category-queries.ts";
import { categoryRoutes } from "../categories/routes.ts";
import { decideHeldArticles } from "../retract/hold-back.ts";
import { savedViewRoutes } from "../saved-views/routes.ts";
import { readArticlePage, readConversation } from "./article-page.ts";
import { articleExportRoutes } from "./export-articles.ts";
import { type ArticleListRequest, readArticleListPage } from "./list-pages.ts";
import { type ArticleListing, countArticlesSince, findNeighbours } from "./listing-queries.ts";
import { getArticleCard, listTags } from "./queries.ts";
import { countMatchingFacets, createListing } from "./search.ts";
import { listMatchingPassages } from "./search-queries.ts";
import { compareVersions } from "./version-changes.ts";
import { getVersionPair } from "./version-queries.ts";
import { viewArticle } from "./views.ts";

export function articleRoutes(app: FastifyInstance, deps: Deps): void {
  articleExportRoutes(app, deps);
  savedViewRoutes(app, deps);
  categoryRoutes(app, deps);
  serveArticles(app, deps);
}

function serveArticles(app: FastifyInstance, deps: Deps): void {
  const { db, connectors } = deps;
  serveEndpoints(app, articleEndpoints, {
    "GET /api/articles": ({ viewer, query, reply }) =>
      readInWorkspaceAs(db, viewer, (scope) => answerPage(scope, ALL_BY_CREATION, query, reply)),

    "GET /api/articles/recent": ({ viewer, query, reply }) =>
      readInWorkspaceAs(db, viewer, (scope) => answerPage(scope, ALL_BY_CHANGE, query, reply)),

    "GET /api/articles/search": ({ viewer, query, reply }) =>
      readInWorkspaceAs(db, viewer, async (scope) =>
        answerPage(scope, await createListing(scope, filtersOf(query)), query, reply),
      ),

    "GET /api/articles/facets": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, (scope) => countMatchingFacets(scope, filtersOf(query))),

    "GET /api/articles/news": ({ viewer, query }) =>
      readInWorkspaceAs(db, viewer, (scope) => countArticlesSince(scope, query.since)),

    "GET /api/articles/:id/neighbours": ({ viewer, params, query }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        await getArticleCard(scope, params.id);
        return findNeighbours(scope, params.id, await createListing(scope, filtersOf(query)));
      }),

    "GET /api/articles/categories": ({ viewer }) => readInWorkspaceAs(db, viewer, listCategoriesInUse),
    "GET /api/articles/tags": ({ viewer }) => readInWorkspaceAs(db, viewer, listTags),

    "GET /api/articles/:id": ({ viewer, params }) =>
      readInWorkspaceAs(db, viewer, (scope) => readArticlePage(connectors, scope, params.id)),

    "GET /api/articles/:id/versions/:version": ({ viewer, params }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const { before, after } = await getVersionPair(scope, params.id, Number(params.version));
        return compareVersions(before, after);
      }),

    "GET /api/articles/:id/conversation": ({ viewer, params }) =>
      readInWorkspaceAs(db, viewer, (scope) => readConversation(connectors, scope, params.id)),

    "POST /api/articles/:id/confirm": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => ({
        undo: await confirmArticle(deps, scope, params.id, viewer.userId),
      })),

    "PUT /api/articles/:id/owner": async ({ viewer, params, body }) => {
      const change = { articleId: params.id, ownerId: body.ownerId, by: viewer.userId };
      await inWorkspaceAs(db, viewer, (scope) => changeOwner(deps, scope, change));
      return { success: true as const };
    },

    "POST /api/articles/:id/held": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await getArticleCard(scope, params.id);
        const { choice, wholeChannel = false } = body;
        return { articles: await decideHeldArticles(deps, scope, { articleId: params.id, choice, wholeChannel }) };
      }),
  });
}

const ALL_BY_CREATION: ArticleListing = { where: undefined, ranked: null, by: "created" };
const ALL_BY_CHANGE: ArticleListing = { where: undefined, ranked: null, by: "changed" };

const filtersOf = <Query extends { tags?: string | undefined }>(query: Query) => ({
  ...query,
  tags: (query.tags ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ""),
});

/** The response body stays an array (docs/decisions/042), so the cursor is in the headers. */
async function answerPage(scope: ReaderScope, listing: ArticleListing, asked: ArticleListRequest, reply: FastifyReply) {
  const { cards, next, total } = await readArticleListPage(scope, listing, asked);
  if (next !== null) reply.header(PAGE_HEADERS.next, next);
  if (total !== null) reply.header(PAGE_HEADERS.total, String(total));
  if (listing.wordsNotFound) {
    reply.header(PAGE_HEADERS.words, "some");
    reply.header(PAGE_HEADERS.unknown, listing.wordsNotFound.map(encodeURIComponent).join(","));
  }
  if (listing.wordsMeant) reply.header(PAGE_HEADERS.meant, listing.wordsMeant.map(encodeURIComponent).join(","));
  const ids = cards.map(({ id }) => id);
  const passages = listing.query === undefined ? null : await listMatchingPassages(scope, ids, listing.query);
  return cards.map((card) => {
    const passage = passages?.get(card.id);
    return { ...viewArticle(card), ...(passage !== undefined && { passage }) };
  });
}
