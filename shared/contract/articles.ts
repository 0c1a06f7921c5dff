import { z } from "zod";
import { articleFilters, articleListEndpoints } from "./article-list.ts";
import { articlePage } from "./article-page.ts";
import { conversationMessage, neighbours, versionChanges } from "./article-reading.ts";
import { doneResponse, type EndpointTable, idParams, moment, rowId, undoableDecisionId } from "./endpoint.ts";

export * from "./article-list.ts";
export * from "./article-page.ts";
export * from "./article-reading.ts";

/**
 * The body of `POST /api/articles/export`. The answer is a ZIP with one Markdown file per article, or a single Markdown
 * file.
 */
export const exportBody = z.strictObject({
  ids: z.array(rowId).min(1).max(5000),
  format: z.enum(["zip", "markdown"]),
});

export const articleEndpoints = {
  ...articleListEndpoints,
  "GET /api/articles/categories": { summary: "Categories in use", access: "session", response: z.array(z.string()) },
  "GET /api/articles/tags": {
    summary: "Tags in use, most used first",
    access: "session",
    response: z.array(z.string()),
  },
  "GET /api/articles/news": {
    summary: "How many articles came and changed since a moment, and how many are not published",
    access: "session",
    query: z.strictObject({ since: moment.optional() }),
    response: z.object({
      /** The number of new articles since `since`, or of all articles without it. */
      fresh: z.int(),
      changed: z.int(),
      failed: z.int(),
    }),
  },
  "GET /api/articles/:id": {
    summary: "One article with its sources",
    access: "session",
    readableArticle: "id",
    params: idParams,
    response: articlePage,
  },
  "GET /api/articles/:id/neighbours": {
    summary: "What comes before and after an article in the list with these filters",
    access: "session",
    readableArticle: "id",
    params: idParams,
    query: articleFilters,
    response: neighbours,
  },
  "GET /api/articles/:id/versions/:version": {
    summary: "What a version changed against the one before it",
    access: "session",
    readableArticle: "id",
    params: idParams.extend({ version: z.string().regex(/^\d{1,9}$/, "Not a version.") }),
    response: versionChanges,
  },
  "GET /api/articles/:id/conversation": {
    summary: "The messages an article was written from",
    access: "session",
    readableArticle: "id",
    params: idParams,
    response: z.array(conversationMessage),
  },
  "POST /api/articles/:id/confirm": {
    summary: "Say that an article is still right: it is looked at again after its time; the answer says how to undo it",
    access: "session",
    readableArticle: "id",
    needs: ["change", "inbox"],
    params: idParams,
    response: z.object({ undo: undoableDecisionId }),
  },
  "PUT /api/articles/:id/owner": {
    summary: "Choose who takes care of an article: somebody of the workspace who may read it",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ ownerId: rowId }),
    response: doneResponse,
  },
  "POST /api/articles/:id/held": {
    summary: "Decide about an article that is held back because its channel became private",
    access: "session",
    readableArticle: "id",
    needs: ["change", "inbox"],
    params: idParams,
    body: z.strictObject({
      /** `show`: publish the article anyway. `library-only`: keep it in the library only. */
      choice: z.enum(["show", "library-only"]),
      /** Whether the decision also applies to all other held articles of the channel, and to later ones. */
      wholeChannel: z.boolean().optional(),
    }),
    response: z.object({ articles: z.int() }),
  },
} as const satisfies EndpointTable;
