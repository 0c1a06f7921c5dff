import { z } from "zod";
import { isTimeZone } from "../domain/dates.ts";
import { type EndpointTable, moment, rowId, text } from "./endpoint.ts";

/** `change`: a person or a program changed knowledge or access, and no message was analyzed. */
export const LOG_TYPES = ["article_created", "message_analyzed", "error", "change"] as const;

export const log = z.object({
  id: rowId,
  type: z.enum(LOG_TYPES),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: moment,
});
export type Log = z.infer<typeof log>;

/** A search counts at most one entry more than this. */
export const MAX_COUNTED_ENTRIES = 10_000;

/** Numbers of all log entries, independent of the list's length. */
export const logCounts = z.object({
  article_created: z.int(),
  message_analyzed: z.int(),
  error: z.int(),
  change: z.int(),
  total: z.int(),
  /** The number of analyzed messages, as on the dashboard; one log entry can count many. */
  messages: z.int(),
  /** The number of entries that match the filters. With a search, at most `MAX_COUNTED_ENTRIES` + 1. */
  matching: z.int(),
});
export type LogCounts = z.infer<typeof logCounts>;

/** The filters of the log, which all apply together. Each search word has to occur in the message or the data. */
const logFilters = { type: z.enum(LOG_TYPES).optional(), search: text(200).optional() };

export const stats = z.object({
  articlesCreated: z.int(),
  messagesAnalyzed: z.int(),
  activeChannels: z.int(),
  /** The percentage (0 to 100, one decimal) of published articles among published and failed ones; null without any. */
  successRate: z.number().nullable(),
  /** The change in percent from the previous week; null if the previous week has no data. */
  weekOverWeek: z.object({
    articlesCreated: z.number().nullable(),
    messagesAnalyzed: z.number().nullable(),
    activeChannels: z.number().nullable(),
    successRate: z.number().nullable(),
  }),
});
export type Stats = z.infer<typeof stats>;

export const overview = z.object({
  articles: z.int(),
  /** Within the last 7 and the last 30 times 24 hours. */
  articlesThisWeek: z.int(),
  articlesThisMonth: z.int(),
  published: z.int(),
  processing: z.int(),
  failed: z.int(),
  /** Average duration of a run; null before the first one ended. */
  averageSeconds: z.number().nullable(),
});
export type Overview = z.infer<typeof overview>;

/** Counts only answers known to have helped: a vote, or an opened article without a further question (decision 046). */
export const helpfulAnswers = z.object({
  questions: z.int(),
  /**
   * Authors of the answers, by their name in the chat. A question answered from articles by two people counts for both
   * people.
   */
  spared: z.array(z.object({ name: z.string(), count: z.int() })),
});
export type HelpfulAnswers = z.infer<typeof helpfulAnswers>;

const day = z.iso
  .date("Give a day as 2026-11-21.")
  .refine((value) => value >= "1970-01-01" && value < "2100-01-01", "Give a day between 1970 and 2099.");
const named = z.array(z.object({ name: z.string(), count: z.int() }));

/** Figures for each step of the chart. Days and names are in the reader's time zone. */
export const analytics = z.object({
  from: day,
  to: day,
  step: z.enum(["day", "week", "month", "year"]),
  /** One point for each step, without missing steps. The range may cut the first and the last step. */
  timeline: z.array(z.object({ start: day, articles: z.int(), messages: z.int(), costMicros: z.int() })),
  /** Articles created in the range, most first. */
  byStatus: named,
  byCategory: named,
  byChannel: named,
  byEngine: named,
  /** Model calls in the range. Costs are in millionths of a US dollar, 0 without a configured price. */
  byModel: z.array(z.object({ name: z.string(), calls: z.int(), tokens: z.int(), costMicros: z.int() })),
});
export type Analytics = z.infer<typeof analytics>;

export const activityEndpoints = {
  "GET /api/stats": { summary: "The four figures of the dashboard", access: "session", response: stats },
  "GET /api/analytics/overview": {
    summary: "The figures of the analytics page that have no range",
    access: "session",
    response: overview,
  },
  "GET /api/analytics/answered": {
    summary: "How many questions asked in the product were answered by articles, and whom that spared being asked",
    access: "session",
    response: helpfulAnswers,
  },
  "GET /api/analytics": {
    summary: "Articles, messages and the cost of the language model over a range of days",
    access: "session",
    query: z.strictObject({
      /** Both days are included. `from` defaults to the workspace's oldest data, `to` to today. */
      from: day.optional(),
      to: day.optional(),
      /** IANA name; UTC when absent. */
      timeZone: text(60).refine(isTimeZone, "There is no such time zone.").optional(),
    }),
    response: analytics,
  },
  "GET /api/logs": {
    summary: "What happened, newest first",
    access: "session",
    query: z.strictObject({
      ...logFilters,
      /** The cursor of the next page: only older entries are listed. */
      before: rowId.optional(),
      /** 1 to 1000; 500 when absent. A string of digits, because query values are not coerced. */
      limit: z
        .string()
        .regex(/^([1-9]\d{0,2}|1000)$/, "A whole number from 1 to 1000.")
        .optional(),
    }),
    response: z.array(log),
  },
  "GET /api/logs/counts": {
    summary: "How many entries there are of each type, and how many the filters leave",
    access: "session",
    query: z.strictObject(logFilters),
    response: logCounts,
  },
  "GET /api/logs/export": {
    summary: "Every entry the filters leave, newest first, as a file",
    access: "session",
    query: z.strictObject({ ...logFilters, format: z.enum(["csv", "json"]) }),
    response: z.string().describe("A CSV file, or a JSON array of entries as GET /api/logs has them"),
  },
} as const satisfies EndpointTable;
