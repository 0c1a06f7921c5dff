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
import { at, createdAt, id, trouble, updatedAt, workspaceId } from "./columns.ts";
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

/** The choice for a page that is gone: create it again, leave it removed, or never publish there again. */
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
    /** 'ref lk-…': part of the page's body from its creation on. */
    marker: text("marker").notNull(),
    /** The article's version that is wanted on the page, and the published one. */
    wantedVersion: integer("wanted_version").notNull(),
    publishedVersion: integer("published_version"),
    /**
     * Counts the requests to publish. An attempt that finds more of them at its end than at its start leaves the
     * publication queued: content beside the version (a contradiction, the person who verified it) changes without a
     * new version.
     */
    requests: integer("requests").notNull().default(0),
    /** Committed before the call goes out; null when no outcome is open. */
    intentAt: at("intent_at"),
    /** When the first call with an open outcome went out: pages that such calls created are searched for from then on. */
    firstIntentAt: at("first_intent_at"),
    /**
     * A person's choice for a page that is gone, applied once the page is found gone: a page that exists is followed
     * instead.
     */
    ifGone: text("if_gone").$type<IfGone>(),
    /** Increases with every claim: a worker with an old fence writes nothing. */
    fence: integer("fence").notNull().default(0),
    /** Attempts in a row that ended with their process before they stored anything. */
    interruptions: integer("interruptions").notNull().default(0),
    leaseUntil: at("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
    /** The page's title (made unique when the wanted one was taken). */
    title: text("title"),
    externalId: text("external_id"),
    url: text("url"),
    /**
     * The category under whose page it was placed; null: at the top, where pages are created. A person may have moved
     * it since.
     */
    placedIn: uuid("placed_in"),
    /** Hashed keys of our blocks as last published (without blocks that people added): the base of the three-way merge. */
    publishedBlocks: jsonb("published_blocks").$type<string[]>(),
    /** Maps hashed keys that the platform returned for some blocks to the keys we sent. */
    echoedKeys: jsonb("echoed_keys").$type<Record<string, string>>().notNull().default({}),
    /** Hashed keys of the blocks that a call with an open outcome was writing. */
    pendingBlocks: jsonb("pending_blocks").$type<string[]>(),
    /** Hashes of the titles that calls with an open outcome were writing. */
    pendingTitles: jsonb("pending_titles").$type<string[]>(),
    /** Hashes of the labels as last published, and of those that calls with an open outcome were writing; null: not known. */
    publishedLabels: jsonb("published_labels").$type<string[]>(),
    pendingLabels: jsonb("pending_labels").$type<string[]>(),
    /** A person's choice for an edited page: our text wins where both sides changed it. */
    replaceConflicts: boolean("replace_conflicts").notNull().default(false),
    /** A part of our text has to leave the page even where people edited what is beside it. */
    retracts: boolean("retracts").notNull().default(false),
    /** Hashed keys of people's text where our text had to leave: a person should check it as long as it is there. */
    keptBlocks: jsonb("kept_blocks").$type<string[]>(),
    /** For a target where people review each change: the result of the newest review. Null: there is nothing to review. */
    review: jsonb("review").$type<ChangeReview>(),
    /** Hash of the title as last published: a different title means that a person renamed the page. */
    publishedTitle: text("published_title"),
    trouble: trouble(),
    /** A person's action on the page that requires nothing from us: it was moved, or is to stay removed. */
    notice: text("notice"),
    /** When the page was last looked up on the platform without being written. */
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
 * Pages that our account created and that carry a publication's marker beside its own page, although they may hold more
 * than our text: a person decides about each.
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
    /** The id stays after the category is gone, so that its page can be removed. */
    categoryId: uuid("category_id").notNull(),
    /** 'ref lkc-…': part of the page's body from its creation on. */
    marker: text("marker").notNull(),
    /** Committed before the call that creates the page; null when no outcome is open. */
    intentAt: at("intent_at"),
    /** The platform's id of the page; null before it is created. */
    externalId: text("external_id"),
    /** The category's name and parent as last written to the page. */
    name: text("name"),
    placedIn: uuid("placed_in"),
    /** A person removed the page: the category's articles are placed under the nearest page above. */
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

/** People's comments on words that the article changed, by the platform's ids: a person is told of each once. */
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
