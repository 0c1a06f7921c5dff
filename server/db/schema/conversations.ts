import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { SettledState, UnavailableReason } from "../../../engine/contract.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { articles } from "./articles.ts";
import { channels } from "./chat.ts";
import { id, timestamptz, workspaceId } from "./columns.ts";

export const conversations = pgTable(
  "conversations",
  {
    workspaceId: workspaceId(),
    id: id(),
    channelId: uuid("channel_id").notNull(),
    /** The `externalId` of the conversation's first message. */
    key: text("key").notNull(),
    messageCount: integer("message_count").notNull(),
    /**
     * The number of the conversation's messages that were counted as analyzed. It never decreases, so that no message counts
     * twice.
     */
    countedMessages: integer("counted_messages").notNull().default(0),
    firstAt: timestamptz("first_at").notNull(),
    lastAt: timestamptz("last_at").notNull(),
    /** Hash of the conversation's messages and of the relevant settings. The same fingerprint is judged only once. */
    fingerprint: text("fingerprint").notNull(),
    score: real("score"),
    isKnowledge: boolean("is_knowledge"),
    contentType: text("content_type").$type<ContentType>(),
    reasons: text("reasons").array(),
    analysedAt: timestamptz("analysed_at"),
    articleId: uuid("article_id"),
    /** The conversation confirms an article that was written from another conversation, or confirms a person's decision. */
    isEvidence: boolean("is_evidence").notNull().default(false),
    /** A person removed the conversation's article. Messages up to this time are not written up again. */
    removedUpTo: timestamptz("removed_up_to"),
    /** The provider's name of the model that grouped the conversation; null if rules grouped it. */
    foundBy: text("found_by"),
    /** `nothing`: the language model found no knowledge in the message. Null: rules grouped the conversation. */
    settled: text("settled").$type<SettledState | "nothing">(),
    /** The question, and the knowledge in its answer, in a language model's words. */
    question: text("question"),
    gist: text("gist"),
    /** Search phrases in a model's words, with which pages of the wiki are found. */
    searches: text("searches").array().notNull().default(sql`'{}'`),
    /**
     * The reason why a model could not process the conversation, or `again` if a model has to read it once more. Otherwise
     * null.
     */
    waitsFor: text("waits_for").$type<UnavailableReason | "again">(),
    /** When processing of the conversation resumes automatically; null if unknown. */
    waitsUntil: timestamptz("waits_until"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("conversations_key").on(t.workspaceId, t.channelId, t.key),
    index("conversations_of_article").on(t.workspaceId, t.articleId).where(sql`article_id is not null`),
    index("conversations_waiting").on(t.workspaceId, t.channelId).where(sql`waits_for is not null`),
    index("conversations_open").on(t.workspaceId, t.channelId, t.lastAt).where(sql`settled in ('open', 'unsure')`),
    index("conversations_unjudged").on(t.workspaceId, t.channelId, t.lastAt).where(sql`fingerprint = ''`),
    foreignKey({ columns: [t.workspaceId, t.channelId], foreignColumns: [channels.workspaceId, channels.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "conversations_article",
    }),
  ],
);
