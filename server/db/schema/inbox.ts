import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { workspaces } from "./accounts.ts";
import { type ArticleState, articles } from "./articles.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";
import { conversations } from "./conversations.ts";

/** What waits for a person before an article is published or changed; without a row, nothing does. */
export const reviewSettings = pgTable("review_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  reviewNewChannels: boolean("review_new_channels").notNull(),
  approvalsToTrust: integer("approvals_to_trust").notNull(),
  autoAcceptProposals: boolean("auto_accept_proposals").notNull(),
  /** Percent; see `ReviewSettings`, whose default is the only one. */
  acceptedRisk: integer("accepted_risk").notNull(),
});

/** What a conversation says about the knowledge of an article that the article does not say, as an engine wrote it down. */
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
    /** The conversation it comes from. */
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

/**
 * Who is to decide an item and by when, and until when it is snoozed: a row for each item that somebody assigned or snoozed. The
 * row stays when the item is decided.
 */
export const inboxAssignments = pgTable(
  "inbox_assignments",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    /** '<kind>.<row>', as the list gives it. */
    item: text("item").notNull(),
    /** Null: only a day was set. */
    assignee: uuid("assignee"),
    dueOn: date("due_on", { mode: "string" }),
    /** Until then nobody is asked. */
    snoozedUntil: at("snoozed_until"),
    /** Null once their account is gone. */
    assignedBy: uuid("assigned_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.item] })],
);

/** What a decision changed, so that it can be taken back; no text. */
export interface DecisionBefore {
  /** The article's version that the decision made, and the one before it. */
  versions?: { made: number; before: number };
  /** Conversations the article was written from until then. */
  writtenFrom?: string[];
  /** Conversations that moved, with where they were. */
  moved?: { conversationId: string; articleId: string | null; isEvidence: boolean }[];
  state?: ArticleState;
  stateReason?: string | null;
  /** How sure the article was. */
  confidence?: number;
  reasons?: string[];
  /** Articles that were decided with it. */
  articles?: string[];
  /** The channel whose holding ended, and since when it had been held. */
  heldSince?: string | null;
  publicationId?: string;
  /** The page whose words were taken over, as hashes: what we had written there. */
  page?: { publishedBlocks: string[] | null; publishedTitle: string | null };
  /** Of an article that was confirmed: who had confirmed it before, and when it was to be looked at. */
  care?: { confirmedAt: string | null; confirmedBy: string | null; reviewAt: string | null };
  /** Contradictions that a merge put into the inbox, or that went along with sentences that were split off. */
  items?: string[];
  /** Channels that the two articles of a merge got from each other, and who took care of the one that stayed. */
  readers?: { stays: string[]; gone: string[]; ownerId: string | null };
  /** Comments that were seen, by the platform's ids. */
  comments?: string[];
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
    /** What the person wrote with it; '' without words. */
    note: text("note").notNull().default(""),
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
