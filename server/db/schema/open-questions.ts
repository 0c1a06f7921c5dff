import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts.ts";
import { channels } from "./chat.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

/**
 * An unanswered question, one row each time somebody asks. The text of a channel's question is in the message; a question in
 * the product is deleted with the person. Rows of the same question form a group, but each row has its own audience.
 */
export const openQuestions = pgTable(
  "open_questions",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    groupId: uuid("group_id").notNull(),
    /** The channel with the message that asks; null when the question was asked in the product. */
    channelId: uuid("channel_id"),
    messageId: text("message_id"),
    threadId: text("thread_id"),
    /** The platform's id of the person who asked in the chat. */
    askedBy: text("asked_by"),
    /** The person who asked in the product, and the question's text. */
    userId: uuid("user_id"),
    words: text("words"),
    /** The articles nearest to the question: their authors may know the answer. */
    near: uuid("near").array().notNull().default([]),
    state: text("state").$type<"open" | "answered" | "dismissed">().notNull().default("open"),
    /** The article that answers the question and that the asker may read. */
    articleId: uuid("article_id"),
    /** When the question was last searched for in the articles; null if the search is due at once. */
    checkedAt: timestamptz("checked_at").defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("open_questions_once").on(t.workspaceId, t.channelId, t.messageId),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channels.workspaceId, channels.id],
      name: "open_questions_channel",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "open_questions_user",
    }).onDelete("cascade"),
    index("open_questions_of_group").on(t.workspaceId, t.groupId),
    index("open_questions_to_check").on(t.checkedAt).where(sql`state = 'open'`),
  ],
);

/** The app's posts in threads about open questions, each posted once; the row is the outbox. */
export const questionPosts = pgTable(
  "question_posts",
  {
    workspaceId: workspaceId(),
    id: id(),
    questionId: uuid("question_id").notNull(),
    /** `ask`: the post asks a person who may know the answer. `tell`: the post tells the asker where the answer is. */
    kind: text("kind").$type<"ask" | "tell">().notNull(),
    channelId: uuid("channel_id").notNull(),
    threadId: text("thread_id").notNull(),
    /** The platform's id of the person to whom the post is addressed. */
    personId: text("person_id").notNull(),
    state: text("state").$type<"to-post" | "posted" | "over">().notNull().default("to-post"),
    /** Set before the message is sent, and null once the outcome of the call is known. */
    intentAt: timestamptz("intent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    messageExternalId: text("message_external_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("question_posts_once").on(t.workspaceId, t.questionId, t.kind),
    foreignKey({
      columns: [t.workspaceId, t.questionId],
      foreignColumns: [openQuestions.workspaceId, openQuestions.id],
      name: "question_posts_question",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channels.workspaceId, channels.id],
      name: "question_posts_channel",
    }).onDelete("cascade"),
    index("question_posts_due").on(t.nextAttemptAt).where(sql`state = 'to-post'`),
  ],
);
