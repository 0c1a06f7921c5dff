import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Complaint } from "../../../shared/domain/ask.ts";
import { articles } from "./articles.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";
import { givenAnswers } from "./given-answers.ts";

/** A report of a person or a program that an article is wrong. */
export const articleReports = pgTable(
  "article_reports",
  {
    workspaceId: workspaceId(),
    id: id(),
    articleId: uuid("article_id").notNull(),
    /** The report's text without secrets. It may be empty, because the complaint is a separate column. */
    text: text("text").notNull(),
    /** The reporter's name as shown to people: a person's name, or 'the API key ‘Wiki bot’'. */
    reportedBy: text("reported_by").notNull(),
    /** The answer in question and the complaint about it; null for a report about the article itself. */
    answerId: uuid("answer_id"),
    question: text("question"),
    complaint: text("complaint").$type<Complaint>(),
    createdAt: createdAt(),
    /** When somebody decided about the report. */
    closedAt: timestamptz("closed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "article_reports_article",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.answerId],
      foreignColumns: [givenAnswers.workspaceId, givenAnswers.id],
      name: "article_reports_answer",
    }).onDelete("cascade"),
    index("article_reports_open").on(t.workspaceId, t.articleId).where(sql`closed_at is null`),
    index("article_reports_of_answer").on(t.workspaceId, t.answerId).where(sql`answer_id is not null`),
  ],
);
