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
  /** Waits for a worker. */
  | "queued"
  /** A call may be under way or its outcome is unknown: `intentAt` says since when. */
  | "in-flight"
  | "published"
  /** The last attempt failed or was refused: `trouble` holds the reason, and a person may retry. */
  | "parked"
  /** A person's edit on the page cannot be merged: the page is not changed. */
  | "conflict"
  /** A person removed the page on the target: it is not created again unless requested. */
  | "removed"
  /** A person chose that this platform never gets the article again. */
  | "forgotten"
  /** The platform has readers who may not read the article: `notice` names them. An existing page shows none of the article. */
  | "held";

/** The choice for a page that was removed: create it again, leave it removed, or never publish there again. */
export type IfGone =
  | "recreate"
  | "leave"
  | "forget"
  /** The article was restored: restore the page from the platform's trash, or create it again where that is not possible. */
  | "restore";

export const publications = pgTable(
  "publications",
  {
    workspaceId: workspaceId(),
    id: id(),
    articleId: uuid("article_id").notNull(),
    integrationId: uuid("integration_id").notNull(),
    state: text("state").$type<PublicationState>().notNull(),
    /** 'ref lk-…': part of the page's body since its creation. */
    marker: text("marker").notNull(),
    /** The version to publish, and the published version. */
    wantedVersion: integer("wanted_version").notNull(),
    publishedVersion: integer("published_version"),
    /**
     * Counts the requests to publish. If it grew during an attempt, the publication stays queued, because some page content (a
     * contradiction, the verifier) changes without a new version.
     */
    requests: integer("requests").notNull().default(0),
    /** Set before the call goes out, and null once its outcome is known. */
    intentAt: timestamptz("intent_at"),
    /** When the first call with an unknown outcome went out: pages that such calls created are searched for from this time on. */
    firstIntentAt: timestamptz("first_intent_at"),
    /** A person's choice for a removed page, applied once the removal is confirmed; an existing page is updated instead. */
    ifGone: text("if_gone").$type<IfGone>(),
    /** Increases with every claim, so that a worker with an old fence cannot write. */
    fence: integer("fence").notNull().default(0),
    /** The number of consecutive attempts that ended with their process and stored nothing. */
    interruptions: integer("interruptions").notNull().default(0),
    leaseUntil: timestamptz("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    /** The page's title, made unique if the wanted title was taken. */
    title: text("title"),
    externalId: text("external_id"),
    url: text("url"),
    /** The category under whose page it was placed; null if at the top. A person may have moved it since. */
    placedIn: uuid("placed_in"),
    /** The platform's id of the page of people under which it was placed instead; null if under that of its category. */
    beside: text("beside"),
    /** Hashed keys of our blocks as last published, without people's blocks: the base of the three-way merge. */
    publishedBlocks: jsonb("published_blocks").$type<string[]>(),
    /** Maps the hashed keys that a platform returns for changed blocks to the keys that we sent. */
    echoedKeys: jsonb("echoed_keys").$type<Record<string, string>>().notNull().default({}),
    /** Hashed keys of the blocks in a call with an unknown outcome. */
    pendingBlocks: jsonb("pending_blocks").$type<string[]>(),
    /** Hashes of the titles in calls with an unknown outcome. */
    pendingTitles: jsonb("pending_titles").$type<string[]>(),
    /** Hashes of the last published labels, and of those in calls with an unknown outcome; null if unknown. */
    publishedLabels: jsonb("published_labels").$type<string[]>(),
    pendingLabels: jsonb("pending_labels").$type<string[]>(),
    /** A person's choice for an edited page: our text replaces the page's where both changed. */
    replaceConflicts: boolean("replace_conflicts").notNull().default(false),
    /** Some of our text has to leave the page, even if people edited the text beside it. */
    retracts: boolean("retracts").notNull().default(false),
    /** Hashed keys of people's text that stayed where ours had to leave; a person should check it. */
    keptBlocks: jsonb("kept_blocks").$type<string[]>(),
    /** The newest review, for a target on which people review each change; null if there is nothing to review. */
    review: jsonb("review").$type<ChangeReview>(),
    /** Hash of the last published title: another title means that a person renamed the page. */
    publishedTitle: text("published_title"),
    trouble: trouble(),
    /** A person's change of the page that needs nothing from us: it was moved, or should stay removed. */
    notice: text("notice"),
    /** When the page was last checked on the platform without a write. */
    sweptAt: timestamptz("swept_at"),
    /** Hash of all blocks of the page when we last wrote or checked it: other blocks mean that a person edited the page. */
    seenContent: text("seen_content"),
    /** The version in the platform's list when the page was last checked for edits. */
    listVersion: text("list_version"),
    /** The platform's list or an event says that the page changed, and nobody checked it yet. */
    isChanged: boolean("is_changed").notNull().default(false),
    /** When a person edited the page, until we write it again. */
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
 * Pages of our account with a publication's marker, besides its own page. They may contain more than our text, so a person
 * decides about each.
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

/** The pages of categories on targets that arrange their pages by category. */
export const categoryPages = pgTable(
  "category_pages",
  {
    workspaceId: workspaceId(),
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** The id outlives the category, so that its page can be removed. */
    categoryId: uuid("category_id").notNull(),
    /** 'ref lkc-…': part of the page's body since its creation. */
    marker: text("marker").notNull(),
    /** Set before the call that creates the page, and null once its outcome is known. */
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

/** People's comments on words that the article changed, by the platform's ids; each is reported to a person once. */
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
