import { z } from "zod";
import { SECTION_ROLES } from "../domain/article.ts";
import { article } from "./article-list.ts";
import { erasedText, inlines } from "./article-reading.ts";
import { moment, rowId } from "./endpoint.ts";

/** A person's edit of a sentence; `by` is null when they have left the workspace. */
export const personEdit = z.object({
  what: z.enum(["written", "edited", "kept"]),
  by: z.string().nullable(),
  at: moment,
});

/** The audience of an article: everybody of the workspace, or people who are members of all these channels. */
export const audience = z.object({
  who: z.enum(["everyone", "members"]),
  channels: z.array(z.string()),
  /** Number of people of the workspace in that audience. */
  people: z.int(),
});

const statement = z.object({
  /** Identifies the statement during an edit; equal texts have equal keys. */
  key: z.string().optional(),
  /** A person wrote it, or changed a sentence that cites messages. */
  hand: personEdit.optional(),
  /** The reason, as a sentence, why it may be outdated. */
  doubt: z.string().optional(),
  /** The sentence without its marked doubt, for editing. */
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
  /** Plain text for quoting. */
  text: z.string(),
  /** When the retention erased the text; absent while it is stored. */
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
   * The request to accept its newest change, on targets where people review changes: `open`, or `closed` without acceptance.
   * `isNew`: the page does not exist before acceptance. Absent if nothing is reviewed.
   */
  review: z.object({ state: z.enum(["open", "closed"]), url: z.string(), isNew: z.boolean() }).optional(),
  /** The reason, as a sentence, why publishing stopped; null while it works. */
  trouble: z.string().nullable(),
  /** A person's change of the page that needs no answer: it was moved, or should stay removed. */
  notice: z.string().nullable().optional(),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  /** When a person edited the page, until it is written again. */
  editedAt: moment.nullable().optional(),
  updatedAt: moment,
});
export type Publication = z.infer<typeof publication>;

export const articlePage = article.extend({
  /**
   * The article's state: 'withdrawn' (no source is left), 'held' (its channel became private), 'review' and 'draft' (waiting for
   * review; for 'draft' because the engine is unsure), 'merged' (into another article), 'trashed' (a person removed it).
   */
  state: z
    .enum(["stands", "withdrawn", "held", "library-only", "review", "draft", "dismissed", "merged", "trashed"])
    .optional(),
  /** The reason, as a sentence, why it is not shown, or why a shown one is reviewed early. */
  stateReason: z.string().nullable().optional(),
  /** When an article in the trash is deleted permanently. */
  trashedUntil: moment.optional(),
  /** The article that it was merged into. */
  mergedInto: z.object({ id: rowId, title: z.string() }).nullable().optional(),
  /** The names of its category and of those above it, top level first. */
  categoryPath: z.array(z.string()).optional(),
  /** How often the question was asked, and the last asker; absent if only once. */
  asked: z
    .object({
      times: z.int(),
      lastBy: z.string(),
      lastIn: z.string(),
      lastAt: moment,
      permalink: z.string().nullable(),
    })
    .optional(),
  /** The number of questions in the product that it answered (decision 046). */
  questionsAnswered: z.int().optional(),
  /** Open contradictions of statements; `itemId` is the inbox item's. */
  contradictions: z
    .array(
      z.object({
        itemId: z.string(),
        known: z.string(),
        fresh: z.string(),
        note: z.string(),
        /** Set where the message of the statement itself was edited and says the other one now. */
        changedAt: moment.nullable().optional(),
        /** The three texts as parsed Markdown. */
        shown: z.object({ known: inlines, fresh: inlines, note: inlines }),
      }),
    )
    .optional(),
  /** The person who owns and reviews it; null if nobody may read it. */
  owner: z.object({ id: rowId, name: z.string() }).nullable().optional(),
  /** The last confirmation that it is right, and the time of the next review. */
  freshness: z
    .object({
      confirmedAt: moment.nullable(),
      /** The person who confirmed it; null if nobody has, or if they have left. */
      confirmedBy: z.string().nullable(),
      reviewAt: moment.nullable(),
      isDue: z.boolean(),
    })
    .optional(),
  audience,
  channelId: rowId.nullable(),
  engine: z.enum(["local", "llm"]),
  version: z.int(),
  /** A hash of the current text. Unlike the version, it also changes when words are erased with their message. */
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
      /** The person who made it; null if nobody did, or if they have left. */
      by: z.string().nullable().optional(),
      createdAt: moment,
    }),
  ),
  /** The article as one Markdown document, for copying. */
  markdown: z.string(),
});
export type ArticlePage = z.infer<typeof articlePage>;
