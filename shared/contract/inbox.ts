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
import { doneResponse, type EndpointTable, moment, requiredText, rowId, text, undoable } from "./endpoint.ts";
import { inboxItem } from "./inbox-item.ts";

export * from "./inbox-item.ts";

export const inboxPage = z.object({
  /** The items of the page, newest first. */
  items: z.array(inboxItem),
  /** Counts of the whole inbox, whatever `kind` was requested. */
  counts: z.record(z.enum(INBOX_KINDS), z.int()),
  total: z.int(),
  /** The number of items assigned to you, or unassigned and about your article. */
  mine: z.int(),
  /** The number of snoozed items, which return to the list at their time. */
  snoozed: z.int(),
  /** The number of findings about wiki pages (`GET /api/wiki-findings`), not included in `total`. */
  aboutWiki: z.int(),
  /** The value for `after` of the next page; null on the last page. */
  next: z.string().nullable(),
  /** The number of items hidden because people fall behind: the least certain drafts and the latest due reviews. */
  setAside: z.int(),
  /** A sentence if so much waits that new proposals need a higher confidence or are only counted; else null. */
  pressure: z.string().nullable(),
});
export type InboxPage = z.infer<typeof inboxPage>;

const sentenceKeys = z.array(text(40)).max(500);

const decision = {
  choice: z.enum(INBOX_CHOICES),
  /** For 'keep-both': the condition for each statement; empty if it always holds. */
  conditions: z.strictObject({ known: text(CONDITION_CHARACTERS), fresh: text(CONDITION_CHARACTERS) }).optional(),
  /**
   * For 'accept' and 'own-article': keys of all sentences to take, and of those to leave, which are not proposed again. Refused
   * with 409 if the proposal has changed. If absent, all are taken. For 'approve': of the corrected sentences, those that stay
   * without a doubt, and those that leave the article.
   */
  sentences: z.strictObject({ taken: sentenceKeys, left: sentenceKeys }).optional(),
  /** For 'own-article': the title of the article that it makes. For 'approve': a title in place of the draft's. */
  title: requiredText(TITLE_CHARACTERS).optional(),
  /** For 'show' and 'library-only': whether the decision applies to every waiting article of the channel. */
  wholeChannel: z.boolean().optional(),
  /** The person's reason, stored with the decision and shown in the log. */
  note: text(NOTE_CHARACTERS).optional(),
};

export type Undoable = z.infer<typeof undoable>;

/** A decision that `POST /api/inbox/{id}/undo` with this id undoes. */
const undoableDecision = z.object({
  id: rowId,
  article: z.object({ id: rowId, title: z.string() }),
  /** The wiki page's address, for a decision about a page; `article` is then that page. */
  pageUrl: z.string().optional(),
  /** The item's kind; null for a merge, a split and a decision about a wiki page. */
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
  /** In percent: an article with a higher risk is a draft until a person has reviewed it. */
  acceptedRisk: z.int().min(0).max(100),
});

const articleRef = z.object({ id: rowId, title: z.string() });

const outcome = z.object({
  /** The id as given in the request. */
  id: z.string(),
  outcome: z.enum(["done", "failed"]),
  /** A sentence for people, '' if there is nothing to report. */
  message: z.string(),
  undo: undoable,
  /** The article that the decision created. */
  newArticle: articleRef.optional(),
  /** The decision failed for something that passes, such as a page that is being written: the same request works then. */
  retryAfterSeconds: z.int().optional(),
  /** The platform that the decision waits for, with `retryAfterSeconds`. */
  waitsFor: z.string().optional(),
});
const bulkOutcome = z.object({ results: z.array(outcome) });

const wholeKind = z.strictObject({
  kind: z.enum(INBOX_KINDS),
  choice: z.enum(INBOX_CHOICES),
  /** Limits the decision to items that this person should decide. */
  mine: z.boolean().optional(),
  /** Only items that waited at this time, so that later ones are excluded. */
  until: moment,
  /** The cursor from the answer before. */
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
      /** 'true': only items that you should decide; the counts cover only these. */
      mine: z.literal("true").optional(),
      /** 'true': includes items that are hidden because people fall behind. */
      everything: z.literal("true").optional(),
      /** 'true': snoozed items, which are otherwise left out. */
      snoozed: z.literal("true").optional(),
      /** The number of items on the page, 1 to 100; 50 when absent. */
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
    response: z.object({ message: z.string(), undo: undoable, newArticle: articleRef.optional() }),
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
      /** The value for `after`; null if nothing is left. */
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
    /** If `acceptedRisk` is absent, the accepted risk does not change. */
    body: reviewSettings.partial({ acceptedRisk: true }).strict(),
    response: reviewSettings,
  },
} as const satisfies EndpointTable;
