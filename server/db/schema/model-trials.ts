import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import type { SettledState, WritingResult } from "../../../engine/contract.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { channels } from "./chat.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/**
 * A trial of a language model on a channel: its articles of the newest matters are judged and stored apart from the
 * library.
 */
export const modelTrials = pgTable(
  "model_trials",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    channelId: uuid("channel_id").notNull(),
    /** The first trial of these matters: its own id, or that of the trial that it repeats with another model. */
    series: uuid("series").notNull(),
    requestedBy: uuid("requested_by"),
    /** The model that writes in place of the workspace's main model; null: the main model. */
    writer: text("writer"),
    /** The name of the model that wrote; null before the first turn. */
    writtenBy: text("written_by"),
    most: integer("most").notNull(),
    messagesRead: integer("messages_read").notNull().default(0),
    /** Only messages before this one still have to be read; null: none was read yet. */
    readToAt: at("read_to_at"),
    readToId: text("read_to_id"),
    /** Whether enough matters were found, or everything was read. */
    isFound: boolean("is_found").notNull().default(false),
    /** Millionths of a US dollar, for this trial alone: answers that were paid for earlier cost nothing again. */
    costMicros: integer("cost_micros").notNull().default(0),
    runId: uuid("run_id"),
    stoppedAt: at("stopped_at"),
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

/** One matter of a trial. It names its messages without storing their text again. */
export const trialMatters = pgTable(
  "trial_matters",
  {
    workspaceId: workspaceId(),
    id: id(),
    trialId: uuid("trial_id").notNull(),
    /** The position in the trial, from 0; the same in every trial of a series. */
    place: integer("place").notNull(),
    /** The platform's ids of its messages, oldest first. */
    sources: text("sources").array().notNull(),
    /** The question in a model's words; null once one of its messages was deleted or changed. */
    question: text("question"),
    gist: text("gist"),
    kind: text("kind").$type<ContentType>().notNull(),
    settled: text("settled").$type<SettledState>().notNull(),
    /** Fingerprint of the messages that it was written from. */
    saidHash: text("said_hash"),
    written: jsonb("written").$type<WritingResult>(),
    /** The reason, as a sentence, why there is no article. */
    problem: text("problem"),
    /** The cost of its calls, now or when they were first made. */
    costMicros: integer("cost_micros").notNull().default(0),
    milliseconds: integer("milliseconds").notNull().default(0),
    writtenAt: at("written_at"),
    /** The model's confidence. It stays with the judgement when the text is gone. */
    chance: real("chance"),
    judgement: text("judgement").$type<"keep" | "edit" | "no">(),
    judgedAt: at("judged_at"),
    /** The article that it was saved as, or that already existed in the library. */
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
