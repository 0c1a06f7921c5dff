import { bit, boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { articles } from "./articles.ts";
import { bytea, workspaceId } from "./columns.ts";
import { wikiPages } from "./wiki.ts";

/** The search data of an article, with which questions are answered. The product computes it again for each version. */
export const askArticles = pgTable(
  "ask_articles",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    /** The article's version from which the search data was computed. */
    version: integer("version").notNull(),
    /** The number of different terms in the article. */
    terms: integer("terms").notNull(),
    /** Embeddings of the article's title and of each sentence, 512 bytes each; null until they are computed. */
    meanings: bytea("meanings"),
    /** The embedding of the whole article. */
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

/** The terms of each article: the workspace's word statistics. The search for an answer starts with these terms. */
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

/**
 * The search data with which questions are answered from wiki pages. A trigger deletes the row when the words of the page are stored
 * again or erased.
 */
export const askPages = pgTable(
  "ask_pages",
  {
    workspaceId: workspaceId(),
    pageId: uuid("page_id").notNull(),
    /** Embeddings of its title and of its first passages, 512 bytes each; null if the encoder does not know the language. */
    meanings: bytea("meanings"),
    /** The signs of the page's mean embedding, by which the nearest pages of a large wiki are found. */
    sketch: bit("sketch", { dimensions: 512 }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.pageId] }),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "ask_pages_page",
    }).onDelete("cascade"),
  ],
);
