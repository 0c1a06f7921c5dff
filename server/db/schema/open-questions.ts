import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts.ts";
import { channels } from "./chat.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/**
 * Somebody asked and got no answer, once. Asked in a channel, it holds no words: they are in the message. Asked in the product, the
 * words go with the person. Askings of the same are a group; who reads what of it is decided for each asking.
 */
export const openQuestions = pgTable(
  "open_questions",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    groupId: uuid("group_id").notNull(),
    /** Where it was asked: a message in a channel, or null. */
    channelId: uuid("channel_id"),
    messageId: text("message_id"),
    threadId: text("thread_id"),
    /** The platform's id of who asked there. */
    askedBy: text("asked_by"),
    /** Who asked in the product, and what. */
    userId: uuid("user_id"),
    words: text("words"),
    /** The articles that came nearest: whoever explained those may know. */
    near: uuid("near").array().notNull().default([]),
    state: text("state").$type<"open" | "answered" | "dismissed">().notNull().default("open"),
    /** What answers it, for whoever asked. */
    articleId: uuid("article_id"),
    /** When it was last asked of the articles; null: to be done at once. */
    checkedAt: at("checked_at").defaultNow(),
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

/** What we post in threads because of an open question, each once; the row is the outbox. */
export const questionPosts = pgTable(
  "question_posts",
  {
    workspaceId: workspaceId(),
    id: id(),
    questionId: uuid("question_id").notNull(),
    /** `ask`: somebody who may know is asked. `tell`: who asked is told where the answer is. */
    kind: text("kind").$type<"ask" | "tell">().notNull(),
    channelId: uuid("channel_id").notNull(),
    threadId: text("thread_id").notNull(),
    /** The platform's id of the person it is for. */
    personId: text("person_id").notNull(),
    state: text("state").$type<"to-post" | "posted" | "over">().notNull().default("to-post"),
    /** Committed before the message goes out; null when no outcome is open. */
    intentAt: at("intent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
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
