import { z } from "zod";
import { article, versionChanges } from "./articles.ts";
import {
  doneResponse,
  type EndpointTable,
  idParams,
  moment,
  requiredText,
  rowId,
  undoableDecisionId,
} from "./endpoint.ts";

/** The result of a bulk action for each article. `message` is a sentence for people, '' if there is nothing to report. */
export const bulkResult = z.object({
  results: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      /** `nothing`: no action was needed. `going-on`: the action continues in the background. */
      outcome: z.enum(["done", "failed", "nothing", "going-on"]),
      message: z.string(),
    }),
  ),
});
export type BulkOutcome = z.infer<typeof bulkResult>["results"][number];

/** A call answers only when all its articles are done, so longer lists are sent in several calls. */
export const MAX_BULK_ARTICLES = 25;
const bulkIds = z.array(rowId).min(1).max(MAX_BULK_ARTICLES);

/** An article in the trash. */
export const trashedArticle = z.object({
  id: rowId,
  title: z.string(),
  sourceChannel: z.string(),
  summary: z.string(),
  trashedAt: moment,
  /** When the article is deleted permanently. */
  until: moment,
  /** The person who removed the article; null if that person has left, or if the product removed it. */
  by: z.string().nullable(),
  /**
   * The article's pages on knowledge platforms. Either they are in the platform's trash, from which restoring the
   * article restores them, or they were left unchanged.
   */
  pages: z.array(z.object({ name: z.string(), isArchived: z.boolean() })),
});
export type TrashedArticle = z.infer<typeof trashedArticle>;

const publicationParams = idParams.extend({ publicationId: rowId });

/** People's edits of a page, as they would be imported into the article. */
export const pageTextChanges = z.object({
  /** A hash that the browser sends back with the confirmation, so that only the displayed text is imported. */
  seen: z.string(),
  /** The differences that the article would get. */
  changes: versionChanges,
  /** The number of parts other than text (tables, pictures). They are not imported and stay on the page. */
  left: z.int(),
  /** False if the page's text equals the article's, apart from parts that stay on the page. */
  canTake: z.boolean(),
});
export type PageTextChanges = z.infer<typeof pageTextChanges>;

/** Actions of people on articles and their pages. */
export const articleActionEndpoints = {
  "POST /api/articles/:id/reanalyze": {
    summary: "Run the pipeline again over the article's own conversation",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams,
    response: z.object({
      success: z.boolean(),
      message: z.string(),
      article,
      /** True if the action takes longer than a request: the article changes later. */
      goesOn: z.boolean(),
    }),
  },
  "POST /api/articles/bulk/reanalyze": {
    summary: "Run the pipeline again over the conversations of several articles",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ ids: bulkIds }),
    response: bulkResult,
  },
  "POST /api/articles/bulk/retry": {
    summary: "Try every publication again that was given up, of several articles",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ ids: bulkIds }),
    response: bulkResult,
  },
  "POST /api/articles/bulk/remove": {
    summary: "Move several articles to the trash, where they can be restored for 30 days",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({
      ids: bulkIds,
      /** `keep` leaves the published pages; `remove` first moves them to the platform's trash. */
      pages: z.enum(["keep", "remove"]),
    }),
    response: bulkResult,
  },
  "GET /api/articles/trash": {
    summary: "Removed articles, last removed first",
    access: "session",
    response: z.array(trashedArticle),
  },
  "POST /api/articles/bulk/restore": {
    summary: "Restore several articles from the trash, with the pages that went to their platform's trash",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ ids: bulkIds }),
    response: bulkResult,
  },
  "POST /api/articles/bulk/delete": {
    summary: "Delete several articles from the trash for good",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ ids: bulkIds }),
    response: bulkResult,
  },
  "POST /api/articles/trash/empty": {
    summary: "Delete everything in the trash for good",
    access: "session",
    needs: ["change", "articles"],
    response: z.object({ deleted: z.int() }),
  },
  "GET /api/articles/:id/publications/:publicationId/words": {
    summary: "What people changed on a published page, read from the platform now",
    access: "session",
    readableArticle: "id",
    needs: ["change", "inbox"],
    params: publicationParams,
    response: pageTextChanges,
  },
  "POST /api/articles/:id/publications/:publicationId/take-over": {
    summary:
      "Take over into the article what people changed on its page. Refused with 409 when it is not what was seen",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: publicationParams,
    body: z.strictObject({ seen: requiredText(100) }),
    response: z.object({ version: z.int(), message: z.string(), undo: undoableDecisionId }),
  },
  "POST /api/articles/:id/publications/:publicationId/retry": {
    summary: "Try a publication again",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: publicationParams,
    body: z.strictObject({
      /**
       * For an edited page: keep people's text, or replace it by the article's. For a removed page: create it again, or
       * leave it removed and update it if somebody restores it, or never publish the article on that platform again.
       */
      choice: z.enum(["retry", "replace", "recreate", "leave", "forget"]).optional(),
    }),
    response: doneResponse,
  },
} as const satisfies EndpointTable;
