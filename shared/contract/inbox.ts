import { z } from "zod";
import { TITLE_CHARACTERS } from "../domain/article.ts";
import {
  APPROVALS_TO_TRUST,
  CONDITION_CHARACTERS,
  INBOX_CHOICES,
  INBOX_KINDS,
  MOST_DECISIONS_IN_BULK,
  NOTE_CHARACTERS,
} from "../domain/inbox.ts";
import { done, type EndpointTable, moment, requiredText, rowId, text } from "./endpoint.ts";
import { inboxItem } from "./inbox-item.ts";

export * from "./inbox-item.ts";

export const inboxPage = z.object({
  /** Newest first. */
  items: z.array(inboxItem),
  /** Of the whole inbox, whatever `kind` was asked for. */
  counts: z.record(z.enum(INBOX_KINDS), z.int()),
  total: z.int(),
  /** What is to be decided by you: given to you, or nobody's and about an article you own. */
  mine: z.int(),
  /** How many items are snoozed: they are in the list again when their time comes. */
  snoozed: z.int(),
  /** For `after` of the next page; null on the last. */
  next: z.string().nullable(),
  /** Items that are not shown because people fall behind: less sure drafts, and articles whose review came due last. */
  setAside: z.int(),
  /** A sentence when so much waits that new proposals must be surer, or are only counted; else null. */
  pressure: z.string().nullable(),
});
export type InboxPage = z.infer<typeof inboxPage>;

const sentenceKeys = z.array(text(40)).max(500);

const decision = {
  choice: z.enum(INBOX_CHOICES),
  /** For 'keep-both': when what the article says holds, and when what was said later does. */
  conditions: z
    .strictObject({ known: requiredText(CONDITION_CHARACTERS), fresh: requiredText(CONDITION_CHARACTERS) })
    .optional(),
  /**
   * For 'accept' and 'own-article': keys of all sentences of the proposal, those to take and those to leave, which are not asked
   * again. Refused with 409 when the proposal has others by now. Absent: all are taken.
   */
  sentences: z.strictObject({ taken: sentenceKeys, left: sentenceKeys }).optional(),
  /** For 'own-article': its title. */
  title: requiredText(TITLE_CHARACTERS).optional(),
  /** For 'show' and 'library-only': the same for every article of the channel that waits. */
  wholeChannel: z.boolean().optional(),
  /** Why, in the person's words: it is kept with the decision and shown in the log. */
  note: text(NOTE_CHARACTERS).optional(),
};

/** How a decision is taken back: `POST /api/inbox/{id}/undo` with this id. Null where it cannot be (a page was written). */
export const undoable = z.object({ id: rowId, until: moment }).nullable();
export type Undoable = z.infer<typeof undoable>;

/** A decision of the person, which `POST /api/inbox/{id}/undo` with this id takes back. */
const undoableDecision = z.object({
  id: rowId,
  article: z.object({ id: rowId, title: z.string() }),
  /** Null: articles were merged or split. */
  kind: z.enum(INBOX_KINDS).nullable(),
  choice: z.string(),
  note: z.string(),
  decidedAt: moment,
  until: moment,
});
export type UndoableDecision = z.infer<typeof undoableDecision>;

const itemParams = z.strictObject({ id: text(100) });

export const reviewSettings = z.object({
  reviewNewChannels: z.boolean(),
  approvalsToTrust: z.int().min(APPROVALS_TO_TRUST.min).max(APPROVALS_TO_TRUST.max),
  autoAcceptProposals: z.boolean(),
  /** Percent: what is riskier than this is a draft until somebody has read it. */
  acceptedRisk: z.int().min(0).max(100),
});

const outcome = z.object({
  /** As it was given. */
  id: z.string(),
  outcome: z.enum(["done", "failed"]),
  /** A sentence for a person, '' where nothing needs saying. */
  message: z.string(),
  undo: undoable,
});
const bulkOutcome = z.object({ results: z.array(outcome) });

const wholeKind = z.strictObject({
  kind: z.enum(INBOX_KINDS),
  choice: z.enum(INBOX_CHOICES),
  /** Only what is to be decided by you. */
  mine: z.boolean().optional(),
  /** Only what waited at this moment: what the person saw counted. */
  until: moment,
  /** What the part before said. */
  after: text(100).optional(),
  note: text(NOTE_CHARACTERS).optional(),
});
export type WholeKind = z.infer<typeof wholeKind>;

export const inboxEndpoints = {
  "GET /api/inbox": {
    summary: "What needs a person: a page of it, with how much of each kind waits",
    access: "session",
    query: z.strictObject({
      kind: z.enum(INBOX_KINDS).optional(),
      /** 'true': only what is to be decided by you; counts are of it then. */
      mine: z.literal("true").optional(),
      /** 'true': also what is set aside because people fall behind. */
      everything: z.literal("true").optional(),
      /** 'true': what is snoozed, which is left out otherwise. */
      snoozed: z.literal("true").optional(),
      /** 1 to 100; 50 when absent. */
      limit: z
        .string()
        .regex(/^([1-9]\d?|100)$/, "A whole number from 1 to 100.")
        .optional(),
      after: text(100).optional(),
    }),
    response: inboxPage,
  },
  "GET /api/inbox/:id": {
    summary: "One item that waits, as the list gives it",
    access: "session",
    params: itemParams,
    response: inboxItem,
  },
  "GET /api/inbox/undoable": {
    summary: "What you decided lately and can still take back, newest first",
    access: "session",
    response: z.array(undoableDecision),
  },
  "POST /api/inbox/:id/decide": {
    summary: "Decide one item of the inbox",
    access: "session",
    needs: ["change", "inbox"],
    params: itemParams,
    body: z.strictObject(decision),
    response: z.object({ message: z.string(), undo: undoable }),
  },
  "POST /api/inbox/decide": {
    summary: "Decide several items of the inbox, one after the other",
    access: "session",
    needs: ["change", "inbox"],
    body: z.strictObject({
      decisions: z
        .array(z.strictObject({ id: text(100), ...decision }))
        .min(1)
        .max(MOST_DECISIONS_IN_BULK),
    }),
    response: bulkOutcome,
  },
  "POST /api/inbox/decide-all": {
    summary:
      "Decide everything of a kind that you may read and that offers the choice: a part of it, and where the next part begins",
    access: "session",
    needs: ["change", "inbox"],
    body: wholeKind,
    response: z.object({
      results: z.array(outcome.extend({ article: z.object({ id: rowId, title: z.string() }) })),
      /** For `after`; null: that was all. */
      next: z.string().nullable(),
    }),
  },
  "POST /api/inbox/:id/undo": {
    summary: "Take a decision, a merge or a split back, within a day",
    access: "session",
    needs: ["change", "inbox"],
    params: itemParams,
    response: done,
  },
  "POST /api/inbox/undo": {
    summary: "Undo several decisions",
    access: "session",
    needs: ["change", "inbox"],
    body: z.strictObject({ ids: z.array(rowId).min(1).max(MOST_DECISIONS_IN_BULK) }),
    response: bulkOutcome,
  },
  "PUT /api/inbox/assignments": {
    summary: "Say who is to decide items of the inbox, and by when; null for both takes it back",
    access: "session",
    needs: ["change", "inbox"],
    body: z.strictObject({
      ids: z.array(text(100)).min(1).max(MOST_DECISIONS_IN_BULK),
      assignee: rowId.nullable(),
      dueOn: z.iso.date().nullable(),
    }),
    response: bulkOutcome,
  },
  "PUT /api/inbox/snoozes": {
    summary: "Leave items out of the inbox until a moment within a year; null brings them back now",
    access: "session",
    needs: ["change", "inbox"],
    body: z.strictObject({
      ids: z.array(text(100)).min(1).max(MOST_DECISIONS_IN_BULK),
      until: moment.nullable(),
    }),
    response: bulkOutcome,
  },
  "GET /api/review-settings": {
    summary: "What waits for a person before it is published or changed",
    access: "session",
    response: reviewSettings,
  },
  "GET /api/review-settings/decisions": {
    summary:
      "What people of the workspace decided about articles that waited, by their risk: of those that you may read",
    access: "session",
    response: z.array(
      z.object({
        /** 100 less the confidence, in percent. */
        risk: z.int(),
        published: z.int(),
        declined: z.int(),
      }),
    ),
  },
  "PUT /api/review-settings": {
    summary: "Save what waits for a person",
    access: "session",
    needs: ["change", "review-rules"],
    /** Without `acceptedRisk` that stays as it was. */
    body: reviewSettings.partial({ acceptedRisk: true }).strict(),
    response: reviewSettings,
  },
} as const satisfies EndpointTable;
