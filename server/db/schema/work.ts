import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

export interface RunProgress {
  /** The current step, for a person: 'Reading #support'. */
  step: string;
  channelsDone: number;
  channelsTotal: number;
  messagesRead: number;
  conversationsFound: number;
  articlesCreated: number;
  articlesUpdated: number;
  /** 0 to 1 where the end is known (an import knows its bytes), else null. */
  fraction: number | null;
  /** Messages that the language model has yet to read in the current channel. */
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
  /** The platform does not know the channel, or does not show it to the integration. */
  isNotFound?: boolean;
}

export interface RunResult {
  channels: ChannelOutcome[];
  messagesRead: number;
  articlesCreated: number;
  articlesUpdated: number;
  /** Named problems that did not stop the run. */
  problems: string[];
}

/** Numbers of analyzed messages by time. Rows are only added: they outlive the channels and the messages themselves. */
export const analyzedMessages = pgTable(
  "analyzed_messages",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    messages: integer("messages").notNull(),
    countedAt: at("counted_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    /** Includes the sum: messages over time are read from the index alone. */
    index("analyzed_messages_counted").on(t.workspaceId, t.countedAt, t.messages),
  ],
);

/** One long task that a person or the schedule requested: its progress and its result. */
export const runs = pgTable(
  "runs",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    kind: text("kind").$type<"test" | "analyse" | "reanalyse" | "import" | "trial" | "write">().notNull(),
    state: text("state").$type<"queued" | "running" | "done" | "failed">().notNull(),
    /** The input: channel ids, an article id, or the stored export. */
    input: jsonb("input").$type<RunInput>().notNull(),
    progress: jsonb("progress").$type<RunProgress>().notNull(),
    result: jsonb("result").$type<RunResult>(),
    /** A sentence for a person. */
    error: text("error"),
    /** The point from which the run resumes after a kill. */
    position: jsonb("position").$type<Record<string, unknown>>(),
    requestedBy: uuid("requested_by"),
    /**
     * Turns in a row that a worker started and did not end, and in which the run made no progress: the process itself
     * ended.
     */
    interruptions: integer("interruptions").notNull().default(0),
    createdAt: createdAt(),
    startedAt: at("started_at"),
    finishedAt: at("finished_at"),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), index("runs_created").on(t.workspaceId, t.createdAt)],
);

export interface RunInput {
  channelIds?: string[];
  /** Limits the run to this thread, by the platform's id: a person requested an article from it. */
  threadId?: string;
  /** Limits the run to messages stored by live events, and of these to conversations that have become quiet. */
  onlyQuiet?: true;
  /** Limits the run to stored messages, for example those that are to be read again. */
  onlyStored?: true;
  articleId?: string;
  /** The trial of a language model on a channel. */
  trialId?: string;
  /** Excerpts that a model is to write up. */
  articleIds?: string[];
  /** Name of the stored file below the data folder's imports; created by us, never the uploaded name. */
  file?: string;
  /** The uploaded name, for messages to the person. */
  fileName?: string;
  /** The import stores the messages and analyzes none: a model is to be tried on them first. */
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
    /** The channels whose text the line may hold: people who may not read one of them do not see it. */
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
 * The number of entries of each type in a workspace's log up to and including `upTo`, so that a long log is not counted
 * again and again. Counting updates it (activity/log-count-queries.ts): writing an entry costs nothing more.
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

/** Each call to a model with its cost, stored before its answer is used, so that the same question is never paid for twice. */
export const llmCalls = pgTable(
  "llm_calls",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    runId: uuid("run_id"),
    /** The same in all rows of one call that answered several questions, each with its share; null where it answered one. */
    callId: uuid("call_id"),
    /** The channel of the messages; null: none. It stays when the channel is removed. */
    channelId: uuid("channel_id"),
    purpose: text("purpose").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    /** Hash of prompt version, model and input: the same question is answered from here. */
    inputHash: text("input_hash").notNull(),
    /** Null once it was erased: after the retention time, or with one of its source messages. */
    output: jsonb("output"),
    /** The platform's ids of the messages that the model was shown. */
    sources: text("sources").array().notNull().default([]),
    outcome: text("outcome").$type<"ok" | "unusable" | "failed">().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** Input tokens read from the provider's cache, and written to it. Each has a price of its own. */
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

/** Counts calls to a model: the rows of one call count as one. */
export const callCount = sql<number>`count(distinct coalesce(${llmCalls.callId}, ${llmCalls.id}))`.mapWith(Number);
