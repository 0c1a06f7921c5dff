import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Redaction, Section, Statement } from "../../shared/domain/article.ts";
import type { ArticleStatus, ContentType, Difficulty, Priority } from "../../shared/domain/facets.ts";

/**
 * Every table of the product. What belongs to a workspace has it as the first column of its key, and foreign keys are
 * composite with it, so that a link across workspaces cannot exist. Row-level security on these tables is the second line
 * (migrations/0001). Ids are made by the application (uuid v7).
 */

const id = () => uuid("id").notNull();
const workspaceId = () => uuid("workspace_id").notNull();
const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const createdAt = () => at("created_at").notNull().defaultNow();
const updatedAt = () => at("updated_at").notNull().defaultNow();
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

// ---------------------------------------------------------------- accounts

export const workspaces = pgTable("workspaces", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  plan: text("plan").$type<"starter" | "professional" | "enterprise">().notNull().default("starter"),
  createdAt: createdAt(),
});

export const users = pgTable(
  "users",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** Lower case; one account per address in the whole installation. */
    email: text("email").notNull(),
    passwordHash: text("password_hash"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    company: text("company").notNull(),
    jobTitle: text("job_title"),
    /** A label the person chose. Never an authority. */
    role: text("role").$type<"admin" | "manager" | "member" | "guest">().notNull().default("member"),
    profileImageUrl: text("profile_image_url"),
    emailVerifiedAt: at("email_verified_at"),
    /** By the workspace's identity provider: may not come in, what they wrote stays. */
    deactivatedAt: at("deactivated_at"),
    /** Since when the account is deleted: nobody can sign in, and the row waits for the purge under an address that is none. */
    deletedAt: at("deleted_at"),
    /** The address it had until then. */
    deletedEmail: text("deleted_email"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("users_email").on(t.email),
    index("users_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's 32 random bytes, hex. */
    tokenHash: text("token_hash").primaryKey(),
    /** What people name it by when they end it. */
    id: uuid("id").notNull().defaultRandom(),
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    createdAt: createdAt(),
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
  },
  (t) => [
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }).onDelete(
      "cascade",
    ),
    index("sessions_user").on(t.workspaceId, t.userId),
  ],
);

export const singleUseTokens = pgTable(
  "single_use_tokens",
  {
    /** SHA-256 of the token in the mail, hex. */
    tokenHash: text("token_hash").primaryKey(),
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    purpose: text("purpose").$type<"verify-email" | "reset-password" | "change-email">().notNull(),
    payload: jsonb("payload").$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }).onDelete(
      "cascade",
    ),
    index("single_use_tokens_user").on(t.workspaceId, t.userId, t.purpose),
  ],
);

/** Counted in the database so that a restart does not forgive. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  windowStart: at("window_start").notNull(),
  hits: integer("hits").notNull(),
});

// ---------------------------------------------------------------- settings and integrations

export const workspaceSettings = pgTable("workspace_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  sensitivity: integer("sensitivity").notNull(),
  minMessageLength: integer("min_message_length").notNull(),
  detectionKeywords: text("detection_keywords").array().notNull(),
  /** Manual until the workspace turns automatic monitoring on. */
  monitoringMode: text("monitoring_mode").$type<"manual" | "automatic">().notNull().default("manual"),
  /** Null until the detection settings were saved for the first time. */
  lastUpdated: at("last_updated"),
});

/** Why an integration does not work at the moment, shown where a person looks. */
const trouble = () => text("trouble");

export const knowledgeIntegrations = pgTable(
  "knowledge_integrations",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull(),
    type: text("type").notNull(),
    baseUrl: text("base_url").notNull().default(""),
    spaceId: text("space_id").notNull().default(""),
    apiKeySealed: text("api_key_sealed").notNull(),
    /** The last four characters, for the mask. */
    apiKeyLast4: text("api_key_last4").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** Switched off because the plan allows fewer; comes back by itself when it allows more. */
    pausedFor: text("paused_for").$type<"platforms">(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
);

/** A secret of a chat integration: sealed, with the last four characters for the mask. */
export interface SealedField {
  sealed: string;
  last4: string;
}

export const chatIntegrations = pgTable(
  "chat_integrations",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull(),
    platform: text("platform").$type<"slack" | "google-chat" | "teams">().notNull(),
    /** Fields that are no secrets, by the manifest. */
    config: jsonb("config").$type<Record<string, string>>().notNull().default({}),
    secrets: jsonb("secrets").$type<Record<string, SealedField>>().notNull().default({}),
    /** The platform's id of the team, known after the first check: events are routed by it. */
    teamId: text("team_id"),
    teamUrl: text("team_url"),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** Since when its live events arrive without a known break; null while they do not. */
    liveSince: at("live_since"),
    /** When the last event was taken. */
    liveAt: at("live_at"),
    /** Why no live events arrive although they are set up, in a sentence. */
    liveTrouble: text("live_trouble"),
    /** Whether its credentials may write in a thread; null: not known. */
    mayPost: boolean("may_post"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), index("chat_integrations_team").on(t.platform, t.teamId)],
);

// ---------------------------------------------------------------- chat

export interface ChannelReading {
  /** Messages that could not be taken, with up to five reasons. */
  skipped: number;
  skippedWhy: string[];
  /** Messages that live events should have brought and the reading found. */
  filledIn: number;
}

export const channels = pgTable(
  "channels",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** Null for a channel that came from an export and has no integration. */
    integrationId: uuid("integration_id"),
    platform: text("platform").$type<"slack" | "google-chat" | "teams">().notNull(),
    /** The platform's id. */
    externalId: text("external_id").notNull(),
    /** The platform's id of the team; '' where it is not known. Part of the identity. */
    teamId: text("team_id").notNull().default(""),
    name: text("name").notNull(),
    isPrivate: boolean("is_private").notNull().default(false),
    isActive: boolean("is_active").notNull().default(true),
    /** Since when its articles are held back because it was made private; null when it was not, or a person allowed it. */
    heldSince: at("held_since"),
    /** Since when its articles are published without anybody having read them, where the workspace reviews new channels. */
    trustedAt: at("trusted_at"),
    /** How many of its articles somebody approved. */
    approvals: integer("approvals").notNull().default(0),
    /** Whether who gave an answer is asked in its thread. */
    asksInThreads: boolean("asks_in_threads").notNull().default(false),
    checkFrequencyMinutes: integer("check_frequency_minutes").notNull(),
    cursor: jsonb("cursor").$type<Record<string, unknown>>(),
    lastChecked: at("last_checked"),
    trouble: trouble(),
    /** The limit of the plan it waits for: 'messages', or switched off by 'channels'. It goes on by itself. */
    pausedFor: text("paused_for").$type<"messages" | "channels">(),
    /** What the platform says of the channel as a whole; null: nothing out of the ordinary. */
    remoteState: text("remote_state").$type<"archived" | "deleted" | "left">(),
    /** Silence after which a conversation counts as over, from the channel's own tempo. */
    quietSeconds: integer("quiet_seconds").notNull().default(600),
    /** What the last complete reading found. */
    reading: jsonb("reading").$type<ChannelReading>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("channels_external").on(t.workspaceId, t.platform, t.teamId, t.externalId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [chatIntegrations.workspaceId, chatIntegrations.id],
      name: "channels_integration",
    }),
  ],
);

export const messages = pgTable(
  "messages",
  {
    workspaceId: workspaceId(),
    channelId: uuid("channel_id").notNull(),
    externalId: text("external_id").notNull(),
    threadId: text("thread_id"),
    authorId: text("author_id").notNull(),
    authorName: text("author_name").notNull(),
    sentAt: at("sent_at").notNull(),
    editedAt: at("edited_at"),
    /** Deleted at the source: the text is erased with it. */
    deletedAt: at("deleted_at"),
    text: text("text").notNull(),
    /** Null until it was grouped. */
    conversationKey: text("conversation_key"),
    readAt: at("read_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId, t.externalId] }),
    foreignKey({ columns: [t.workspaceId, t.channelId], foreignColumns: [channels.workspaceId, channels.id] }).onDelete(
      "cascade",
    ),
    index("messages_sent").on(t.workspaceId, t.channelId, t.sentAt),
    index("messages_conversation").on(t.workspaceId, t.channelId, t.conversationKey),
    index("messages_ungrouped")
      .on(t.workspaceId, t.channelId, t.sentAt)
      .where(sql`conversation_key is null and deleted_at is null`),
  ],
);

/**
 * What a platform told and was acknowledged, until it is applied to the messages: then the payload goes and the row stays for a
 * while, so that the same event is known again.
 */
export const chatEvents = pgTable(
  "chat_events",
  {
    workspaceId: workspaceId(),
    /** In the order of arrival, which says nothing about the order of what happened. */
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** The platform's. */
    eventId: text("event_id").notNull(),
    channelExternalId: text("channel_external_id"),
    messageExternalId: text("message_external_id"),
    /** What the connector needs to apply it, as JSON; text, because chat may hold what jsonb refuses. */
    payload: text("payload"),
    /** `left`: a new message that waits for a person's Run Analysis. */
    state: text("state").$type<"waiting" | "applied" | "left">().notNull().default("waiting"),
    receivedAt: at("received_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("chat_events_once").on(t.workspaceId, t.integrationId, t.eventId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [chatIntegrations.workspaceId, chatIntegrations.id],
      name: "chat_events_integration",
    }).onDelete("cascade"),
    index("chat_events_waiting").on(t.workspaceId, t.integrationId, t.id).where(sql`state = 'waiting'`),
    index("chat_events_left").on(t.workspaceId, t.integrationId, t.channelExternalId).where(sql`state = 'left'`),
    index("chat_events_received").on(t.receivedAt),
  ],
);

export const conversations = pgTable(
  "conversations",
  {
    workspaceId: workspaceId(),
    id: id(),
    channelId: uuid("channel_id").notNull(),
    /** `externalId` of its first message. */
    key: text("key").notNull(),
    messageCount: integer("message_count").notNull(),
    /** How many of its messages were counted as analyzed; never falls, so that none is counted twice. */
    countedMessages: integer("counted_messages").notNull().default(0),
    firstAt: at("first_at").notNull(),
    lastAt: at("last_at").notNull(),
    /** Hash of its messages and of the settings that decide: the same fingerprint is never judged twice. */
    fingerprint: text("fingerprint").notNull(),
    score: real("score"),
    isKnowledge: boolean("is_knowledge"),
    contentType: text("content_type").$type<ContentType>(),
    reasons: text("reasons").array(),
    analysedAt: at("analysed_at"),
    articleId: uuid("article_id"),
    /** Its article is not written from it: it bears out what other talk said, or what a person decided. */
    isEvidence: boolean("is_evidence").notNull().default(false),
    /** A person removed its article: what was said up to here is not written again. */
    removedUpTo: at("removed_up_to"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("conversations_key").on(t.workspaceId, t.channelId, t.key),
    index("conversations_of_article").on(t.workspaceId, t.articleId).where(sql`article_id is not null`),
    index("conversations_unjudged").on(t.workspaceId, t.channelId, t.lastAt).where(sql`fingerprint = ''`),
    foreignKey({ columns: [t.workspaceId, t.channelId], foreignColumns: [channels.workspaceId, channels.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "conversations_article",
    }),
  ],
);

// ---------------------------------------------------------------- articles

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
    standing: text("standing").$type<ArticleStanding>().notNull().default("stands"),
    /** Why it does not stand, in a sentence; null while it does. */
    standingReason: text("standing_reason"),
    /** The article that took its place. */
    mergedInto: uuid("merged_into"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Title, tags, keywords, summary and body as words, for the search; kept by a trigger (migrations/0001). */
    search: tsvector("search").notNull().default(""),
    bodyText: text("body_text").notNull(),
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
    index("articles_doubtful").on(t.workspaceId).where(sql`standing = 'stands' and has_doubt(summary, body)`),
    index("articles_waiting").on(t.workspaceId).where(sql`standing in ('held', 'review')`),
    index("articles_created").on(t.workspaceId, t.createdAt),
    index("articles_category").on(t.workspaceId, t.category),
    check("articles_confidence", sql`confidence between 0 and 1`),
  ],
);

export type ArticleStanding =
  | "stands"
  /** Nothing it stood on is left: its pages say so. */
  | "withdrawn"
  /** Its channel was made private: its pages say nothing of it until a person decides. */
  | "held"
  /** A person decided that it is published nowhere. */
  | "library-only"
  /** One of the first articles of its channel: somebody reads it before it is published. */
  | "review"
  /** Who gave the answer said that it is no knowledge: it is removed unless a person brings it back. */
  | "dismissed"
  /** Another article took its place: its pages say where. */
  | "merged";

/** What happened to a message an article stands on: the article's history names it, never the text. */
export interface RecheckCause {
  what: "deleted" | "edited";
  authorName: string;
  channelName: string;
}

/** Articles that are to be checked against the talk as it is now: one row each, until a worker has done it. */
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
    platform: text("platform").$type<"slack" | "google-chat" | "teams">().notNull(),
    /** Hash of the platform's id of the person, or of their name. */
    authorHash: text("author_hash").notNull(),
    erasedAt: at("erased_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.platform, t.authorHash] })],
);

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
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.articleId, t.version] }),
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
    /** What a person chose about a page that people changed: our text wins where both changed. */
    replaceConflicts: boolean("replace_conflicts").notNull().default(false),
    /** Something of ours has to leave the page even where people changed what stands beside it. */
    retracts: boolean("retracts").notNull().default(false),
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

// ---------------------------------------------------------------- what needs a person

/** What waits for a person before an article is published or changed; without a row, nothing does. */
export const reviewSettings = pgTable("review_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  reviewNewChannels: boolean("review_new_channels").notNull(),
  approvalsToTrust: integer("approvals_to_trust").notNull(),
  autoAcceptProposals: boolean("auto_accept_proposals").notNull(),
});

/** What talk says about the knowledge of an article that the article does not say, as an engine wrote it down. */
export interface FreshKnowledge {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  keywords: string[];
}

/** Open: a person decides. The other kinds of the inbox follow from the rows they are about. */
export const inboxItems = pgTable(
  "inbox_items",
  {
    workspaceId: workspaceId(),
    id: id(),
    kind: text("kind").$type<"conflict" | "proposal">().notNull(),
    articleId: uuid("article_id").notNull(),
    /** The talk it comes from. */
    conversationId: uuid("conversation_id").notNull(),
    state: text("state").$type<"open" | "decided">().notNull().default("open"),
    /** Of a conflict: hash of what the article says; '' of a proposal. One item is open for each. */
    subject: text("subject").notNull().default(""),
    /** Of a conflict: what the article says. */
    known: jsonb("known").$type<Statement>(),
    /** Of a conflict: one statement, as the summary. */
    fresh: jsonb("fresh").$type<FreshKnowledge>().notNull(),
    /** 0 to 1 that both are about the same. */
    confidence: real("confidence").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "inbox_items_article",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.conversationId],
      foreignColumns: [conversations.workspaceId, conversations.id],
      name: "inbox_items_conversation",
    }).onDelete("cascade"),
    uniqueIndex("inbox_items_once").on(t.workspaceId, t.articleId, t.kind, t.subject).where(sql`state = 'open'`),
    index("inbox_items_conversation").on(t.workspaceId, t.conversationId),
  ],
);

/** What a decision changed, so that it can be taken back; no text. */
export interface DecisionBefore {
  /** The article's version that the decision made, and the one before it. */
  versions?: { made: number; before: number };
  /** Talks the article was written from until then. */
  writtenFrom?: string[];
  /** Talks that moved, with where they were. */
  moved?: { conversationId: string; articleId: string | null; isEvidence: boolean }[];
  standing?: ArticleStanding;
  standingReason?: string | null;
  /** Articles that were decided with it. */
  articles?: string[];
  /** The channel whose holding ended, and since when it had been held. */
  heldSince?: string | null;
  publicationId?: string;
}

/** What people decided about articles, each for a while to be taken back. */
export const inboxDecisions = pgTable(
  "inbox_decisions",
  {
    workspaceId: workspaceId(),
    id: id(),
    /** The item's id, or 'merge' or 'split'. */
    subject: text("subject").notNull(),
    /** What it was about, where the same can be asked again: the item is closed only for this. */
    mark: text("mark").notNull().default(""),
    articleId: uuid("article_id").notNull(),
    choice: text("choice").notNull(),
    before: jsonb("before").$type<DecisionBefore>().notNull(),
    decidedBy: uuid("decided_by"),
    decidedAt: at("decided_at").notNull().defaultNow(),
    undoneAt: at("undone_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.articleId],
      foreignColumns: [articles.workspaceId, articles.id],
      name: "inbox_decisions_article",
    }).onDelete("cascade"),
    index("inbox_decisions_subject").on(t.workspaceId, t.subject),
  ],
);

// ---------------------------------------------------------------- work and its traces

export interface RunProgress {
  /** What is being done now, in words for a person: 'Reading #support'. */
  step: string;
  channelsDone: number;
  channelsTotal: number;
  messagesRead: number;
  conversationsFound: number;
  articlesCreated: number;
  articlesUpdated: number;
  /** 0 to 1 where the end is known (an import knows its bytes), else null. */
  fraction: number | null;
}

export interface ChannelOutcome {
  channelId: string;
  channel: string;
  status: string;
  messages: number;
  articlesCreated: number;
  articlesUpdated: number;
  skipped: number;
}

export interface RunResult {
  channels: ChannelOutcome[];
  messagesRead: number;
  articlesCreated: number;
  articlesUpdated: number;
  /** Named problems that did not stop the run. */
  problems: string[];
}

/** How many messages were analyzed when. Only grows: it outlives the channels and the messages themselves. */
export const analyzedMessages = pgTable(
  "analyzed_messages",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    messages: integer("messages").notNull(),
    countedAt: at("counted_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    /** With the sum in it: messages over time come from the index alone. */
    index("analyzed_messages_counted").on(t.workspaceId, t.countedAt, t.messages),
  ],
);

/** One long piece of work a person or the schedule asked for: what it does now, what came of it. */
export const runs = pgTable(
  "runs",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    kind: text("kind").$type<"test" | "analyse" | "reanalyse" | "import">().notNull(),
    state: text("state").$type<"queued" | "running" | "done" | "failed">().notNull(),
    /** What to do: channel ids, an article id, or the stored export. */
    input: jsonb("input").$type<RunInput>().notNull(),
    progress: jsonb("progress").$type<RunProgress>().notNull(),
    result: jsonb("result").$type<RunResult>(),
    /** A sentence for a person. */
    error: text("error"),
    /** Where an import goes on after a kill. */
    position: jsonb("position").$type<Record<string, unknown>>(),
    requestedBy: uuid("requested_by"),
    createdAt: createdAt(),
    startedAt: at("started_at"),
    finishedAt: at("finished_at"),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), index("runs_created").on(t.workspaceId, t.createdAt)],
);

export interface RunInput {
  channelIds?: string[];
  /** Only what live events have stored, and of it only talk that has become quiet. */
  quietTalk?: true;
  articleId?: string;
  /** Name of the stored file below the data folder's imports; made by us, never the uploaded name. */
  file?: string;
  /** As the person knows it, for messages. */
  fileName?: string;
}

export const activityLogs = pgTable(
  "activity_logs",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    type: text("type").$type<"article_created" | "message_analyzed" | "error">().notNull(),
    message: text("message").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("activity_logs_created").on(t.workspaceId, t.createdAt),
    index("activity_logs_type").on(t.workspaceId, t.type, t.id),
  ],
);

/**
 * How many entries of each type a workspace's log has up to and with `upTo`, so that a long log is not counted again and again.
 * Kept by whoever counts (features/activity/count-logs.ts): writing an entry costs nothing more.
 */
export const logCounts = pgTable("log_counts", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  upTo: uuid("up_to").notNull(),
  articleCreated: integer("article_created").notNull(),
  messageAnalyzed: integer("message_analyzed").notNull(),
  error: integer("error").notNull(),
});

/** Each call to a model with what it cost, stored before its answer is used: a bill is never paid twice. */
export const llmCalls = pgTable(
  "llm_calls",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    runId: uuid("run_id"),
    purpose: text("purpose").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    /** Hash of prompt version, model and input: the same question is answered from here. */
    inputHash: text("input_hash").notNull(),
    /** Null once it was erased: after the retention time, or with a message it was made from. */
    output: jsonb("output"),
    /** The platform's ids of the messages that the model was shown. */
    sources: text("sources").array().notNull().default([]),
    outcome: text("outcome").$type<"ok" | "unusable" | "failed">().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** Millionths of a US dollar; 0 where the price of the model is not configured. */
    costMicros: integer("cost_micros").notNull(),
    milliseconds: integer("milliseconds").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("llm_calls_day").on(t.workspaceId, t.createdAt),
    index("llm_calls_input").on(t.workspaceId, t.inputHash),
  ],
);

export * from "./schema-billing.ts";
export * from "./schema-limits.ts";
export * from "./schema-questions.ts";
export * from "./schema-sso.ts";
