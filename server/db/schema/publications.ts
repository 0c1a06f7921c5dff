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
import type { Review } from "../../../connectors/knowledge-target.ts";
import { articles } from "./articles.ts";
import { at, createdAt, id, trouble, updatedAt, workspaceId } from "./columns.ts";
import { knowledgeIntegrations } from "./integrations.ts";

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
  | "forgotten"
  /** More people read the platform than may read the article: `notice` says who. A page that was made says nothing of it. */
  | "held";

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
    /** 'ref lk-…': is in the page's body from its first moment. */
    marker: text("marker").notNull(),
    /** The article's version that is wanted on the page, and the one that is there. */
    wantedVersion: integer("wanted_version").notNull(),
    publishedVersion: integer("published_version"),
    /**
     * Counts the requests to publish. An attempt that finds more of them at its end than at its start leaves the publication
     * queued: what a page shows beside the version (a contradiction, who verified it) changes without a new version.
     */
    requests: integer("requests").notNull().default(0),
    /** Committed before the call goes out; null when no outcome is open. */
    intentAt: at("intent_at"),
    /** When the first of the calls went out whose outcome is open: what they made is looked for from then on. */
    firstIntentAt: at("first_intent_at"),
    /** What a person chose for a page that is gone, done once it is seen to be: a page that is there is followed instead. */
    ifGone: text("if_gone").$type<IfGone>(),
    /** Counts up with every claim: a worker whose fence is old writes nothing. */
    fence: integer("fence").notNull().default(0),
    /** Attempts in a row that ended with their process before they stored anything. */
    interruptions: integer("interruptions").notNull().default(0),
    leaseUntil: at("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
    /** The title the page has (made unique when the wanted one was taken). */
    title: text("title"),
    externalId: text("external_id"),
    url: text("url"),
    /** The category under whose page it was put; null: where pages are made. A person may have moved it since. */
    placedIn: uuid("placed_in"),
    /** Hashed keys of our blocks as last published (without what people added): the base of the three-way merge. */
    publishedBlocks: jsonb("published_blocks").$type<string[]>(),
    /** Hashed keys the platform gave some of them when it was read back, to ours. */
    echoedKeys: jsonb("echoed_keys").$type<Record<string, string>>().notNull().default({}),
    /** Hashed keys of what a call with an open outcome was writing. */
    pendingBlocks: jsonb("pending_blocks").$type<string[]>(),
    /** Hashes of the titles that calls with an open outcome were writing. */
    pendingTitles: jsonb("pending_titles").$type<string[]>(),
    /** Hashes of the labels as last published, and of those that calls with an open outcome were writing; null: not known. */
    publishedLabels: jsonb("published_labels").$type<string[]>(),
    pendingLabels: jsonb("pending_labels").$type<string[]>(),
    /** What a person chose about a page that people changed: our text wins where both changed. */
    replaceConflicts: boolean("replace_conflicts").notNull().default(false),
    /** Something of ours has to leave the page even where people changed what is beside it. */
    retracts: boolean("retracts").notNull().default(false),
    /** Hashed keys of what people wrote where words of ours had to leave: a person should look at it as long as it is there. */
    keptBlocks: jsonb("kept_blocks").$type<string[]>(),
    /** Of a target where people review each change: what became of the newest one. Null: there is nothing to review. */
    review: jsonb("review").$type<Review>(),
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

/** The pages of categories on targets that arrange their pages by category. */
export const categoryPages = pgTable(
  "category_pages",
  {
    workspaceId: workspaceId(),
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    /** Its page is put away after it is gone. */
    categoryId: uuid("category_id").notNull(),
    /** 'ref lkc-…': is in the page's body from its first moment. */
    marker: text("marker").notNull(),
    /** Committed before the call that makes the page; null when no outcome is open. */
    intentAt: at("intent_at"),
    /** Null before it is made. */
    externalId: text("external_id"),
    /** The category's name, and the category above it, as they were brought to the page last. */
    name: text("name"),
    placedIn: uuid("placed_in"),
    /** A person removed the page: what is in the category is put under the next one above. */
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
