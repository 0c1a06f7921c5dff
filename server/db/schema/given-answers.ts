import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AnswerVote } from "../../../shared/domain/ask.ts";
import { users, workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/** A person asked in the product and was answered. It holds no words; it goes with the person. */
export const givenAnswers = pgTable(
  "given_answers",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    /** The browser's, one for each time that somebody asks: an answer that is shown again is the same. */
    id: id(),
    /** Null once it is so old that it is nobody's any more. */
    userId: uuid("user_id"),
    /** Keyed fingerprints of the words, other ones for each person, for as long as asking again matters. */
    matter: text("matter").array().notNull().default([]),
    vote: text("vote").$type<AnswerVote>(),
    /** When the same person first asked on the same matter again. */
    askedAgainAt: at("asked_again_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "given_answers_user",
    }).onDelete("cascade"),
    index("given_answers_of_user").on(t.workspaceId, t.userId, t.createdAt),
    index("given_answers_by_age").on(t.createdAt).where(sql`user_id is not null`),
  ],
);

/** The articles of an answer. */
export const answerArticles = pgTable(
  "answer_articles",
  {
    workspaceId: workspaceId(),
    answerId: uuid("answer_id").notNull(),
    articleId: uuid("article_id").notNull(),
    /** The answer was made of its sentences; otherwise it was named beside them. */
    isShown: boolean("is_shown").notNull(),
    /** When the person opened it from the answer. */
    openedAt: at("opened_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.answerId, t.articleId] }),
    foreignKey({
      columns: [t.workspaceId, t.answerId],
      foreignColumns: [givenAnswers.workspaceId, givenAnswers.id],
      name: "answer_articles_answer",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "answer_articles_article",
    }).onDelete("cascade"),
    index("answer_articles_of_article").on(t.workspaceId, t.articleId),
  ],
);
