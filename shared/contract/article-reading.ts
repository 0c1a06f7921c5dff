import { z } from "zod";
import { SECTION_ROLES } from "../domain/article.ts";
import type { Inline } from "../markdown/inline.ts";
import { moment, rowId } from "./endpoint.ts";

/** A sentence's parsed Markdown. */
export const inlines = z.array(z.custom<Inline>());

/** When retention erased a message's text, and after how many days. */
export const erasedText = z.object({ at: moment, keptDays: z.int() });
export type ErasedText = z.infer<typeof erasedText>;

const messageBlock = z.union([
  z.object({ form: z.literal("text"), inline: inlines }),
  z.object({ form: z.literal("code"), text: z.string(), language: z.string().nullable() }),
]);
export type MessageBlock = z.infer<typeof messageBlock>;

export const conversationMessage = z.object({
  id: z.string(),
  authorName: z.string(),
  sentAt: moment,
  editedAt: moment.nullable(),
  inline: inlines,
  /** The text in paragraphs and code blocks; empty for a deleted message. */
  blocks: z.array(messageBlock),
  text: z.string(),
  /** The time at which retention erased the text; missing while the text is stored. */
  forgotten: erasedText.optional(),
  permalink: z.string().nullable(),
  /** True if a statement of the article cites the message. */
  isSource: z.boolean(),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** A part of a statement's plain text. `isChanged`: the other version of the statement lacks the part. */
const piece = z.object({ text: z.string(), isChanged: z.boolean() });

export const statementChange = z.object({
  kind: z.enum(["added", "removed", "changed"]),
  form: z.enum(["sentence", "code"]),
  /** The statement's section; null for the summary. */
  section: z.object({ role: z.enum(SECTION_ROLES), heading: z.string().nullable() }).nullable(),
  /** The parts of the earlier text; null for an added statement. */
  before: z.array(piece).nullable(),
  /** The parts of the later text; null for a removed statement. */
  after: z.array(piece).nullable(),
});
export type StatementChange = z.infer<typeof statementChange>;

/** The differences from the previous version, in reading order. */
export const versionChanges = z.object({
  version: z.int(),
  title: z.object({ before: z.string(), after: z.string() }).nullable(),
  changes: z.array(statementChange),
  /** The number of statements that both versions have. */
  unchanged: z.int(),
  /**
   * Changed labels, such as category and tags. Several tags are joined by commas. Missing if only texts are compared.
   */
  labels: z
    .array(
      z.object({
        name: z.enum(["category", "contentType", "difficulty", "priority", "tags"]),
        before: z.string(),
        after: z.string(),
      }),
    )
    .optional(),
});
export type VersionChanges = z.infer<typeof versionChanges>;

/** An article's position in a list. */
export const neighbours = z.object({
  previous: rowId.nullable(),
  next: rowId.nullable(),
  /** The article's position in the list, from 1; 0 if the list does not contain the article. */
  place: z.int(),
  total: z.int(),
});
export type ArticleNeighbours = z.infer<typeof neighbours>;
