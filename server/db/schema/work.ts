import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

export interface RunProgress {
  /** The current step, for a person: 'Reading #support'. */
  step: string;
  channelsDone: number;
  channelsTotal: number;
  messagesRead: number;
  conversationsFound: number;
  articlesCreated: number;
  articlesUpdated: number;
  /** The progress from 0 to 1 if the end is known (an import knows its bytes), or null. */
  fraction: number | null;
  /** The number of messages that the language model has yet to read in the current channel. */
  messagesWaiting?: number;
  /** Millionths of a US dollar that the run has spent on a language model. */
  costMicros?: number;
  isStopped?: true;
}

export interface ChannelOutcome {
  channelId: string;
  channel: string;
  status: string;
  messages: number;
  articlesCreated: number;
  articlesUpdated: number;
  skipped: number;
  /** The platform does not know the channel, or does not show the channel to the integration. */
  isNotFound?: boolean;
}

export interface RunResult {
  channels: ChannelOutcome[];
  messagesRead: number;
  articlesCreated: number;
  articlesUpdated: number;
  /** Problems, as sentences, that did not stop the run. */
  problems: string[];
}

/** The number of analyzed messages over time. Rows are never removed, because they outlive channels and messages. */
export const analyzedMessages = pgTable(
  "analyzed_messages",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    messages: integer("messages").notNull(),
    countedAt: timestamptz("counted_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    /** The index includes the number of messages, so that sums over time are read from the index alone. */
    index("analyzed_messages_counted").on(t.workspaceId, t.countedAt, t.messages),
  ],
);

/** A long task that a person or the schedule requested, with its progress and its result. */
export const runs = pgTable(
  "runs",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    kind: text("kind").$type<"test" | "analyse" | "reanalyse" | "import" | "trial" | "write">().notNull(),
    state: text("state").$type<"queued" | "running" | "done" | "failed">().notNull(),
    /** The input of the run: channel ids, an article id, or the stored export. */
    input: jsonb("input").$type<RunInput>().notNull(),
    progress: jsonb("progress").$type<RunProgress>().notNull(),
    result: jsonb("result").$type<RunResult>(),
    /** The reason for the failure, as a sentence for a person. */
    error: text("error"),
    /** The position from which the run resumes after its process was killed. */
    position: jsonb("position").$type<Record<string, unknown>>(),
    requestedBy: uuid("requested_by"),
    /** The number of consecutive starts of the run in which the process died without progress. */
    interruptions: integer("interruptions").notNull().default(0),
    createdAt: createdAt(),
    startedAt: timestamptz("started_at"),
    finishedAt: timestamptz("finished_at"),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), index("runs_created").on(t.workspaceId, t.createdAt)],
);

export interface RunInput {
  channelIds?: string[];
  /** Limits the run to one thread (the platform's id), from which a person requested an article. */
  threadId?: string;
  /** Limits the run to messages from live events, in conversations that have become quiet. */
  onlyQuiet?: true;
  /** Limits the run to stored messages, for example to read them again. */
  onlyStored?: true;
  articleId?: string;
  /** The id of the trial of a language model on a channel. */
  trialId?: string;
  /** Ids of excerpts that a language model should rewrite. */
  articleIds?: string[];
  /** The name of the stored export in the data folder's `imports`; created by the product, never the uploaded name. */
  file?: string;
  /** The uploaded file's name, for messages to the person. */
  fileName?: string;
  /** The import only stores the messages, because a person tries a model on them first. */
  isAnalyzedLater?: true;
}

export const activityLogs = pgTable(
  "activity_logs",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    type: text("type").$type<"article_created" | "message_analyzed" | "error" | "change">().notNull(),
    message: text("message").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    /** The channels whose text the entry may contain: people who may not read all of these channels do not see the entry. */
    channelIds: uuid("channel_ids").array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("activity_logs_created").on(t.workspaceId, t.createdAt),
    index("activity_logs_type").on(t.workspaceId, t.type, t.id),
    index("activity_logs_article").on(t.workspaceId, sql`(data->>'articleId')`).where(sql`data ? 'articleId'`),
  ],
);

/**
 * The number of log entries of each type up to and including `upTo`, so that a long log is not counted repeatedly. Only
 * counting updates the row (activity/log-count-queries.ts), so that writing an entry costs nothing more.
 */
export const logCounts = pgTable("log_counts", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  upTo: uuid("up_to").notNull(),
  articleCreated: integer("article_created").notNull(),
  messageAnalyzed: integer("message_analyzed").notNull(),
  error: integer("error").notNull(),
  change: integer("change").notNull().default(0),
});

/**
 * Calls of a language model with their costs, stored before the answer is used, so that nobody pays for the same question
 * twice.
 */
export const llmCalls = pgTable(
  "llm_calls",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    runId: uuid("run_id"),
    /** The id that all rows of one call with several questions share; null for a call with a single question. */
    callId: uuid("call_id"),
    /** The channel of the sent messages; null if none. The id outlives the channel. */
    channelId: uuid("channel_id"),
    purpose: text("purpose").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    /** Hash of prompt version, model and input, by which an answer is reused for the same question. */
    inputHash: text("input_hash").notNull(),
    /** The model's answer; null once it was erased after the retention period, or together with a source message. */
    output: jsonb("output"),
    /** The platform's ids of the messages that were sent to the model. */
    sources: text("sources").array().notNull().default([]),
    outcome: text("outcome").$type<"ok" | "unusable" | "failed">().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** Input tokens read from and written to the provider's cache, which have their own prices. */
    cachedTokens: integer("cached_tokens").notNull().default(0),
    cacheWriteTokens: integer("cache_write_tokens").notNull().default(0),
    /** Millionths of a US dollar; 0 where the price of the model is not configured. */
    costMicros: integer("cost_micros").notNull(),
    milliseconds: integer("milliseconds").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("llm_calls_day").on(t.workspaceId, t.createdAt),
    index("llm_calls_input").on(t.workspaceId, t.inputHash),
  ],
);

/** SQL that counts model calls: several rows of one call count once. */
export const callCount = sql<number>`count(distinct coalesce(${llmCalls.callId}, ${llmCalls.id}))`.mapWith(Number);
