import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AnswerVote } from "../../../shared/domain/ask.ts";
import { users, workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";
import { wikiPages } from "./wiki.ts";

/**
 * A question that a person asked in the product and that was answered. The row holds no text, and is deleted with the person.
 */
export const givenAnswers = pgTable(
  "given_answers",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    /** The browser creates an id for each question, so that an answer shown again has the same id. */
    id: id(),
    /** The person who asked; null once the row was made anonymous because of its age. */
    userId: uuid("user_id"),
    /**
     * Keyed fingerprints of the question's words, different for each person. They are stored as long as a repeated question
     * counts.
     */
    matter: text("matter").array().notNull().default([]),
    vote: text("vote").$type<AnswerVote>(),
    /** When the same person first asked about the same topic again. */
    askedAgainAt: timestamptz("asked_again_at"),
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

/** The articles that an answer quotes. */
export const answerArticles = pgTable(
  "answer_articles",
  {
    workspaceId: workspaceId(),
    answerId: uuid("answer_id").notNull(),
    articleId: uuid("article_id").notNull(),
    /** True if the answer quotes the article, false if the answer only names it. */
    isShown: boolean("is_shown").notNull(),
    /** When the person opened the article from the answer. */
    openedAt: timestamptz("opened_at"),
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

/** The pages of the wiki that an answer shows. */
export const answerPages = pgTable(
  "answer_pages",
  {
    workspaceId: workspaceId(),
    answerId: uuid("answer_id").notNull(),
    pageId: uuid("page_id").notNull(),
    /** True if the page is part of the answer to the question; false if the page is only among the nearest pages. */
    isAnswer: boolean("is_answer").notNull(),
    /** When the person opened the page from the answer. */
    openedAt: timestamptz("opened_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.answerId, t.pageId] }),
    foreignKey({
      columns: [t.workspaceId, t.answerId],
      foreignColumns: [givenAnswers.workspaceId, givenAnswers.id],
      name: "answer_pages_answer",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "answer_pages_page",
    }).onDelete("cascade"),
    index("answer_pages_of_page").on(t.workspaceId, t.pageId),
  ],
);
