import { z } from "zod";
import { INBOX_CHOICES } from "../domain/inbox.ts";
import type { Inline } from "../markdown/inline.ts";
import { statementChange } from "./articles.ts";
import { moment, rowId } from "./endpoint.ts";

const inline = z.array(z.custom<Inline>());

/** Author, time and channel of a message. */
export const messageOrigin = z.object({
  authorName: z.string(),
  channelName: z.string(),
  sentAt: moment,
  permalink: z.string().nullable(),
});
export type MessageOrigin = z.infer<typeof messageOrigin>;

const words = z.object({ form: z.enum(["sentence", "code"]), text: z.string(), inline });
const sourcedStatement = words.extend({ saidBy: z.array(messageOrigin) });
export type SourcedStatement = z.infer<typeof sourcedStatement>;

/** The person who should decide an inbox item, and the time until which the item is snoozed. */
export const itemAssignment = {
  /** The assignee and the due day ('2026-12-01'); missing if the item is not assigned. */
  assignment: z
    .object({ assignee: z.object({ id: rowId, name: z.string() }).nullable(), dueOn: z.iso.date().nullable() })
    .optional(),
  /** The time until which the item is snoozed; missing if it is not snoozed. */
  snoozedUntil: moment.optional(),
};

/** Something that is listed outside the inbox and can be assigned like an item. */
export const assignableFields = {
  /** Its id in the inbox, which stays the same while it is open. */
  item: z.string(),
  ...itemAssignment,
};

const about = {
  /** The item's id, stable while the item is open. */
  id: z.string(),
  article: z.object({ id: rowId, title: z.string(), channelName: z.string() }),
  /** The time since which the item waits. */
  since: moment,
  /** The question to the person, as a sentence. */
  reason: z.string(),
  ...itemAssignment,
  /** The possible decisions, the least harmful one first. */
  choices: z.array(z.enum(INBOX_CHOICES)),
};

/** Details for judging an article that nobody has reviewed yet. */
const unread = {
  summary: z.string(),
  /** Other titles, or none. Only set if the title names a single case, for which nobody would search. */
  titles: z.array(z.string()).optional(),
  /** The beginning of the text after the summary; missing in answers of the previous release. */
  opening: z.string().optional(),
  /** The source messages of the summary; missing in answers of the previous release. */
  saidBy: z.array(messageOrigin).optional(),
  /** Sentences that may have been corrected, each with its correction; missing if there are none. */
  corrected: z
    .array(
      z.object({
        /** Identifies the sentence in the decision. */
        key: z.string(),
        statement: sourcedStatement,
        doubt: z.string(),
        /** The sentence's own author replaced it, so it is left out unless a person keeps it. */
        isSure: z.boolean(),
        by: z.array(sourcedStatement),
      }),
    )
    .optional(),
};

export const inboxItem = z.discriminatedUnion("kind", [
  z.object({
    ...about,
    kind: z.literal("conflict"),
    known: sourcedStatement,
    fresh: sourcedStatement,
    /** Set if the message of the article's statement was edited and now contains the other statement. */
    editedAt: moment.nullable().optional(),
  }),
  z.object({
    ...about,
    kind: z.literal("proposal"),
    /** The titles before and after; null if the title stays. */
    title: z.object({ before: z.string(), after: z.string() }).nullable(),
    /** The changes that the article would get, in reading order. */
    changes: z.array(
      statementChange.extend({
        key: z.string(),
        /** The article's sentences before and after the position of an added sentence. */
        around: z.object({ before: z.string().optional(), after: z.string().optional() }).optional(),
        /** Set for an added sentence without information: it is left out unless a person includes it. */
        isSmallTalk: z.literal(true).optional(),
      }),
    ),
    /** The title of the new article that can be made from the proposal. */
    ownTitle: z.string(),
    unchanged: z.int(),
    /** The messages of the conversation from which the proposal comes. */
    saidBy: z.array(messageOrigin),
  }),
  z.object({
    ...about,
    kind: z.literal("lost-support"),
    statements: z.array(
      words.extend({
        doubt: z.string(),
        /**
         * The sentences by which 'replace' replaces the old sentence, from its edited message. Missing if they are
         * unknown.
         */
        newWords: z.array(words).optional(),
        /** The text of the sentence's message when it was cited, and now. */
        edits: z
          .array(
            statementChange.pick({ form: true, before: true, after: true }).extend({
              authorName: z.string(),
              sentAt: moment,
              editedAt: moment.nullable(),
            }),
          )
          .optional(),
      }),
    ),
  }),
  z.object({
    ...about,
    kind: z.literal("cut-out"),
    part: z.enum(["title", "heading", "sentence"]),
    /** The rest of the text, with '…' for each gap. */
    left: z.string(),
  }),
  z.object({
    ...about,
    kind: z.literal("page-conflict"),
    publicationId: rowId,
    page: z.enum(["changed", "removed"]),
    integrationName: z.string(),
    platform: z.string(),
    url: z.string().nullable(),
  }),
  z.object({
    ...about,
    kind: z.literal("page-copy"),
    integrationName: z.string(),
    platform: z.string(),
    url: z.string(),
    /** The title of the page on the platform. */
    title: z.string(),
  }),
  z.object({
    ...about,
    kind: z.literal("page-comments"),
    integrationName: z.string(),
    platform: z.string(),
    url: z.string().nullable(),
  }),
  z.object({
    ...about,
    kind: z.literal("first-article"),
    ...unread,
    /** The number of articles approved in the channel so far, and the number at which the channel is trusted. */
    approvals: z.int(),
    approvalsToTrust: z.int(),
  }),
  z.object({
    ...about,
    kind: z.enum(["held", "asked-to-fix", "dismissed", "reported", "review-due"]),
    summary: z.string(),
  }),
  z.object({ ...about, kind: z.literal("draft"), ...unread }),
]);
export type InboxItem = z.infer<typeof inboxItem>;
