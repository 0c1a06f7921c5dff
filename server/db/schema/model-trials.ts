import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import type { Settled, Written } from "../../../engine/contract.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { channels } from "./chat.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/** Somebody tries a language model on a channel: what it makes of the newest matters is judged and kept apart from the library. */
export const modelTrials = pgTable(
  "model_trials",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    channelId: uuid("channel_id").notNull(),
    /** The first trial of these matters: its own id, or that of the trial that is repeated with another model. */
    series: uuid("series").notNull(),
    requestedBy: uuid("requested_by"),
    /** Writes in place of the workspace's main model; null: that one. */
    writer: text("writer"),
    /** The name of the model that wrote; null before the first turn. */
    writtenBy: text("written_by"),
    most: integer("most").notNull(),
    messagesRead: integer("messages_read").notNull().default(0),
    /** Messages before this one are to be read yet; null: none was read. */
    readToAt: at("read_to_at"),
    readToId: text("read_to_id"),
    /** Enough was found, or everything was read. */
    isFound: boolean("is_found").notNull().default(false),
    /** Millionths of a US dollar, for this trial alone: what was paid before costs nothing again. */
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

/** One matter of a trial. Its messages are named, not held: their words are where they always are. */
export const trialMatters = pgTable(
  "trial_matters",
  {
    workspaceId: workspaceId(),
    id: id(),
    trialId: uuid("trial_id").notNull(),
    /** From 0; the same in every trial of a series. */
    place: integer("place").notNull(),
    /** The platform's ids of its messages, oldest first. */
    sources: text("sources").array().notNull(),
    /** In a model's words; null once a message of it was deleted or changed. */
    question: text("question"),
    gist: text("gist"),
    kind: text("kind").$type<ContentType>().notNull(),
    settled: text("settled").$type<Settled>().notNull(),
    /** Fingerprint of the messages that it was written from. */
    saidHash: text("said_hash"),
    written: jsonb("written").$type<Written>(),
    /** Why there is no article, in a sentence. */
    problem: text("problem"),
    /** What its questions cost, now or when they were first asked. */
    costMicros: integer("cost_micros").notNull().default(0),
    milliseconds: integer("milliseconds").notNull().default(0),
    writtenAt: at("written_at"),
    /** How sure the model was. It stays with the judgement when the words are gone. */
    chance: real("chance"),
    judgement: text("judgement").$type<"keep" | "edit" | "no">(),
    judgedAt: at("judged_at"),
    /** Saved as this article, or in the library already as this one. */
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
