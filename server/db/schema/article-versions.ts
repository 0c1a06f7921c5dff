import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ArticlePersonEdits, Section, Statement } from "../../../shared/domain/article.ts";
import type { ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { createdAt, timestamptz, workspaceId } from "./columns.ts";

/** The fields of a version other than its text. */
export interface VersionMetadata {
  contentType: ContentType;
  category: string;
  difficulty: Difficulty;
  priority: Priority;
  tags: string[];
  hand: ArticlePersonEdits;
}

/** Every version of an article's content, stored in the same transaction as the article. */
export const articleVersions = pgTable(
  "article_versions",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    version: integer("version").notNull(),
    title: text("title").notNull(),
    summary: jsonb("summary").$type<Statement[]>().notNull(),
    body: jsonb("body").$type<Section[]>().notNull(),
    /** The change and its reason, as a sentence. */
    reason: text("reason").notNull(),
    engine: text("engine").$type<"local" | "llm">().notNull(),
    /** The person who made the version; null for an automatic change. */
    madeBy: uuid("made_by"),
    /** The article's labels in this version; null in versions older than this column. */
    labels: jsonb("labels").$type<VersionMetadata>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.version] }),
    index("article_versions_created").on(t.createdAt),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** The messages that the current version cites, with their text at that time. */
export const articleSources = pgTable(
  "article_sources",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    messageExternalId: text("message_external_id").notNull(),
    channelId: uuid("channel_id"),
    authorName: text("author_name").notNull(),
    sentAt: timestamptz("sent_at").notNull(),
    threadId: text("thread_id"),
    text: text("text").notNull(),
    /**
     * The text before the message's last edit, and the time since when the article has the new text. Both are stored until a
     * decision about the edit can no longer be undone.
     */
    formerText: text("former_text"),
    followedAt: timestamptz("followed_at"),
    /** When retention erased the message's text, and for how many days the text had been stored. */
    forgottenAt: timestamptz("forgotten_at"),
    keptDays: integer("kept_days"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.messageExternalId] }),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
    index("article_sources_message").on(t.workspaceId, t.channelId, t.messageExternalId),
    index("article_sources_followed").on(t.followedAt).where(sql`${t.followedAt} is not null`),
  ],
);

/**
 * The words of a workspace's articles, suggested in place of mistyped search words. A trigger of `articles` updates the rows.
 */
export const articleWords = pgTable(
  "article_words",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    word: text("word").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.word] })],
);

/**
 * The most important words of each article, at most 24. The search for knowledge that articles already contain starts with
 * these words. A trigger of `articles` updates the rows (migrations/0007). Plain keys let a query read a common word only up to
 * a limit.
 */
export const articleTerms = pgTable(
  "article_terms",
  {
    workspaceId: workspaceId(),
    term: text("term").notNull(),
    articleId: uuid("article_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.term, t.articleId] }),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
    index("article_terms_article").on(t.workspaceId, t.articleId),
  ],
);
