import { z } from "zod";
import { type EndpointTable, rowId } from "./endpoint.ts";

/** The most excerpts that one request rewrites. The next request continues. */
export const MAX_EXCERPTS_PER_REQUEST = 1_000;

/** Excerpts (articles of unchanged chat sentences) that a language model can rewrite, and the approximate cost. */
export const excerptOffer = z.object({
  /** The number of excerpts that will be rewritten, at most `MAX_EXCERPTS_PER_REQUEST`. */
  count: z.int(),
  /** The number of chat messages from which they were saved. */
  messages: z.int(),
  minutes: z.object({ least: z.number(), most: z.number() }),
  /** The active model; null if none is set up. */
  model: z.string().nullable(),
  /** US dollars for all excerpts with the active model. Null if its price is unknown or no model is set up. */
  dollars: z.number().nullable(),
  /** The model for which a price is shown if none is set up. */
  suggested: z.object({ model: z.string(), dollars: z.number() }).nullable(),
  /** The last run that can still be undone (within a day). */
  undo: z.object({ runId: rowId, count: z.int() }).nullable(),
});
export type ExcerptOffer = z.infer<typeof excerptOffer>;

export const excerptEndpoints = {
  "GET /api/excerpts": {
    summary: "How many excerpts a language model can write up, and what that costs about; of all or of one article",
    access: "session",
    needs: ["read", "articles"],
    query: z.strictObject({ articleId: rowId.optional() }),
    response: excerptOffer,
  },
  "POST /api/excerpts/write": {
    summary:
      "Have excerpts written up by the language model, all or these, in the background. Articles that a person edited stay as they are",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ ids: z.array(rowId).min(1).max(MAX_EXCERPTS_PER_REQUEST).optional() }),
    response: z.object({ runId: rowId, count: z.int() }),
  },
  "POST /api/excerpts/undo": {
    summary: "Restore the excerpts that a run had written up, within a day; what was changed since stays",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ runId: rowId }),
    response: z.object({ restored: z.int(), left: z.int(), message: z.string() }),
  },
} as const satisfies EndpointTable;
