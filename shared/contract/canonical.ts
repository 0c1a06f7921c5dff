import { z } from "zod";
import { type EndpointTable, idParams, moment, rowId } from "./endpoint.ts";
import { undoable } from "./inbox.ts";

/** A conversation that bears an article out. */
export const evidence = z.object({
  conversationId: rowId,
  channelName: z.string(),
  /** Who asked or began it. */
  askedBy: z.string(),
  firstAt: moment,
  lastAt: moment,
  messages: z.int(),
  /** The beginning of its first message. */
  opening: z.string(),
  permalink: z.string().nullable(),
  /** The article follows this conversation: when it goes on, the article is written from it again. */
  isWrittenFrom: z.boolean(),
});
export type Evidence = z.infer<typeof evidence>;

export const canonicalEndpoints = {
  "GET /api/articles/:id/evidence": {
    summary: "The conversations that support an article, oldest first",
    access: "session",
    params: idParams,
    response: z.array(evidence),
  },
  "POST /api/articles/:id/merge": {
    summary: "Merge this article into another one: its conversations move there, and its address leads there",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({
      into: rowId,
      /** Statements of this article to take over, counted from 0 in reading order, the summary first. */
      statements: z.array(z.int().min(0).max(10_000)).max(500).optional(),
    }),
    response: z.object({ message: z.string(), undo: undoable }),
  },
  "POST /api/articles/:id/split": {
    summary: "Write some of an article's conversations as an article of their own",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ conversations: z.array(rowId).max(100) }),
    response: z.object({ articleId: rowId, message: z.string(), undo: undoable }),
  },
} as const satisfies EndpointTable;
