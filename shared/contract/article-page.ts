import { z } from "zod";
import { SECTION_ROLES } from "../domain/article.ts";
import { article } from "./article-list.ts";
import { erasedText, inlines } from "./article-reading.ts";
import { moment, rowId } from "./endpoint.ts";

/** A person's edit of a sentence. `by` is null if the person has left the workspace. */
export const personEdit = z.object({
  what: z.enum(["written", "edited", "kept"]),
  by: z.string().nullable(),
  at: moment,
});

/** The people who may read an article: everybody in the workspace, or the members of all these channels. */
export const audience = z.object({
  who: z.enum(["everyone", "members"]),
  channels: z.array(z.string()),
  /** The number of people in the workspace who may read the article. */
  people: z.int(),
});

const statement = z.object({
  /** Identifies the statement during an edit; equal texts have equal keys. */
  key: z.string().optional(),
  /** A person wrote the statement, or changed a sentence that cites messages. */
  hand: personEdit.optional(),
  /** A sentence with the reason why the statement may be outdated. */
  doubt: z.string().optional(),
  /** The sentence without the doubt that is marked in it, for editing. */
  ownInline: inlines.optional(),
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  /** The sentence's Markdown as a tree of tokens, so that the browser needs no parser; empty for code. */
  inline: inlines,
  language: z.string().nullable(),
  sources: z.array(z.string()),
});

export const articleSource = z.object({
  id: z.string(),
  authorName: z.string(),
  channelName: z.string(),
  sentAt: moment,
  /** The message as plain text, for quoting. */
  text: z.string(),
  /** The time at which retention erased the text; missing while the text is stored. */
  forgotten: erasedText.optional(),
  permalink: z.string().nullable(),
});
export type ArticleSource = z.infer<typeof articleSource>;

export const publication = z.object({
  id: rowId,
  integrationId: rowId,
  integrationName: z.string(),
  platform: z.string(),
  state: z.enum(["queued", "in-flight", "published", "parked", "conflict", "removed", "forgotten", "held"]),
  url: z.string().nullable(),
  wantedVersion: z.int(),
  publishedVersion: z.int().nullable(),
  /**
   * The request for review of the page's newest change, on targets where people review changes: `open`, or `closed`
   * without acceptance. `isNew`: the page is created only by acceptance. Missing if nothing is in review.
   */
  review: z.object({ state: z.enum(["open", "closed"]), url: z.string(), isNew: z.boolean() }).optional(),
  /** A sentence with the reason why publishing stopped; null while publishing works. */
  trouble: z.string().nullable(),
  /** A person's change of the page that needs no decision: the page was moved, or should stay removed. */
  notice: z.string().nullable().optional(),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  /** The time at which a person edited the page; null again after the product writes it. */
  editedAt: moment.nullable().optional(),
  /** The time at which the product last read the page to see whether people changed it; null if it only wrote the page. */
  lookedAt: moment.nullable().optional(),
  updatedAt: moment,
});
export type Publication = z.infer<typeof publication>;

export const articlePage = article.extend({
  /**
   * The article's state. 'withdrawn': no source is left. 'held': its channel became private. 'review' and 'draft': it
   * waits for review, a 'draft' because the engine is unsure. 'merged': it was merged into another article. 'trashed':
   * a person removed it.
   */
  state: z
    .enum(["stands", "withdrawn", "held", "library-only", "review", "draft", "dismissed", "merged", "trashed"])
    .optional(),
  /** The reason, as a sentence, why it is not shown, or why a shown one is reviewed early. */
  stateReason: z.string().nullable().optional(),
  /** The time at which an article in the trash is deleted permanently. */
  trashedUntil: moment.optional(),
  /** The article into which this one was merged. */
  mergedInto: z.object({ id: rowId, title: z.string() }).nullable().optional(),
  /** The names of the article's category and of the categories above it, top level first. */
  categoryPath: z.array(z.string()).optional(),
  /** How often people asked the question, and the last asker; missing if it was asked only once. */
  asked: z
    .object({
      times: z.int(),
      lastBy: z.string(),
      lastIn: z.string(),
      lastAt: moment,
      permalink: z.string().nullable(),
    })
    .optional(),
  /** The number of questions in the product that the article answered (decision 046). */
  questionsAnswered: z.int().optional(),
  /** Open contradictions of the article's statements. `itemId`: the id of the inbox item. */
  contradictions: z
    .array(
      z.object({
        itemId: z.string(),
        known: z.string(),
        fresh: z.string(),
        note: z.string(),
        /** Set if the statement's own message was edited and now contains the contradicting sentence. */
        changedAt: moment.nullable().optional(),
        /** The statement, the contradicting sentence and the note as parsed Markdown. */
        shown: z.object({ known: inlines, fresh: inlines, note: inlines }),
      }),
    )
    .optional(),
  /** The person who owns and reviews the article; null if nobody may read it. */
  owner: z.object({ id: rowId, name: z.string() }).nullable().optional(),
  /** The last confirmation of the article, and the time of its next review. */
  freshness: z
    .object({
      confirmedAt: moment.nullable(),
      /** The person who confirmed the article; null if nobody has, or if that person has left. */
      confirmedBy: z.string().nullable(),
      reviewAt: moment.nullable(),
      isDue: z.boolean(),
    })
    .optional(),
  audience,
  channelId: rowId.nullable(),
  engine: z.enum(["local", "llm"]),
  version: z.int(),
  /** A hash of the current text. Unlike the version, it also changes when sentences are erased with their message. */
  edition: z.string(),
  reasons: z.array(z.string()),
  redactions: z.array(z.object({ what: z.string(), count: z.int() })),
  summaryStatements: z.array(statement),
  sections: z.array(
    z.object({
      role: z.enum(SECTION_ROLES),
      heading: z.string().nullable(),
      layout: z.enum(["prose", "steps", "bullets"]),
      statements: z.array(statement),
    }),
  ),
  sources: z.array(articleSource),
  publications: z.array(publication),
  versions: z.array(
    z.object({
      version: z.int(),
      reason: z.string(),
      engine: z.enum(["local", "llm"]),
      /** The person who made the version; null if the product made it, or if the person has left. */
      by: z.string().nullable().optional(),
      createdAt: moment,
      /** Its words are those of the article now, so restoring it would change nothing. */
      isPresent: z.boolean().optional(),
    }),
  ),
  /** The article as one Markdown document, for copying. */
  markdown: z.string(),
});
export type ArticlePage = z.infer<typeof articlePage>;
