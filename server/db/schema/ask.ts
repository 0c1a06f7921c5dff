import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { articles } from "./articles.ts";
import { bytea, workspaceId } from "./columns.ts";

/** What is kept of an article to answer questions with, beside the article itself; made again with each of its versions. */
export const askArticles = pgTable(
  "ask_articles",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    /** The article's version that was read. */
    version: integer("version").notNull(),
    /** How many different terms it has. */
    terms: integer("terms").notNull(),
    /** The meaning of its title and of each sentence, 512 bytes each; null until it is read. */
    meanings: bytea("meanings"),
    /** Of all of them together. */
    meaning: bytea("meaning"),
    isEncoded: boolean("is_encoded").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "ask_articles_article",
    }).onDelete("cascade"),
  ],
);

/** Which articles have a term: the word statistics of a workspace, and where the search for an answer begins. */
export const askTerms = pgTable(
  "ask_terms",
  {
    workspaceId: workspaceId(),
    term: text("term").notNull(),
    articleId: uuid("article_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.term, t.articleId] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "ask_terms_article",
    }).onDelete("cascade"),
    index("ask_terms_article").on(t.workspaceId, t.articleId),
  ],
);
