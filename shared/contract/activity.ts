import { z } from "zod";
import { type EndpointTable, moment, rowId, text } from "./endpoint.ts";

export const LOG_TYPES = ["article_created", "message_analyzed", "error"] as const;

export const log = z.object({
  id: rowId,
  type: z.enum(LOG_TYPES),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: moment,
});
export type Log = z.infer<typeof log>;

export const stats = z.object({
  articlesCreated: z.int(),
  messagesAnalyzed: z.int(),
  activeChannels: z.int(),
  /** Percent, 0 to 100, one decimal: published / (published + failed); 0 when there is nothing. */
  successRate: z.number(),
  /** Change against the week before in percent; null when there was no week before. */
  weekOverWeek: z.object({
    articlesCreated: z.number().nullable(),
    messagesAnalyzed: z.number().nullable(),
    activeChannels: z.number().nullable(),
    successRate: z.number().nullable(),
  }),
});
export type Stats = z.infer<typeof stats>;

export const activityEndpoints = {
  "GET /api/stats": { summary: "The four figures of the dashboard", access: "session", response: stats },
  "GET /api/logs": {
    summary: "What happened, newest first",
    access: "session",
    query: z.strictObject({
      type: z.enum(LOG_TYPES).optional(),
      search: text(200).optional(),
      /** Only entries older than this one: the next page. */
      before: rowId.optional(),
      /** 1 to 1000; 500 when absent. Digits: query values are text and nothing coerces them. */
      limit: z
        .string()
        .regex(/^([1-9]\d{0,2}|1000)$/, "A whole number from 1 to 1000.")
        .optional(),
    }),
    response: z.array(log),
  },
} as const satisfies EndpointTable;
