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

/** The changes that wait for a person before an article is published or changed; without a row, none does. */
export const reviewSettings = pgTable("review_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  reviewNewChannels: boolean("review_new_channels").notNull(),
  approvalsToTrust: integer("approvals_to_trust").notNull(),
  autoAcceptProposals: boolean("auto_accept_proposals").notNull(),
  /** Percent; see `ReviewSettings`, which holds the default. */
  acceptedRisk: integer("accepted_risk").notNull(),
});

/** Knowledge in a conversation that its article lacks, as an engine wrote it. */
export interface FreshKnowledge {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  keywords: string[];
  /**
   * Keys of the statements that are asked as conflicts: an article of its own has them, the changed article does not get them.
   */
  contradicting?: string[];
}

/** Items of the inbox that a person decides. The inbox's other kinds follow from the rows they are about. */
export const inboxItems = pgTable(
  "inbox_items",
  {
    workspaceId: workspaceId(),
    id: id(),
    kind: text("kind").$type<"conflict" | "proposal">().notNull(),
    articleId: uuid("article_id").notNull(),
    /** The conversation that the item comes from. */
    conversationId: uuid("conversation_id").notNull(),
    state: text("state").$type<"open" | "decided">().notNull().default("open"),
    /**
     * The hash of the article's statement that it is about; for additions the conversation's id, or '' in earlier versions. One
     * item is open for each.
     */
    subject: text("subject").notNull().default(""),
    /** The article's statement that a conflict is about. */
    known: jsonb("known").$type<Statement>(),
    /** A conflict has a single statement here, as the summary. */
    fresh: jsonb("fresh").$type<FreshKnowledge>().notNull(),
    /** Probability from 0 to 1 that both are about the same. */
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
 * The assignee and due day of an inbox item, and until when it is snoozed: a row for each item that was assigned or
 * snoozed. The row stays when the item is decided.
 */
export const inboxAssignments = pgTable(
  "inbox_assignments",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    /** '<kind>.<row>', as the inbox list names it. */
    item: text("item").notNull(),
    /** The person who is to decide; null where only a due day was set. */
    assignee: uuid("assignee"),
    dueOn: date("due_on", { mode: "string" }),
    /** The time until which nobody is asked. */
    snoozedUntil: at("snoozed_until"),
    /** The person who assigned it; null once their account is gone. */
    assignedBy: uuid("assigned_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.item] })],
);

/** The state before a decision, so that it can be undone; no text. */
export interface DecisionBefore {
  /** The article's version that the decision created, and the one before it. */
  versions?: { made: number; before: number };
  /** Conversations that the article was written from until then. */
  writtenFrom?: string[];
  /** Conversations that were moved, with their former article. */
  moved?: { conversationId: string; articleId: string | null; isEvidence: boolean }[];
  state?: ArticleState;
  stateReason?: string | null;
  /** The article's confidence before the decision. */
  confidence?: number;
  reasons?: string[];
  /** Articles that were decided together with it. */
  articles?: string[];
  /** The channel that was released, and since when it had been held. */
  heldSince?: string | null;
  publicationId?: string;
  /** The page whose text was adopted: hashes of the content that we had written there. */
  page?: { publishedBlocks: string[] | null; publishedTitle: string | null };
  /** The former confirmation of a confirmed article, and its former time of review. */
  care?: { confirmedAt: string | null; confirmedBy: string | null; reviewAt: string | null };
  /** Contradictions that a merge put into the inbox, or that moved along with sentences that were split off. */
  items?: string[];
  /** Channels that the two articles of a merge got from each other, and the former owner of the remaining one. */
  readers?: { stays: string[]; gone: string[]; ownerId: string | null };
  /** Comments marked as seen, by the platform's ids. */
  comments?: string[];
}

/** Decisions of people about articles; each can be undone for a while. */
export const inboxDecisions = pgTable(
  "inbox_decisions",
  {
    workspaceId: workspaceId(),
    id: id(),
    /** The id of the decided item, or 'merge' or 'split'. */
    subject: text("subject").notNull(),
    /** The exact subject, where the same question can come again: the decision closes the item only for this one. */
    mark: text("mark").notNull().default(""),
    articleId: uuid("article_id").notNull(),
    choice: text("choice").notNull(),
    /** The person's note; '' without one. */
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
