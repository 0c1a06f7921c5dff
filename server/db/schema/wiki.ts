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
import type { CommentChange, MadeComment } from "../../../connectors/wiki-comment.ts";
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
    /** `everybody`: an admin states that everybody who reads the target may read every unrestricted page of these places. */
    readers: text("readers").$type<"admins" | "everybody">().notNull().default("admins"),
    /** The platform's keys of the chosen spaces; empty: the place where articles are published. */
    places: text("places").array().notNull().default(sql`'{}'`),
    /** Fingerprint of the integration's address and account: another one has other pages. */
    site: text("site").notNull().default(""),
    /** The time at which the job continues its listing, or its reading of changed pages. */
    dueAt: timestamptz("due_at").notNull().defaultNow(),
    /** The time at which the next listing of the platform's pages begins. */
    lookDueAt: timestamptz("look_due_at").notNull().defaultNow(),
    /** The start of the unfinished listing; null if none is in progress. */
    lookStartedAt: timestamptz("look_started_at"),
    /** The look lists only pages that were edited since then; null: all pages. */
    lookSince: timestamptz("look_since"),
    /** The platform's cursor in the list of the look under way. */
    lookCursor: text("look_cursor"),
    /** The start of the last finished listing, and of the last finished listing of all pages. */
    lookedAt: timestamptz("looked_at"),
    listedAt: timestamptz("listed_at"),
    /** The platform has more pages than are read. */
    isFull: boolean("is_full").notNull().default(false),
    /** The platform refuses the account: nobody reads the pages until it lists them again. */
    isRefused: boolean("is_refused").notNull().default(false),
    trouble: trouble(),
    /** The end of the address at which the platform tells of changed pages; null: it does not. */
    eventsKey: text("events_key"),
    /** The secret of these events, sealed; null while the platform's own has not come. */
    eventsSealed: text("events_sealed"),
    /** When the last genuine event came; null: none with this secret. */
    eventAt: timestamptz("event_at"),
    /** When an event asked for a look last, and whether the next look lists all pages because of one. */
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

/** A page that the account sees. Only the id of a restricted page, or of one of ours, is stored. */
export const wikiPages = pgTable(
  "wiki_pages",
  {
    workspaceId: workspaceId(),
    id: id(),
    integrationId: uuid("integration_id").notNull(),
    externalId: text("external_id").notNull(),
    title: text("title").notNull(),
    url: text("url").notNull(),
    /** The version in the platform's list, and the version whose text is stored; null before it is read. */
    listedVersion: text("listed_version").notNull(),
    readVersion: text("read_version"),
    editedAt: timestamptz("edited_at"),
    editedBy: text("edited_by"),
    readers: text("readers").$type<PageReaders>().notNull(),
    /** The platform's ids of the pages above it: their restrictions apply here, too. */
    above: text("above").array().notNull().default(sql`'{}'`),
    /** The look that listed it last. */
    listedAt: timestamptz("listed_at").notNull(),
    /** Its words have to be read. */
    isDue: boolean("is_due").notNull().default(true),
    /** We wrote it: its content is an article's. */
    isOurs: boolean("is_ours").notNull().default(false),
    isCut: boolean("is_cut").notNull().default(false),
    /** The reason, as a sentence, why it could not be read. */
    trouble: trouble(),
    /** The different terms of its title and words, with which questions are answered. */
    terms: text("terms").array().notNull().default(sql`'{}'`),
    /** Beginnings and ends of its long words, by which a word is found inside a compound. */
    edges: text("edges").array().generatedAlwaysAs(sql`word_edges(terms)`),
    /** Since then it is counted which answers show the page. */
    countedSince: timestamptz("counted_since").notNull().defaultNow(),
    /** The time at which a person verified the page. The person is null once their account is gone. */
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
    /** The headings above it, outermost first. */
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
export type FindingChoice = "ignore" | "page-is-right" | "own-article" | OrderedChoice;
/** A choice that ends with an order, and is undone by undoing the order. */
export type OrderedChoice = "page-updated" | "comment-left";

/**
 * The result of comparing a conversation with a page. Words of the page are not copied, so that they go with the page: its passage
 * is found again by its hash.
 */
export const wikiFindings = pgTable(
  "wiki_findings",
  {
    workspaceId: workspaceId(),
    id: id(),
    kind: text("kind").$type<FindingKind>().notNull(),
    pageId: uuid("page_id").notNull(),
    /** The version that was compared, and the passage in it: for `adds` the one after which the addition belongs. */
    pageVersion: text("page_version").notNull(),
    position: integer("position").notNull(),
    /** MD5 of the passage's text. */
    passageHash: text("passage_hash").notNull(),
    conversationId: uuid("conversation_id").notNull(),
    /** The conversation's sentences, with their messages. Empty once their words were erased. */
    fresh: jsonb("fresh").$type<Statement[]>().notNull(),
    /** The platform's ids of the messages. */
    sources: text("sources").array().notNull(),
    saidAt: timestamptz("said_at").notNull(),
    /** The hash of the passage for a contradiction, else ''. */
    subject: text("subject").notNull(),
    /** From 0 to 1. */
    confidence: real("confidence").notNull(),
    state: text("state").$type<"open" | "decided">().notNull().default("open"),
    choice: text("choice").$type<FindingChoice>(),
    /** Null once the person's account is gone. */
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

/** A correction of a person's page, or a comment on it, that somebody ordered; the row is its outbox. */
export const wikiRepairs = pgTable(
  "wiki_repairs",
  {
    workspaceId: workspaceId(),
    id: id(),
    pageId: uuid("page_id").notNull(),
    /** The version that the person saw; null for an undo, which looks only at its own block. */
    expectedVersion: text("expected_version"),
    change: jsonb("change").$type<PageChange | CommentChange>().notNull(),
    /** The edit, stored right before it was sent to the platform; or the comment, stored after it was left. */
    planned: jsonb("planned").$type<PlannedRepair | MadeComment>(),
    /**
     * `changed`: the page has another version, and nothing was written. `in-review`: looked up at `next_attempt_at` until it is merged
     * or declined.
     */
    state: text("state")
      .$type<"waiting" | "applied" | "in-review" | "declined" | "changed" | "refused">()
      .notNull()
      .default("waiting"),
    /** The finding that asked for it; gone with it when the chat's words are erased. */
    findingId: uuid("finding_id"),
    /** Null once the person's account is gone. */
    orderedBy: uuid("ordered_by"),
    /** The repair that this one takes back. */
    undoes: uuid("undoes"),
    /** The address of the page, or of the request in which reviewers decide. */
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
