import { z } from "zod";
import { INBOX_CHOICES } from "../domain/inbox.ts";
import type { Inline } from "../markdown/inline.ts";
import { statementChange } from "./articles.ts";
import { moment, rowId } from "./endpoint.ts";

const inline = z.array(z.custom<Inline>());

/** Author, time and place of a message. */
export const saying = z.object({
  authorName: z.string(),
  channelName: z.string(),
  sentAt: moment,
  permalink: z.string().nullable(),
});
export type Saying = z.infer<typeof saying>;

const sourcedStatement = z.object({
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  inline,
  saidBy: z.array(saying),
});
export type SourcedStatement = z.infer<typeof sourcedStatement>;

/** The person who is to decide an item, and the time until which nobody is asked. */
export const standing = {
  /** The assignee and the due day ('2026-12-01'); absent: nobody in particular. */
  assignment: z
    .object({ assignee: z.object({ id: rowId, name: z.string() }).nullable(), dueOn: z.iso.date().nullable() })
    .optional(),
  /** The time until which the item is snoozed; absent where it is not snoozed. */
  snoozedUntil: moment.optional(),
};

const about = {
  /** The item's id; it stays the same while the item is open. */
  id: z.string(),
  article: z.object({ id: rowId, title: z.string(), channelName: z.string() }),
  /** The time since which the item waits. */
  since: moment,
  /** The question to the person, as a sentence. */
  reason: z.string(),
  ...standing,
  /** The possible decisions, the harmless one first. */
  choices: z.array(z.enum(INBOX_CHOICES)),
};

/** Enough for a person to judge an article that nobody has read yet. */
const unread = {
  summary: z.string(),
  /** The beginning of the text after the summary; absent in answers of the release before. */
  opening: z.string().optional(),
  /** The messages behind the summary; absent in answers of the release before. */
  saidBy: z.array(saying).optional(),
  /** Sentences that may have been corrected, each with what corrects it; absent where there are none. */
  corrected: z
    .array(z.object({ statement: sourcedStatement, doubt: z.string(), by: z.array(sourcedStatement) }))
    .optional(),
};

export const inboxItem = z.discriminatedUnion("kind", [
  z.object({ ...about, kind: z.literal("conflict"), known: sourcedStatement, fresh: sourcedStatement }),
  z.object({
    ...about,
    kind: z.literal("proposal"),
    /** The titles before and after; null where the title stays. */
    title: z.object({ before: z.string(), after: z.string() }).nullable(),
    /** The changes that the article would get, in reading order. */
    changes: z.array(statementChange.extend({ key: z.string() })),
    /** The title of a separate article made from it. */
    ownTitle: z.string(),
    unchanged: z.int(),
    /** Messages of the conversation it comes from. */
    saidBy: z.array(saying),
  }),
  z.object({
    ...about,
    kind: z.literal("lost-support"),
    statements: z.array(z.object({ form: z.enum(["sentence", "code"]), text: z.string(), inline, doubt: z.string() })),
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
    /** Approvals in the channel so far, and the number that makes it trusted. */
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
