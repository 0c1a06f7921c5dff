import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { ArticleHand, Redaction, Section, Statement } from "../../../shared/domain/article.ts";
import type { ArticleStatus, ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { categories } from "./categories.ts";
import { channels } from "./chat.ts";
import { at, createdAt, id, tsvector, updatedAt, workspaceId } from "./columns.ts";

export const articles = pgTable(
  "articles",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** The channel that the article comes from; null after the channel was removed, because the article stays. */
    channelId: uuid("channel_id"),
    /** The channel's name when the article was written. */
    channelName: text("channel_name").notNull(),
    /** Article status, as shown in lists. It follows from `state` and the pages, and only `settleArticleStatus` sets it. */
    status: text("status").$type<ArticleStatus>().notNull(),
    title: text("title").notNull(),
    /** The sentences of the summary, joined. */
    summaryText: text("summary_text").notNull(),
    summary: jsonb("summary").$type<Statement[]>().notNull(),
    body: jsonb("body").$type<Section[]>().notNull(),
    contentType: text("content_type").$type<ContentType>().notNull(),
    category: text("category").notNull(),
    difficulty: text("difficulty").$type<Difficulty>().notNull(),
    priority: text("priority").$type<Priority>().notNull(),
    confidence: real("confidence").notNull(),
    reasons: text("reasons").array().notNull(),
    tags: text("tags").array().notNull(),
    keywords: text("keywords").array().notNull(),
    estimatedReadTime: integer("estimated_read_time").notNull(),
    redactions: jsonb("redactions").$type<Redaction[]>().notNull(),
    /** The author of most of the article's sources, who gave the answer. */
    authorName: text("author_name"),
    engine: text("engine").$type<"local" | "llm">().notNull(),
    /** `excerpt`: people's own sentences, saved from the chat. `written`: a model's. */
    form: text("form").$type<"excerpt" | "written">().notNull().default("excerpt"),
    /** Increases with every change of content. */
    version: integer("version").notNull(),
    /** Article state: the decision about the article, wherever it is published. `status` follows from it. */
    state: text("state").$type<ArticleState>().notNull().default("stands"),
    /** The reason, as a sentence, why it is not shown; null while it is. */
    stateReason: text("state_reason"),
    /** The article that this one was merged into. */
    mergedInto: uuid("merged_into"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Title, tags, keywords, summary and body as words, for the search; kept by a trigger (migrations/0001). */
    search: tsvector("search").notNull().default(""),
    bodyText: text("body_text").notNull(),
    /** Notes that people wrote beside its statements. */
    hand: jsonb("hand").$type<ArticleHand>().notNull().default({}),
    /** The person of the workspace who maintains it; null when nobody may read it. */
    ownerId: uuid("owner_id"),
    /** The last time a person confirmed that it is right, and that person. */
    confirmedAt: at("confirmed_at"),
    confirmedBy: uuid("confirmed_by"),
    /** The time of the next review; null: not set yet. */
    reviewAt: at("review_at"),
    /** When the article was moved to the trash; null while it is not in the trash. */
    trashedAt: at("trashed_at"),
    /** The facts that restoring the article from the trash needs. */
    trashed: jsonb("trashed").$type<Trashed>(),
    /** Private channels whose text may be published beyond their members, by a person's decision. */
    releasedChannels: uuid("released_channels").array().notNull().default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.channelId],
      foreignColumns: [channels.workspaceId, channels.id],
      name: "articles_channel",
    }),
    foreignKey({
      columns: [t.workspaceId, t.mergedInto],
      foreignColumns: [t.workspaceId, t.id],
      name: "articles_merged_into",
    }).onDelete("cascade"),
    // Renaming a category renames it on its articles; a trigger inserts the row of a category that an article brings
    // along (migrations).
    foreignKey({
      columns: [t.workspaceId, t.category],
      foreignColumns: [categories.workspaceId, categories.name],
      name: "articles_category_name",
    }).onUpdate("cascade"),
    index("articles_merged").on(t.workspaceId, t.mergedInto).where(sql`merged_into is not null`),
    // The part of the inbox that follows from the articles themselves (has_doubt: migrations/0009).
    index("articles_doubtful").on(t.workspaceId).where(sql`state = 'stands' and has_doubt(summary, body)`),
    // The inbox and figures read only these columns, and so no article's text.
    index("articles_undecided")
      .on(t.workspaceId, t.createdAt, t.id, t.state)
      .where(sql`state in ('held', 'review', 'draft')`),
    index("articles_counted").on(
      t.workspaceId,
      t.channelId,
      t.state,
      t.status,
      t.createdAt,
      t.updatedAt,
      t.category,
      t.id,
    ),
    index("articles_owned").on(t.workspaceId, t.ownerId, t.id),
    index("articles_to_review").on(t.workspaceId, t.reviewAt).where(sql`state = 'stands'`),
    index("articles_trashed").on(t.workspaceId, t.trashedAt).where(sql`state = 'trashed'`),
    // The two orders of the library, for each of its pages. Analytics counts from the first without reading an article.
    index("articles_created").on(
      t.workspaceId,
      t.createdAt,
      t.id,
      t.state,
      t.status,
      t.category,
      t.channelName,
      t.engine,
    ),
    index("articles_changed").on(t.workspaceId, t.updatedAt, t.id),
    index("articles_category").on(t.workspaceId, t.category),
    check("articles_confidence", sql`confidence between 0 and 1`),
  ],
);

export type ArticleState =
  | "stands"
  /** None of the article's sources is left: its pages state that. */
  | "withdrawn"
  /** The article's channel was made private: its pages show none of it until a person decides. */
  | "held"
  /** A person decided that it is published nowhere. */
  | "library-only"
  /** One of the first articles of its channel: a person reviews it before it is published. */
  | "review"
  /** The engine is not sure enough of it: a person reviews it before it is published. */
  | "draft"
  /** The person who gave the answer said that it is no knowledge: it is removed unless a person restores it. */
  | "dismissed"
  /** The article was merged into another one: its pages link there. */
  | "merged"
  /** A person removed it: it can be restored until the trash is emptied. */
  | "trashed";

/** The article's state before it was moved to the trash. */
export interface Trashed {
  /** The person who removed it; null: nobody restored an article that the chat called no knowledge. */
  by: string | null;
  state: ArticleState;
  stateReason: string | null;
  /** Conversations that it was written from or that confirm it. */
  conversations: string[];
  /** Ids of its publications whose pages were moved to the platform's trash. */
  archived: string[];
}

/** The change of a message that an article cites: the article's history names the change, never the text. */
export interface RecheckCause {
  what: "deleted" | "edited";
  authorName: string;
  channelName: string;
}

/** Articles that are to be checked against the current conversation: one row each, until a worker has done it. */
export const articleRechecks = pgTable(
  "article_rechecks",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    causes: jsonb("causes").$type<RecheckCause[]>().notNull(),
    /** Deleted text was already erased from the article's content: its pages have to follow in any case. */
    hasErased: boolean("has_erased").notNull().default(false),
    requestedAt: at("requested_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId] }),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
    index("article_rechecks_due").on(t.nextAttemptAt),
  ],
);

/** People whose messages were erased on request: their messages are not stored again when a channel is read again. */
export const erasedAuthors = pgTable(
  "erased_authors",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    /** Hash of the platform's id of the person, or of their name. */
    authorHash: text("author_hash").notNull(),
    erasedAt: at("erased_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.platform, t.authorHash] })],
);
