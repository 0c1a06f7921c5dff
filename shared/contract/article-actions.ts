import { z } from "zod";
import { article, versionChanges } from "./articles.ts";
import { done, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";
import { undoable } from "./inbox.ts";

/** What became of each article of a bulk action. `message` is a sentence for a person, '' where nothing needs saying. */
export const bulkResult = z.object({
  results: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      /** `nothing`: there was nothing to do. `going-on`: it takes longer and ends by itself. */
      outcome: z.enum(["done", "failed", "nothing", "going-on"]),
      message: z.string(),
    }),
  ),
});
export type BulkOutcome = z.infer<typeof bulkResult>["results"][number];

/** One call answers when its articles are done; a longer list is asked for part by part. */
export const MOST_IN_BULK = 25;
const bulkIds = z.array(rowId).min(1).max(MOST_IN_BULK);

/** A removed article. */
export const trashedArticle = z.object({
  id: rowId,
  title: z.string(),
  sourceChannel: z.string(),
  summary: z.string(),
  trashedAt: moment,
  /** When the clock deletes it for good. */
  until: moment,
  /** Who removed it; null when they are not in the workspace any more, or nobody did. */
  by: z.string().nullable(),
  /** Its pages on knowledge platforms: in the platform's trash, from where restoring brings them back, or left as they were. */
  pages: z.array(z.object({ name: z.string(), isArchived: z.boolean() })),
});
export type TrashedArticle = z.infer<typeof trashedArticle>;

const publicationParams = idParams.extend({ publicationId: rowId });

/** What people changed on a page, as the article would say it. */
export const pageWords = z.object({
  /** For the press: what was shown is what is taken over. */
  seen: z.string(),
  /** What would be different in the article. */
  changes: versionChanges,
  /** Places with more than text (tables, pictures), which stay on that page only. */
  left: z.int(),
  /** False: nothing on the page is different from the article, except for places that stay there. */
  canTake: z.boolean(),
});
export type PageWords = z.infer<typeof pageWords>;

/** What a person has done with articles from the library and their pages. */
export const articleActionEndpoints = {
  "POST /api/articles/:id/reanalyze": {
    summary: "Run the pipeline again over the article's own conversation",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    response: z.object({
      success: z.boolean(),
      message: z.string(),
      article,
      /** True when it takes longer than a request waits: the article changes when it ends. */
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
      /** Their published pages: left as they are, or put into the platform's trash first. */
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
    needs: ["change", "inbox"],
    params: publicationParams,
    response: pageWords,
  },
  "POST /api/articles/:id/publications/:publicationId/take-over": {
    summary:
      "Take over into the article what people changed on its page. Refused with 409 when it is not what was seen",
    access: "session",
    needs: ["change", "articles"],
    params: publicationParams,
    body: z.strictObject({ seen: requiredText(100) }),
    response: z.object({ version: z.int(), message: z.string(), undo: undoable }),
  },
  "POST /api/articles/:id/publications/:publicationId/retry": {
    summary: "Try a publication again",
    access: "session",
    needs: ["change", "articles"],
    params: publicationParams,
    body: z.strictObject({
      /**
       * What to do about a page a person changed or removed: keep theirs, or put ours in its place; of a removed one, leave it
       * so (it is followed again when somebody restores it) or never publish the article there again.
       */
      choice: z.enum(["retry", "replace", "recreate", "leave", "forget"]).optional(),
    }),
    response: done,
  },
} as const satisfies EndpointTable;
