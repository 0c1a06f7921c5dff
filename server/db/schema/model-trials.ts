import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import type { SettledState, WritingResult } from "../../../engine/contract.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { channels } from "./chat.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

/**
 * A trial of a language model on a channel: the model writes articles about the channel's newest topics. People judge the
 * articles, which are stored separately from the library.
 */
export const modelTrials = pgTable(
  "model_trials",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    channelId: uuid("channel_id").notNull(),
    /** The id of the first trial of the same topics: this trial, or the trial that this trial repeats with another model. */
    series: uuid("series").notNull(),
    requestedBy: uuid("requested_by"),
    /** The model that writes instead of the workspace's main model; null for the main model. */
    writer: text("writer"),
    /** The name of the model that wrote; null before the trial's first step. */
    writtenBy: text("written_by"),
    most: integer("most").notNull(),
    messagesRead: integer("messages_read").notNull().default(0),
    /** The trial has not read messages older than this; null if no message was read yet. */
    readToAt: timestamptz("read_to_at"),
    readToId: text("read_to_id"),
    /** Enough topics were found, or all messages were read. */
    isFound: boolean("is_found").notNull().default(false),
    /** The cost of this trial in millionths of a US dollar; answers that were already paid for cost nothing. */
    costMicros: integer("cost_micros").notNull().default(0),
    runId: uuid("run_id"),
    stoppedAt: timestamptz("stopped_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("model_trials_created").on(t.createdAt),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channels.workspaceId, channels.id],
      name: "model_trials_channel",
    }).onDelete("cascade"),
  ],
);

/** One topic that the model found in a trial. The row refers to its messages without a copy of their text. */
export const trialMatters = pgTable(
  "trial_matters",
  {
    workspaceId: workspaceId(),
    id: id(),
    trialId: uuid("trial_id").notNull(),
    /** The position in the trial, from 0; the same in every trial of a series. */
    place: integer("place").notNull(),
    /** The platform's ids of the topic's messages, oldest first. */
    sources: text("sources").array().notNull(),
    /** The question in a model's words; null once a message of the topic was deleted or changed. */
    question: text("question"),
    gist: text("gist"),
    kind: text("kind").$type<ContentType>().notNull(),
    settled: text("settled").$type<SettledState>().notNull(),
    /** Fingerprint of the messages that the article was written from. */
    saidHash: text("said_hash"),
    written: jsonb("written").$type<WritingResult>(),
    /** The reason, as a sentence, why there is no article. */
    problem: text("problem"),
    /** The cost of the topic's model calls, even if they were paid for earlier. */
    costMicros: integer("cost_micros").notNull().default(0),
    milliseconds: integer("milliseconds").notNull().default(0),
    writtenAt: timestamptz("written_at"),
    /** The model's confidence. The value outlives the text, together with the judgement. */
    chance: real("chance"),
    judgement: text("judgement").$type<"keep" | "edit" | "no">(),
    judgedAt: timestamptz("judged_at"),
    /** The article as which the topic was saved, or the existing article with the same knowledge. */
    articleId: uuid("article_id"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("trial_matters_of_trial").on(t.workspaceId, t.trialId),
    index("trial_matters_sources").using("gin", t.sources),
    foreignKey({
      columns: [t.workspaceId, t.trialId],
      foreignColumns: [modelTrials.workspaceId, modelTrials.id],
      name: "trial_matters_trial",
    }).onDelete("cascade"),
  ],
);
