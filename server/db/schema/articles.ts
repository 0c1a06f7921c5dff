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
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { ArticleHand, Redaction, Section, Statement } from "../../../shared/domain/article.ts";
import type { ArticleStatus, ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import { workspaces } from "./accounts.ts";
import { channels } from "./chat.ts";
import { at, createdAt, id, trouble, tsvector, updatedAt, workspaceId } from "./columns.ts";
import { knowledgeIntegrations } from "./integrations.ts";

export const articles = pgTable(
  "articles",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** Null when the channel was removed: the article stays. */
    channelId: uuid("channel_id"),
    /** As it was called when the article was written. */
    channelName: text("channel_name").notNull(),
    status: text("status").$type<ArticleStatus>().notNull(),
    title: text("title").notNull(),
    /** The summary's sentences joined. */
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
    /** Who gave the answer: the author of most of its sources. */
    authorName: text("author_name"),
    engine: text("engine").$type<"local" | "llm">().notNull(),
    /** Counts up with every change of content. */
    version: integer("version").notNull(),
    /** Whether it says anything at the moment, apart from where it is published. */
    state: text("state").$type<ArticleState>().notNull().default("stands"),
    /** Why it does not stand, in a sentence; null while it does. */
    stateReason: text("state_reason"),
    /** The article that took its place. */
    mergedInto: uuid("merged_into"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Title, tags, keywords, summary and body as words, for the search; kept by a trigger (migrations/0001). */
    search: tsvector("search").notNull().default(""),
    bodyText: text("body_text").notNull(),
    /** What people wrote of it beside its statements. */
    hand: jsonb("hand").$type<ArticleHand>().notNull().default({}),
    /** The person of the workspace who takes care of it; null when nobody may read it. */
    ownerId: uuid("owner_id"),
    /** When a person last said that it is right, and who. */
    confirmedAt: at("confirmed_at"),
    confirmedBy: uuid("confirmed_by"),
    /** When somebody is asked again whether it still holds; null: not yet known. */
    reviewAt: at("review_at"),
    /** When it went to the trash; null while it is not there. */
    trashedAt: at("trashed_at"),
    /** What it takes to restore it. */
    trashed: jsonb("trashed").$type<Trashed>(),
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
    index("articles_merged").on(t.workspaceId, t.mergedInto).where(sql`merged_into is not null`),
    // What of the inbox follows from the articles themselves (has_doubt: migrations/0009).
    index("articles_doubtful").on(t.workspaceId).where(sql`state = 'stands' and has_doubt(summary, body)`),
    index("articles_waiting").on(t.workspaceId).where(sql`state in ('held', 'review', 'draft')`),
    index("articles_owner").on(t.workspaceId, t.ownerId),
    index("articles_to_review").on(t.workspaceId, t.reviewAt).where(sql`state = 'stands'`),
    index("articles_trashed").on(t.workspaceId, t.trashedAt).where(sql`state = 'trashed'`),
    // The two orders of the library, each page of it.
    index("articles_created").on(t.workspaceId, t.createdAt, t.id),
    index("articles_changed").on(t.workspaceId, t.updatedAt, t.id),
    index("articles_category").on(t.workspaceId, t.category),
    check("articles_confidence", sql`confidence between 0 and 1`),
  ],
);

export type ArticleState =
  | "stands"
  /** Nothing it stood on is left: its pages say so. */
  | "withdrawn"
  /** Its channel was made private: its pages say nothing of it until a person decides. */
  | "held"
  /** A person decided that it is published nowhere. */
  | "library-only"
  /** One of the first articles of its channel: somebody reads it before it is published. */
  | "review"
  /** The engine is not sure enough of it: somebody reads it before it is published. */
  | "draft"
  /** Who gave the answer said that it is no knowledge: it is removed unless a person brings it back. */
  | "dismissed"
  /** Another article took its place: its pages say where. */
  | "merged"
  /** A person removed it: it can be restored until the trash is emptied. */
  | "trashed";

/** How an article was before it went to the trash. */
export interface Trashed {
  /** Who removed it; null: nobody kept what the chat called no knowledge. */
  by: string | null;
  state: ArticleState;
  stateReason: string | null;
  /** Conversations that it was written from or that bear it out. */
  conversations: string[];
  /** Its publications whose pages were put into the platform's trash. */
  archived: string[];
}

/** What happened to a message an article stands on: the article's history names it, never the text. */
export interface RecheckCause {
  what: "deleted" | "edited";
  authorName: string;
  channelName: string;
}

/** Articles that are to be checked against the conversation as it is now: one row each, until a worker has done it. */
export const articleRechecks = pgTable(
  "article_rechecks",
  {
    workspaceId: workspaceId(),
    articleId: uuid("article_id").notNull(),
    causes: jsonb("causes").$type<RecheckCause[]>().notNull(),
    /** What a deletion took was erased from the article's content already: its pages have to follow in any case. */
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

/** People whose messages were erased on request: what they wrote is not stored again when a channel is read anew. */
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

/** Which messages the current version stands on, with the text they had: one row a message. */
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

export type PublicationState =
  /** Waits for a worker. */
  | "queued"
  /** A call may be under way or its outcome is unknown: `intentAt` says since when. */
  | "in-flight"
  | "published"
  /** Given up after the last try or refused: `trouble` says why, a person may retry. */
  | "parked"
  /** A person's edit on the page cannot be merged: the page is left alone. */
  | "conflict"
  /** A person removed the page on the target: it is not made again unless asked. */
  | "removed"
  /** A person chose that this platform never gets the article again. */
  | "forgotten";

/** What becomes of a page that is gone: make it again, leave it removed, or never publish there again. */
export type IfGone =
  | "recreate"
  | "leave"
  | "forget"
  /** Its article was restored: bring the page back from the platform's trash, or make it again where that is not possible. */
  | "restore";

export const publications = pgTable(
  "publications",
  {
    workspaceId: workspaceId(),
    id: id(),
    articleId: uuid("article_id").notNull(),
    integrationId: uuid("integration_id").notNull(),
    state: text("state").$type<PublicationState>().notNull(),
    /** 'ref lk-…': stands in the page's body from its first moment. */
    marker: text("marker").notNull(),
    /** The article's version that is wanted on the page, and the one that is there. */
    wantedVersion: integer("wanted_version").notNull(),
    publishedVersion: integer("published_version"),
    /** Committed before the call goes out; null when no outcome is open. */
    intentAt: at("intent_at"),
    /** When the first of the calls went out whose outcome is open: what they made is looked for from then on. */
    firstIntentAt: at("first_intent_at"),
    /** What a person chose for a page that is gone, done once it is seen to be: a page that stands is followed instead. */
    ifGone: text("if_gone").$type<IfGone>(),
    /** Counts up with every claim: a worker whose fence is old writes nothing. */
    fence: integer("fence").notNull().default(0),
    leaseUntil: at("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
    /** The title the page has (made unique when the wanted one was taken). */
    title: text("title"),
    externalId: text("external_id"),
    url: text("url"),
    /** Hashed keys of our blocks as last published (without what people added): the base of the three-way merge. */
    publishedBlocks: jsonb("published_blocks").$type<string[]>(),
    /** Hashed keys the platform gave some of them when it was read back, to ours. */
    echoedKeys: jsonb("echoed_keys").$type<Record<string, string>>().notNull().default({}),
    /** Hashed keys of what a call with an open outcome was writing. */
    pendingBlocks: jsonb("pending_blocks").$type<string[]>(),
    /** Hashes of the titles that calls with an open outcome were writing. */
    pendingTitles: jsonb("pending_titles").$type<string[]>(),
    /** What a person chose about a page that people changed: our text wins where both changed. */
    replaceConflicts: boolean("replace_conflicts").notNull().default(false),
    /** Something of ours has to leave the page even where people changed what stands beside it. */
    retracts: boolean("retracts").notNull().default(false),
    /** Hashed keys of what people wrote where words of ours had to leave: a person should look at it as long as it stands. */
    keptBlocks: jsonb("kept_blocks").$type<string[]>(),
    /** Hash of the title as last published: the page has another one when a person renamed it. */
    publishedTitle: text("published_title"),
    trouble: trouble(),
    /** What a person did with the page that changes nothing for us: it was moved, or is to stay removed. */
    notice: text("notice"),
    /** When the page was last looked for on the platform without being written. */
    sweptAt: at("swept_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("publications_once").on(t.workspaceId, t.articleId, t.integrationId),
    foreignKey({ columns: [t.workspaceId, t.articleId], foreignColumns: [articles.workspaceId, articles.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [knowledgeIntegrations.workspaceId, knowledgeIntegrations.id],
      name: "publications_integration",
    }).onDelete("cascade"),
    index("publications_undecided").on(t.workspaceId).where(sql`state in ('conflict', 'removed')`),
    index("publications_due").on(t.nextAttemptAt).where(sql`state in ('queued', 'in-flight')`),
  ],
);

/**
 * Pages that our account made and that carry a publication's marker beside its own page, although nobody can say that they
 * are only ours: a person decides what becomes of each.
 */
export const pageCopies = pgTable(
  "page_copies",
  {
    workspaceId: workspaceId(),
    id: id(),
    publicationId: uuid("publication_id").notNull(),
    externalId: text("external_id").notNull(),
    title: text("title").notNull(),
    url: text("url").notNull(),
    state: text("state").$type<"asked" | "kept" | "to-put-away" | "put-away">().notNull().default("asked"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("page_copies_once").on(t.workspaceId, t.publicationId, t.externalId),
    foreignKey({
      columns: [t.workspaceId, t.publicationId],
      foreignColumns: [publications.workspaceId, publications.id],
      name: "page_copies_publication",
    }).onDelete("cascade"),
    index("page_copies_open").on(t.workspaceId).where(sql`state in ('asked', 'to-put-away')`),
  ],
);

/** People's comments on a page whose words the article changed, by the platform's ids: a person is told of each once. */
export const detachedComments = pgTable(
  "detached_comments",
  {
    workspaceId: workspaceId(),
    publicationId: uuid("publication_id").notNull(),
    externalId: text("external_id").notNull(),
    createdAt: createdAt(),
    seenAt: at("seen_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.publicationId, t.externalId] }),
    foreignKey({
      columns: [t.workspaceId, t.publicationId],
      foreignColumns: [publications.workspaceId, publications.id],
      name: "detached_comments_publication",
    }).onDelete("cascade"),
    index("detached_comments_open").on(t.workspaceId).where(sql`seen_at is null`),
  ],
);
