import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ArticleHand, Section, Statement } from "../../../shared/domain/article.ts";
import type { ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { articles } from "./articles.ts";
import { at, createdAt, workspaceId } from "./columns.ts";

/** Of a version, what is not its text. */
export interface VersionLabels {
  contentType: ContentType;
  category: string;
  difficulty: Difficulty;
  priority: Priority;
  tags: string[];
  hand: ArticleHand;
}

/** Each content an article ever had. Version n is written with the article in one transaction. */
export const articleVersions = pgTable(
  "article_versions",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    version: integer("version").notNull(),
    title: text("title").notNull(),
    summary: jsonb("summary").$type<Statement[]>().notNull(),
    body: jsonb("body").$type<Section[]>().notNull(),
    /** What changed and why, in a sentence. */
    reason: text("reason").notNull(),
    engine: text("engine").$type<"local" | "llm">().notNull(),
    /** The person who made it; null for what was written by itself. */
    madeBy: uuid("made_by"),
    /** What the article was called and filed under; null in versions from before it was kept. */
    labels: jsonb("labels").$type<VersionLabels>(),
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

/** Which messages the current version cites, with the text they had: one row a message. */
export const articleSources = pgTable(
  "article_sources",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    messageExternalId: text("message_external_id").notNull(),
    channelId: uuid("channel_id"),
    authorName: text("author_name").notNull(),
    sentAt: at("sent_at").notNull(),
    threadId: text("thread_id"),
    text: text("text").notNull(),
    /** When the workspace's retention took this text, and how many days it had been kept. */
    forgottenAt: at("forgotten_at"),
    keptDays: integer("kept_days"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.messageExternalId] }),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
    index("article_sources_message").on(t.workspaceId, t.channelId, t.messageExternalId),
  ],
);

/** The words of a workspace's articles: what a mistyped search word may have meant. Kept by the trigger of `articles`. */
export const articleWords = pgTable(
  "article_words",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    word: text("word").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.word] })],
);

/**
 * What an article is most about, at most 24 words each: where the look-up of known knowledge begins. Kept by a trigger of
 * `articles` (migrations/0007); a table of plain keys, so that a word many articles share is read up to a limit only.
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
