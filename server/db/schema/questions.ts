import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { QuestionResolution } from "../../../connectors/chat-source.ts";
import { workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { channels } from "./chat.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export type QuestionState =
  /** The question is not posted yet. */
  | "to-ask"
  | "asked"
  /** The person chose an answer, which must still be carried out. */
  | "answered"
  /** The choice was carried out in the product; the message in the thread must still show it. */
  | "to-tell"
  /** The author chose "Not knowledge": the article is retracted, and removed when the time for an undo is over. */
  | "to-remove"
  | "over";

/**
 * A question in a thread to the author of an answer, asked only once per thread. The row is also the outbox: the intent is
 * committed before the message goes out.
 */
export const threadQuestions = pgTable(
  "thread_questions",
  {
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    /** The channel of the question; null after the channel was removed, but an answer still takes effect. */
    channelId: uuid("channel_id"),
    /** The platform's id of the thread with the question. */
    threadId: text("thread_id").notNull(),
    /** The article in question; null when it was removed. */
    articleId: uuid("article_id"),
    /** The platform's id of the only person whose answer counts. */
    askedOf: text("asked_of").notNull(),
    state: text("state").$type<QuestionState>().notNull().default("to-ask"),
    /** Set before the message is sent, and null once the outcome of the call is known. */
    intentAt: at("intent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
    /** The platform's id of the message that asks. */
    messageExternalId: text("message_external_id"),
    answer: text("answer").$type<QuestionResolution>(),
    answeredAt: at("answered_at"),
    /** When somebody decided about the correction that the author submitted. */
    closedAt: at("closed_at"),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("thread_questions_once").on(t.workspaceId, t.channelId, t.threadId),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channels.workspaceId, channels.id],
      name: "thread_questions_channel",
    }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "thread_questions_article",
    }),
    index("thread_questions_due").on(t.nextAttemptAt).where(sql`state not in ('asked', 'over')`),
    index("thread_questions_article").on(t.workspaceId, t.articleId).where(sql`article_id is not null`),
  ],
);
