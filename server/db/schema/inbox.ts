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
import type { VerifiedEdits } from "../../../shared/domain/inbox.ts";
import { workspaces } from "./accounts.ts";
import { type ArticleState, articles } from "./articles.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";
import { conversations } from "./conversations.ts";

/** Which changes of articles wait for a person's decision. Without a row, no change waits. */
export const reviewSettings = pgTable("review_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  reviewNewChannels: boolean("review_new_channels").notNull(),
  approvalsToTrust: integer("approvals_to_trust").notNull(),
  autoAcceptProposals: boolean("auto_accept_proposals").notNull(),
  /** The accepted risk in percent; `ReviewSettings` has the default. */
  acceptedRisk: integer("accepted_risk").notNull(),
  verifiedEdits: text("verified_edits").$type<VerifiedEdits>().notNull().default("update"),
});

/** Knowledge in a conversation that the conversation's article lacks, as the engine or a language model wrote it. */
export interface FreshKnowledge {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  keywords: string[];
  /**
   * Keys of statements that are also open conflicts. These statements go into a new article, but not into the changed article.
   */
  contradicting?: string[];
  /**
   * The edit (`SourceEdit.mark`) from which the words come, if it waits for a person's decision: the article's pages do not
   * show them before.
   */
  waits?: string;
}

/**
 * Inbox items that a person decides. Other kinds of inbox items have no rows here: they are derived from the rows of their
 * subject.
 */
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
     * The hash of the article's disputed statement. For additions it is the conversation's id, or '' in earlier versions. Each
     * subject has at most one open item.
     */
    subject: text("subject").notNull().default(""),
    /** The article's statement in a conflict. */
    known: jsonb("known").$type<Statement>(),
    /** The new knowledge. For a conflict, its summary contains the single contradicting statement. */
    fresh: jsonb("fresh").$type<FreshKnowledge>().notNull(),
    /** Probability, 0 to 1, that the article and the conversation are about the same question. */
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

/** The assignee, the due day and the snooze time of an inbox item, if any is set. The row outlives the decision. */
export const inboxAssignments = pgTable(
  "inbox_assignments",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    /** The item's id in the inbox list: '<kind>.<row>'. */
    item: text("item").notNull(),
    /** The person who should decide the item; null if only a due day was set. */
    assignee: uuid("assignee"),
    dueOn: date("due_on", { mode: "string" }),
    /** The item is hidden until this time. */
    snoozedUntil: timestamptz("snoozed_until"),
    /** The person who assigned the item; null once that person's account is gone. */
    assignedBy: uuid("assigned_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.item] })],
);

/** The state before a decision, without text, so that the decision can be undone. */
export interface StateBeforeDecision {
  /** The article's version that the decision created, and the previous version. */
  versions?: { made: number; before: number };
  /** Conversations that the article had been written from. */
  writtenFrom?: string[];
  /** Conversations that the decision moved to another article, with their previous article. */
  moved?: { conversationId: string; articleId: string | null; isEvidence: boolean }[];
  state?: ArticleState;
  stateReason?: string | null;
  /** The article's confidence before the decision. */
  confidence?: number;
  reasons?: string[];
  /** Articles that were decided together with this article. */
  articles?: string[];
  /** The released channel's id, and the time since when the channel had been held. */
  heldSince?: string | null;
  publicationId?: string;
  /** The page whose text was adopted: hashes of the content that the product had published on the page. */
  page?: { publishedBlocks: string[] | null; publishedTitle: string | null };
  /** The article's previous confirmation and time of review. */
  care?: { confirmedAt: string | null; confirmedBy: string | null; reviewAt: string | null };
  /** Contradictions that a merge added to the inbox, or that moved together with split-off statements. */
  items?: string[];
  /** Channels that two merged articles got from each other, and the previous owner of the remaining article. */
  readers?: { stays: string[]; gone: string[]; ownerId: string | null };
  /** The platform's ids of comments that were marked as seen. */
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
    /** Tells apart questions that come up again about the same subject: the decision closes only the item with this mark. */
    mark: text("mark").notNull().default(""),
    articleId: uuid("article_id").notNull(),
    choice: text("choice").notNull(),
    /** The person's note about the decision; '' without a note. */
    note: text("note").notNull().default(""),
    before: jsonb("before").$type<StateBeforeDecision>().notNull(),
    decidedBy: uuid("decided_by"),
    decidedAt: timestamptz("decided_at").notNull().defaultNow(),
    undoneAt: timestamptz("undone_at"),
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
