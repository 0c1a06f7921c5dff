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
import type { ArticlePersonEdits, Redaction, Section, Statement } from "../../../shared/domain/article.ts";
import type { ArticleStatus, ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { categories } from "./categories.ts";
import { channels } from "./chat.ts";
import { createdAt, id, timestamptz, tsvector, updatedAt, workspaceId } from "./columns.ts";

export const articles = pgTable(
  "articles",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** The channel that the article comes from; null after the channel was removed, because articles outlive channels. */
    channelId: uuid("channel_id"),
    /** The channel's name when the article was written. */
    channelName: text("channel_name").notNull(),
    /** The article's status shown in lists, derived from `state` and the pages. Only `settleArticleStatus` sets it. */
    status: text("status").$type<ArticleStatus>().notNull(),
    title: text("title").notNull(),
    /** The sentences of the summary, joined to one text. */
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
    /** The author of most of the article's sources. */
    authorName: text("author_name"),
    engine: text("engine").$type<"local" | "llm">().notNull(),
    /** `excerpt`: people's own sentences from the chat. `written`: text by a language model. */
    form: text("form").$type<"excerpt" | "written">().notNull().default("excerpt"),
    /** The article's version number, which increases with every change of content. */
    version: integer("version").notNull(),
    /** The decision about the article, whatever the state of its pages. `status` is derived from `state`. */
    state: text("state").$type<ArticleState>().notNull().default("stands"),
    /** The reason, as a sentence, why the article is not shown, or why a shown one is reviewed early; else null. */
    stateReason: text("state_reason"),
    /** The article that this one was merged into. */
    mergedInto: uuid("merged_into"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Words of title, tags, keywords, summary and body for the search; a trigger updates the column (migrations/0001). */
    search: tsvector("search").notNull().default(""),
    bodyText: text("body_text").notNull(),
    /** Notes that people wrote beside the statements. */
    hand: jsonb("hand").$type<ArticlePersonEdits>().notNull().default({}),
    /** People's sentences that lost words with a deleted message: they left the article and wait to be written anew. */
    cutOut: jsonb("cut_out").$type<CutOutText[]>().notNull().default([]),
    /** The person who maintains the article; null if nobody may read the article. */
    ownerId: uuid("owner_id"),
    /** When a person last confirmed that the article is right, and who confirmed it. */
    confirmedAt: timestamptz("confirmed_at"),
    confirmedBy: uuid("confirmed_by"),
    /** When the article's next review is due; null if no time is set yet. */
    reviewAt: timestamptz("review_at"),
    /** When the article was moved to the trash; null while it is not in the trash. */
    trashedAt: timestamptz("trashed_at"),
    /** The data needed to restore the article from the trash. */
    trashed: jsonb("trashed").$type<TrashedArticle>(),
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
    // Renaming a category renames it on its articles. A trigger inserts a missing category (migrations).
    foreignKey({
      columns: [t.workspaceId, t.category],
      foreignColumns: [categories.workspaceId, categories.name],
      name: "articles_category_name",
    }).onUpdate("cascade"),
    index("articles_merged").on(t.workspaceId, t.mergedInto).where(sql`merged_into is not null`),
    // For the inbox items that are derived from articles (has_doubt: migrations/0009).
    index("articles_doubtful")
      .on(t.workspaceId, t.state, t.id)
      .where(sql`state in ('stands', 'draft', 'review') and has_doubt(summary, body)`),
    // The inbox and the figures read only the columns of this index, so they never load an article's text.
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
    // The two sort orders of the library. Analytics counts with the first index, without reading articles.
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
    index("articles_cut_out").on(t.workspaceId).where(sql`cut_out <> '[]'`),
    index("articles_changed").on(t.workspaceId, t.updatedAt, t.id),
    index("articles_category").on(t.workspaceId, t.category),
    check("articles_confidence", sql`confidence between 0 and 1`),
  ],
);

export type ArticleState =
  | "stands"
  /** None of the article's sources is left, and its pages say so. */
  | "withdrawn"
  /** The article's channel was made private: the pages show nothing of the article until a person decides. */
  | "held"
  /** A person decided that the article is published nowhere. */
  | "library-only"
  /** One of the first articles of its channel: a person reviews it before it is published. */
  | "review"
  /** The engine is not sure enough about the article: a person reviews it before it is published. */
  | "draft"
  /** The author of the answer said that the article is no knowledge: it is removed unless a person restores it. */
  | "dismissed"
  /** The article was merged into another article, to which its pages link. */
  | "merged"
  /** A person moved the article to the trash, from which it can be restored until the trash is emptied. */
  | "trashed";

/** A person's text that lost words with a deleted message. The rest of it is shown in the inbox only. */
export interface CutOutText {
  id: string;
  part: "title" | "heading" | "sentence";
  /** The text that is left, with '…' for each gap. */
  statement: Statement;
  place: CutOutPlace;
  /** When it left the article. */
  at: string;
  /** When a person decided about it. It is kept while the decision can be undone. */
  decidedAt?: string;
}

/** Where a sentence or heading stood, by the keys of the sentences around it, nearest first. */
export interface CutOutPlace {
  /** Null in the summary. */
  section: number | null;
  role: Section["role"];
  layout: Section["layout"];
  before: string[];
  after: string[];
}

/** The article's state before it was moved to the trash. */
export interface TrashedArticle {
  /** The person who removed the article; null if it was removed because the chat no longer supports the article. */
  by: string | null;
  state: ArticleState;
  stateReason: string | null;
  /** Conversations that the article was written from or that confirm the article. */
  conversations: string[];
  /** Ids of the article's publications whose pages were moved to the platform's trash. */
  archived: string[];
}

/** How a cited message changed, for the article's history. Holds no text. */
export interface RecheckCause {
  what: "deleted" | "edited";
  authorName: string;
  channelName: string;
}

/** Articles that a worker has to compare with the current state of their conversation, one row each. */
export const articleRechecks = pgTable(
  "article_rechecks",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    causes: jsonb("causes").$type<RecheckCause[]>().notNull(),
    /** Deleted text was already erased from the article, so the article's pages have to be updated in any case. */
    hasErased: boolean("has_erased").notNull().default(false),
    requestedAt: timestamptz("requested_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId] }),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
    index("article_rechecks_due").on(t.nextAttemptAt),
  ],
);

/** People whose messages were erased on request: reading a channel again must not store these messages again. */
export const erasedAuthors = pgTable(
  "erased_authors",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    /** Hash of the platform's id of the person, or of the person's name. */
    authorHash: text("author_hash").notNull(),
    erasedAt: timestamptz("erased_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.platform, t.authorHash] })],
);
