import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { articles } from "./articles.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";
import { conversations } from "./conversations.ts";
import { wikiPages } from "./wiki.ts";

/**
 * A conversation behind an article, and a page that is near to the article. They are compared once per version of both: it is due while
 * the two versions differ. It contains no text.
 */
export const wikiComparisons = pgTable(
  "wiki_comparisons",
  {
    workspaceId: workspaceId(),
    conversationId: uuid("conversation_id").notNull(),
    pageId: uuid("page_id").notNull(),
    /** The version of the page to compare with. */
    pageVersion: text("page_version").notNull(),
    /** The version that was compared; null again when the conversation changes. */
    comparedVersion: text("compared_version"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.conversationId, t.pageId] }),
    index("wiki_comparisons_of_page").on(t.workspaceId, t.pageId),
    index("wiki_comparisons_due")
      .on(t.workspaceId, t.conversationId)
      .where(sql`compared_version is distinct from page_version`),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "wiki_comparisons_page",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.conversationId],
      foreignColumns: [conversations.workspaceId, conversations.id],
      name: "wiki_comparisons_conversation",
    }).onDelete("cascade"),
  ],
);

/** A page that shares many sentences with another page or an article. It contains no text. */
export const wikiDuplicates = pgTable(
  "wiki_duplicates",
  {
    workspaceId: workspaceId(),
    id: id(),
    pageId: uuid("page_id").notNull(),
    /** The other page, whose id is greater; or the article. */
    otherId: uuid("other_id"),
    articleId: uuid("article_id"),
    /** The number of sentences that both texts contain, and the shorter text's number of sentences. */
    shared: integer("shared").notNull(),
    sentences: integer("sentences").notNull(),
    /** The time at which a person decided to keep both. The person is null once their account is gone. */
    decidedAt: timestamptz("decided_at"),
    decidedBy: uuid("decided_by"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("wiki_duplicates_once").on(t.workspaceId, t.pageId, t.otherId, t.articleId).nullsNotDistinct(),
    check("wiki_duplicates_of_one", sql`other_id is null or article_id is null`),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "wiki_duplicates_page",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.otherId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "wiki_duplicates_other",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "wiki_duplicates_article",
    }).onDelete("cascade"),
    index("wiki_duplicates_of_other").on(t.workspaceId, t.otherId),
    index("wiki_duplicates_of_article").on(t.workspaceId, t.articleId),
  ],
);
