import { z } from "zod";
import { TITLE_CHARACTERS } from "../domain/article.ts";
import {
  APPROVALS_TO_TRUST,
  CONDITION_CHARACTERS,
  INBOX_CHOICES,
  INBOX_KINDS,
  MAX_SENTENCE_CHARACTERS,
  MOST_DECISIONS_IN_BULK,
  NOTE_CHARACTERS,
  VERIFIED_EDITS,
} from "../domain/inbox.ts";
import { doneResponse, type EndpointTable, moment, requiredText, rowId, text, undoableDecisionId } from "./endpoint.ts";
import { inboxItem } from "./inbox-item.ts";

export * from "./inbox-item.ts";

export const inboxPage = z.object({
  /** The items of the page, newest first. */
  items: z.array(inboxItem),
  /** The counts of all items in the inbox, whatever `kind` was requested. */
  counts: z.record(z.enum(INBOX_KINDS), z.int()),
  total: z.int(),
  /** The number of items that are assigned to you, or are unassigned and about your article. */
  mine: z.int(),
  /** The number of snoozed items, which return to the list at their time. */
  snoozed: z.int(),
  /** The number of findings about wiki pages (`GET /api/wiki-findings`), not included in `total`. */
  aboutWiki: z.int(),
  /** The value of `after` for the next page; null on the last page. */
  next: z.string().nullable(),
  /**
   * The number of items that are hidden because people fall behind: the least certain drafts, and the latest due
   * reviews.
   */
  setAside: z.int(),
  /**
   * A sentence, if so many items wait that new proposals need a higher confidence or are only counted; otherwise null.
   */
  pressure: z.string().nullable(),
});
export type InboxPage = z.infer<typeof inboxPage>;

const sentenceKeys = z.array(text(40)).max(500);

const decision = {
  choice: z.enum(INBOX_CHOICES),
  /** For 'keep-both': the condition under which each statement is true; empty if it is always true. */
  conditions: z.strictObject({ known: text(CONDITION_CHARACTERS), fresh: text(CONDITION_CHARACTERS) }).optional(),
  /**
   * Keys of sentences. For 'accept' and 'own-article': all sentences to take, and all to leave out, which are not
   * proposed again. The decision is refused with 409 if the proposal has changed. If missing, all are taken. For
   * 'approve': the corrected sentences that stay without a doubt, and those that are removed. For 'not-corrected': in
   * `taken`, the sentences that no later message corrects.
   */
  sentences: z.strictObject({ taken: sentenceKeys, left: sentenceKeys }).optional(),
  /** For 'own-article': the title of the article that it makes. For 'approve': a title in place of the draft's. */
  title: requiredText(TITLE_CHARACTERS).optional(),
  /** For 'rewrite': the sentence as it is written anew. */
  sentence: requiredText(MAX_SENTENCE_CHARACTERS).optional(),
  /** For 'show' and 'library-only': whether the decision applies to all held articles of the channel. */
  wholeChannel: z.boolean().optional(),
  /** The person's reason, stored with the decision and shown in the log. */
  note: text(NOTE_CHARACTERS).optional(),
};

export type UndoableDecisionId = z.infer<typeof undoableDecisionId>;

/** A decision that `POST /api/inbox/{id}/undo` can undo with this id. */
const undoableDecision = z.object({
  id: rowId,
  article: z.object({ id: rowId, title: z.string() }),
  /** The wiki page's URL, if the decision is about a page. `article` then names the page. */
  pageUrl: z.string().optional(),
  /** The item's kind; null for a merge, a split or a decision about a wiki page. */
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
  /** The accepted risk in percent. An article with a higher risk is a draft until a person reviews it. */
  acceptedRisk: z.int().min(0).max(100),
  /** Whether an edited message changes a verified article at once. */
  verifiedEdits: z.enum(VERIFIED_EDITS),
});

const articleRef = z.object({ id: rowId, title: z.string() });

const outcome = z.object({
  /** The item's id from the request. */
  id: z.string(),
  outcome: z.enum(["done", "failed"]),
  /** A sentence for people; '' if there is nothing to report. */
  message: z.string(),
  undo: undoableDecisionId,
  /** The article that the decision created. */
  newArticle: articleRef.optional(),
  /**
   * The decision failed for a temporary reason, for example because a page is being written. The same request works
   * after this time.
   */
  retryAfterSeconds: z.int().optional(),
  /** The platform for which the decision waits, with `retryAfterSeconds`. */
  waitsFor: z.string().optional(),
});
const bulkOutcome = z.object({ results: z.array(outcome) });

const wholeKind = z.strictObject({
  kind: z.enum(INBOX_KINDS),
  choice: z.enum(INBOX_CHOICES),
  /** Limits the decision to items that this person should decide. */
  mine: z.boolean().optional(),
  /** Only items that already waited at this time, so that later items are not decided unseen. */
  until: moment,
  /** The cursor from the previous answer. */
  after: text(100).optional(),
  note: text(NOTE_CHARACTERS).optional(),
});
export type DecideAllBody = z.infer<typeof wholeKind>;

export const inboxEndpoints = {
  "GET /api/inbox": {
    summary: "What needs a person: a page of it, with how much of each kind waits",
    access: "session",
    query: z.strictObject({
      kind: z.enum(INBOX_KINDS).optional(),
      /** 'true': only items that you should decide. The counts include only these items. */
      mine: z.literal("true").optional(),
      /** 'true': also items that are hidden because people fall behind. */
      everything: z.literal("true").optional(),
      /** 'true': only snoozed items, which are otherwise hidden. */
      snoozed: z.literal("true").optional(),
      /** The number of items on the page, 1 to 100; 50 if missing. */
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
    response: z.object({ message: z.string(), undo: undoableDecisionId, newArticle: articleRef.optional() }),
  },
  "POST /api/inbox/decide": {
    summary: "Decide items of the inbox; one after the other",
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
      results: z.array(outcome.extend({ article: articleRef })),
      /** The value of `after` for the next request; null if no item is left. */
      next: z.string().nullable(),
    }),
  },
  "POST /api/inbox/:id/undo": {
    summary: "Take a decision, a merge or a split back, within a day",
    access: "session",
    needs: ["change", "inbox"],
    params: itemParams,
    response: doneResponse,
  },
  "POST /api/inbox/undo": {
    summary: "Undo several decisions",
    access: "session",
    needs: ["change", "inbox"],
    body: z.strictObject({ ids: z.array(rowId).min(1).max(MOST_DECISIONS_IN_BULK) }),
    response: bulkOutcome,
  },
  "PUT /api/inbox/assignments": {
    summary: "Say who is to decide items of the inbox, findings included, and by when; null for both takes it back",
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
        /** The risk in percent: 100 minus the confidence. */
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
    /** If `acceptedRisk` is missing, the accepted risk does not change. */
    body: reviewSettings.partial({ acceptedRisk: true, verifiedEdits: true }).strict(),
    response: reviewSettings,
  },
} as const satisfies EndpointTable;
