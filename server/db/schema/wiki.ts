import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AddedComment, CommentChange } from "../../../connectors/wiki-comment.ts";
import type { PagePassage, PageReaders } from "../../../connectors/wiki-pages.ts";
import type { PageChange, PlannedRepair } from "../../../connectors/wiki-repair.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import { createdAt, id, timestamptz, trouble, workspaceId } from "./columns.ts";
import { conversations } from "./conversations.ts";
import { knowledgeIntegrations } from "./integrations.ts";

/** An integration whose platform's pages are read. Deleting the row erases everything that was read. */
export const wikiReadings = pgTable(
  "wiki_readings",
  {
    workspaceId: workspaceId(),
    integrationId: uuid("integration_id").notNull(),
    /** `everybody`: an admin states that every reader of the platform may read every unrestricted page of these spaces. */
    readers: text("readers").$type<"admins" | "everybody">().notNull().default("admins"),
    /** The platform's keys of the chosen spaces. Empty: the space in which articles are published. */
    places: text("places").array().notNull().default(sql`'{}'`),
    /** Fingerprint of the integration's address and account: with another address or account, other pages are visible. */
    site: text("site").notNull().default(""),
    /** When the job continues its listing, or its reading of changed pages. */
    dueAt: timestamptz("due_at").notNull().defaultNow(),
    /** When the next listing of the platform's pages begins. */
    lookDueAt: timestamptz("look_due_at").notNull().defaultNow(),
    /** The start of the unfinished listing; null if none is in progress. */
    lookStartedAt: timestamptz("look_started_at"),
    /** The listing in progress covers only pages that were edited since then; null: all pages. */
    lookSince: timestamptz("look_since"),
    /** The platform's cursor for the next part of the listing in progress. */
    lookCursor: text("look_cursor"),
    /** The start of the last finished listing, and of the last finished listing of all pages. */
    lookedAt: timestamptz("looked_at"),
    listedAt: timestamptz("listed_at"),
    /** The platform has more pages than the product reads. */
    isFull: boolean("is_full").notNull().default(false),
    /** The platform refuses the account: nobody may read the stored pages until the platform lists them again. */
    isRefused: boolean("is_refused").notNull().default(false),
    trouble: trouble(),
    /** The last part of the address to which the platform sends events about changed pages; null without events. */
    eventsKey: text("events_key"),
    /** The secret that signs these events, encrypted; null until the platform has sent its own secret. */
    eventsSealed: text("events_sealed"),
    /** When the last genuine event arrived; null if none arrived with this secret. */
    eventAt: timestamptz("event_at"),
    /** When an event last requested a listing, and whether the next listing covers all pages because of an event. */
    lookAskedAt: timestamptz("look_asked_at"),
    looksAtAll: boolean("looks_at_all").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.integrationId] }),
    uniqueIndex("wiki_readings_events").on(t.eventsKey),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [knowledgeIntegrations.workspaceId, knowledgeIntegrations.id],
      name: "wiki_readings_integration",
    }).onDelete("cascade"),
    index("wiki_readings_due").on(t.dueAt),
  ],
);

/**
 * A wiki page that the integration's account sees. Only the id of a restricted page, or of the product's own page, is stored.
 */
export const wikiPages = pgTable(
  "wiki_pages",
  {
    workspaceId: workspaceId(),
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    externalId: text("external_id").notNull(),
    title: text("title").notNull(),
    url: text("url").notNull(),
    /** The version in the platform's list, and the version whose text is stored; null before the page is read. */
    listedVersion: text("listed_version").notNull(),
    readVersion: text("read_version"),
    editedAt: timestamptz("edited_at"),
    editedBy: text("edited_by"),
    readers: text("readers").$type<PageReaders>().notNull(),
    /** The platform's ids of the pages above this page, whose restrictions apply to this page too. */
    above: text("above").array().notNull().default(sql`'{}'`),
    /** The platform's ids of the places in which the page is, and in which the product may put an article. */
    containers: text("containers").array().notNull().default(sql`'{}'`),
    /** When the listing began that last contained the page. */
    listedAt: timestamptz("listed_at").notNull(),
    /** The page's text has to be read. */
    isDue: boolean("is_due").notNull().default(true),
    /** The product wrote the page: its content is an article's. */
    isOurs: boolean("is_ours").notNull().default(false),
    isCut: boolean("is_cut").notNull().default(false),
    /** The reason, as a sentence, why the page could not be read. */
    trouble: trouble(),
    /** The different terms of the page's title and text, with which questions are answered. */
    terms: text("terms").array().notNull().default(sql`'{}'`),
    /** Beginnings and ends of the page's long words, by which a word is found inside a compound word. */
    edges: text("edges").array().generatedAlwaysAs(sql`word_edges(terms)`),
    /** Since when the product counts the answers that show the page. */
    countedSince: timestamptz("counted_since").notNull().defaultNow(),
    /** When a person verified the page. The person is null once the person's account is gone. */
    verifiedAt: timestamptz("verified_at"),
    verifiedBy: uuid("verified_by"),
    /** The time at which a person decided that the page stays although it is not used. */
    keptAt: timestamptz("kept_at"),
    /** The version that was compared with other pages and with articles. */
    comparedVersion: text("compared_version"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("wiki_pages_to_compare")
      .on(t.workspaceId, t.id)
      .where(sql`read_version is distinct from compared_version and not is_ours`),
    unique("wiki_pages_once").on(t.workspaceId, t.integrationId, t.externalId),
    foreignKey({
      columns: [t.workspaceId, t.integrationId],
      foreignColumns: [wikiReadings.workspaceId, wikiReadings.integrationId],
      name: "wiki_pages_reading",
    }).onDelete("cascade"),
    index("wiki_pages_due").on(t.workspaceId, t.integrationId, t.id).where(sql`is_due`),
    index("wiki_pages_in_container").on(t.workspaceId, t.integrationId, sql`(containers[1])`),
    index("wiki_pages_restricted").on(t.workspaceId, t.integrationId).where(sql`readers = 'restricted'`),
  ],
);

/** The passages of a page in reading order. */
export const wikiStatements = pgTable(
  "wiki_statements",
  {
    workspaceId: workspaceId(),
    pageId: uuid("page_id").notNull(),
    position: integer("position").notNull(),
    /** The headings above the passage, outermost first. */
    headings: text("headings").array().notNull(),
    form: text("form").$type<PagePassage["form"]>().notNull(),
    text: text("text").notNull(),
    /** The part of the page's address that leads to the nearest heading; null where the platform has none. */
    anchor: text("anchor"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.pageId, t.position] }),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "wiki_statements_page",
    }).onDelete("cascade"),
  ],
);

export type FindingKind = "confirms" | "adds" | "contradicts";
export type FindingChoice = "ignore" | "page-is-right" | "own-article" | RepairChoice;
/** A choice that creates a row in `wiki_repairs`. Undoing that row undoes the choice. */
export type RepairChoice = "page-updated" | "comment-left";

/**
 * The result of comparing a conversation with a page. The page's text is not copied, so that deleting the page deletes its
 * text; the passage is found again by its hash.
 */
export const wikiFindings = pgTable(
  "wiki_findings",
  {
    workspaceId: workspaceId(),
    id: id(),
    kind: text("kind").$type<FindingKind>().notNull(),
    pageId: uuid("page_id").notNull(),
    /**
     * The compared version of the page, and the position of the passage in it. For `adds` the addition belongs after this
     * passage.
     */
    pageVersion: text("page_version").notNull(),
    position: integer("position").notNull(),
    /** MD5 of the passage's text. */
    passageHash: text("passage_hash").notNull(),
    conversationId: uuid("conversation_id").notNull(),
    /** The conversation's sentences, with their messages. Empty once the text of these messages was erased. */
    fresh: jsonb("fresh").$type<Statement[]>().notNull(),
    /** The platform's ids of the messages. */
    sources: text("sources").array().notNull(),
    saidAt: timestamptz("said_at").notNull(),
    /** The hash of the contradicted passage for `contradicts`, otherwise ''. */
    subject: text("subject").notNull(),
    /** The confidence from 0 to 1. */
    confidence: real("confidence").notNull(),
    state: text("state").$type<"open" | "decided">().notNull().default("open"),
    choice: text("choice").$type<FindingChoice>(),
    /** The person who decided; null once the person's account is gone. */
    decidedBy: uuid("decided_by"),
    decidedAt: timestamptz("decided_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("wiki_findings_once").on(t.workspaceId, t.conversationId, t.pageId, t.kind, t.subject),
    index("wiki_findings_of_page").on(t.workspaceId, t.pageId),
    index("wiki_findings_open").on(t.workspaceId, t.createdAt).where(sql`state = 'open' and kind <> 'confirms'`),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "wiki_findings_page",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.conversationId],
      foreignColumns: [conversations.workspaceId, conversations.id],
      name: "wiki_findings_conversation",
    }).onDelete("cascade"),
  ],
);

/** A correction of a page that people wrote, or a comment on it, that a person requested; the row is its outbox. */
export const wikiRepairs = pgTable(
  "wiki_repairs",
  {
    workspaceId: workspaceId(),
    id: id(),
    pageId: uuid("page_id").notNull(),
    /** The page version that the person saw; null for an undo, which checks only the block that it restores. */
    expectedVersion: text("expected_version"),
    change: jsonb("change").$type<PageChange | CommentChange>().notNull(),
    /** The edit, stored right before it was sent to the platform; or the comment, stored after the platform accepted it. */
    planned: jsonb("planned").$type<PlannedRepair | AddedComment>(),
    /**
     * `changed`: the page has another version, and nothing was written. `in-review`: looked up at `next_attempt_at` until it is merged
     * or declined.
     */
    state: text("state")
      .$type<"waiting" | "applied" | "in-review" | "declined" | "changed" | "refused">()
      .notNull()
      .default("waiting"),
    /** The finding that caused the repair; null once the finding was deleted because chat text was erased. */
    findingId: uuid("finding_id"),
    /** The person who requested the repair; null once the person's account is gone. */
    orderedBy: uuid("ordered_by"),
    /** The person's own account at the platform makes it, and no other one. */
    asPerson: boolean("as_person").notNull().default(false),
    /** The repair that this repair undoes. */
    undoes: uuid("undoes"),
    /** The address of the page, or of the change request in which people review the repair. */
    url: text("url"),
    trouble: trouble(),
    /** The person who declined it, by the platform's name, and when, as far as the platform tells. */
    declined: jsonb("declined").$type<{ by: string | null; at: string | null }>(),
    /** Committed before the call goes out; null when no outcome is open. */
    intentAt: timestamptz("intent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("wiki_repairs_due").on(t.nextAttemptAt).where(sql`state in ('waiting', 'in-review')`),
    uniqueIndex("wiki_repairs_one_of_page").on(t.workspaceId, t.pageId).where(sql`state = 'waiting'`),
    foreignKey({
      columns: [t.workspaceId, t.pageId],
      foreignColumns: [wikiPages.workspaceId, wikiPages.id],
      name: "wiki_repairs_page",
    }).onDelete("cascade"),
  ],
);
