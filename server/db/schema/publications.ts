import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { ChangeReview } from "../../../connectors/knowledge-target.ts";
import { articles } from "./articles.ts";
import { createdAt, id, timestamptz, trouble, updatedAt, workspaceId } from "./columns.ts";
import { knowledgeIntegrations } from "./integrations.ts";

export type PublicationState =
  /** The publication waits for a worker. */
  | "queued"
  /** A call may be in progress, or its outcome is unknown: `intentAt` is the time of the call. */
  | "in-flight"
  | "published"
  /** The last attempt failed or was refused: `trouble` holds the reason, and a person may retry. */
  | "parked"
  /** A person's edit of the page cannot be merged: the page stays unchanged. */
  | "conflict"
  /** A person removed the page on the platform: the page is created again only on request. */
  | "removed"
  /** A person chose that this platform never gets the article again. */
  | "forgotten"
  /**
   * The platform has readers who may not read the article: `notice` names them. An existing page shows nothing of the article.
   */
  | "held";

/**
 * A person's choice about a page that was removed: create it again, leave it removed, or never publish the article there again.
 */
export type RemovedPageChoice =
  | "recreate"
  | "leave"
  | "forget"
  /** The article was restored: restore the page from the platform's trash, or create the page again if that is not possible. */
  | "restore";

export const publications = pgTable(
  "publications",
  {
    workspaceId: workspaceId(),
    id: id(),
    articleId: uuid("article_id").notNull(),
    integrationId: uuid("integration_id").notNull(),
    state: text("state").$type<PublicationState>().notNull(),
    /** 'ref lk-…': a mark that is part of the page's body since its creation, by which the page is found. */
    marker: text("marker").notNull(),
    /** The version to publish, and the published version. */
    wantedVersion: integer("wanted_version").notNull(),
    publishedVersion: integer("published_version"),
    /**
     * Counts the requests to publish. If the count grew during an attempt, the publication stays queued: some page content (a
     * contradiction, the verifier) changes without a new version.
     */
    requests: integer("requests").notNull().default(0),
    /** Set before the call goes out, and null once the outcome of the call is known. */
    intentAt: timestamptz("intent_at"),
    /**
     * When the first call with an unknown outcome went out. The search for pages that such calls created covers the time since
     * then.
     */
    firstIntentAt: timestamptz("first_intent_at"),
    /**
     * A person's choice about a removed page, applied once the removal is confirmed; a page that still exists is updated
     * instead.
     */
    ifGone: text("if_gone").$type<RemovedPageChoice>(),
    /** Increases with every claim, so that a worker with an earlier claim cannot write. */
    fence: integer("fence").notNull().default(0),
    /** The number of consecutive attempts whose process ended before anything was stored. */
    interruptions: integer("interruptions").notNull().default(0),
    leaseUntil: timestamptz("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    /** The page's title, made unique if the wanted title was taken. */
    title: text("title"),
    externalId: text("external_id"),
    url: text("url"),
    /** The category under whose page this page was placed; null for the top level. A person may have moved the page since. */
    placedIn: uuid("placed_in"),
    /**
     * The platform's id of a page, section or database of people, in which this page was placed instead; null if it was placed under
     * its category's page.
     */
    beside: text("beside"),
    /**
     * The folder or categories of people in which the page is created, on platforms that do not move pages. Stored before the call, so
     * that a repeated call creates the page in the same place.
     */
    createdIn: text("created_in").array().notNull().default(sql`'{}'`),
    /** Hashed keys of the product's blocks as last published, without people's blocks: the base of the three-way merge. */
    publishedBlocks: jsonb("published_blocks").$type<string[]>(),
    /** Maps the hashed keys that a platform returns for changed blocks to the keys that the product sent. */
    echoedKeys: jsonb("echoed_keys").$type<Record<string, string>>().notNull().default({}),
    /** Hashed keys of the blocks in a call with an unknown outcome. */
    pendingBlocks: jsonb("pending_blocks").$type<string[]>(),
    /** Hashes of the titles in calls with an unknown outcome. */
    pendingTitles: jsonb("pending_titles").$type<string[]>(),
    /** Hashes of the last published labels, and of those in calls with an unknown outcome; null if unknown. */
    publishedLabels: jsonb("published_labels").$type<string[]>(),
    pendingLabels: jsonb("pending_labels").$type<string[]>(),
    /** A person's choice for an edited page: the article's text replaces the page's text where both changed. */
    replaceConflicts: boolean("replace_conflicts").notNull().default(false),
    /** Some of the article's text has to be removed from the page, even if people edited the text beside it. */
    retracts: boolean("retracts").notNull().default(false),
    /** Hashed keys of people's text that stayed where the article's text had to be removed; a person should check it. */
    keptBlocks: jsonb("kept_blocks").$type<string[]>(),
    /** The newest review, on a platform where people review each change; null if there is nothing to review. */
    review: jsonb("review").$type<ChangeReview>(),
    /** Hash of the last published title. Another title on the page means that a person renamed the page. */
    publishedTitle: text("published_title"),
    trouble: trouble(),
    /** A person's change of the page that needs no action: the page was moved, or should stay removed. */
    notice: text("notice"),
    /** When the page was last checked on the platform without being written. */
    sweptAt: timestamptz("swept_at"),
    /**
     * Hash of all blocks of the page when the product last wrote or checked the page. Other blocks mean that a person edited
     * the page.
     */
    seenContent: text("seen_content"),
    /** The page's version in the platform's list of pages when the page was last checked for edits. */
    listVersion: text("list_version"),
    /** The platform's list or an event says that the page changed, and the product has not checked the page yet. */
    isChanged: boolean("is_changed").notNull().default(false),
    /** When a person edited the page; null once the product writes the page again. */
    editedAt: timestamptz("edited_at"),
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
    index("publications_changed").on(t.workspaceId, t.integrationId).where(sql`is_changed`),
    index("publications_due").on(t.nextAttemptAt).where(sql`state in ('queued', 'in-flight')`),
  ],
);

/**
 * Pages of the product's account that contain a publication's marker, besides the publication's own page. They may contain
 * other text too, so a person decides about each page.
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

/** The pages of categories, on platforms where pages are arranged by category. */
export const categoryPages = pgTable(
  "category_pages",
  {
    workspaceId: workspaceId(),
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** The category's id, which outlives the category, so that the category's page can be removed. */
    categoryId: uuid("category_id").notNull(),
    /** 'ref lkc-…': a mark that is part of the page's body since its creation, by which the page is found. */
    marker: text("marker").notNull(),
    /** Set before the call that creates the page, and null once the outcome of the call is known. */
    intentAt: timestamptz("intent_at"),
    /** The platform's id of the page; null before it is created. */
    externalId: text("external_id"),
    /** The category's name and parent as last written to the page. */
    name: text("name"),
    placedIn: uuid("placed_in"),
    /** A person removed the page, so the category's articles are placed under the nearest page above. */
    isRemoved: boolean("is_removed").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("category_pages_once").on(t.workspaceId, t.integrationId, t.categoryId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [knowledgeIntegrations.workspaceId, knowledgeIntegrations.id],
      name: "category_pages_integration",
    }).onDelete("cascade"),
  ],
);

/**
 * People's comments on a page's text that an update of the article changed, by the platform's ids. The product reports each
 * comment to a person once.
 */
export const detachedComments = pgTable(
  "detached_comments",
  {
    workspaceId: workspaceId(),
    publicationId: uuid("publication_id").notNull(),
    externalId: text("external_id").notNull(),
    createdAt: createdAt(),
    seenAt: timestamptz("seen_at"),
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
