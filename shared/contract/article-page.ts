import { z } from "zod";
import { SECTION_ROLES } from "../domain/article.ts";
import { article } from "./article-list.ts";
import { forgotten, inlines } from "./article-reading.ts";
import { moment, rowId } from "./endpoint.ts";

/** What a person did to a sentence, and who; null when they are not in the workspace any more. */
export const hand = z.object({ what: z.enum(["written", "edited"]), by: z.string().nullable(), at: moment });

/** Who reads an article: everybody of the workspace, or who is in all of these channels. */
export const audience = z.object({
  who: z.enum(["everyone", "members"]),
  channels: z.array(z.string()),
  /** How many people of the workspace that is. */
  people: z.int(),
});

const statement = z.object({
  /** Its name while the article is edited; the same words keep it. */
  key: z.string().optional(),
  /** A person wrote it, or changed what cites messages. */
  hand: hand.optional(),
  /** Why it may not hold any more, in a sentence. */
  doubt: z.string().optional(),
  /** Without the doubt, where there is one: what is edited. */
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
  text: z.string(),
  /** Absent while its words are there. */
  forgotten: forgotten.optional(),
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
   * A request to take its newest change in, where people review each: `open`, or `closed` without taking it in. `isNew`: there is
   * no page before that. Absent where nothing is reviewed.
   */
  review: z.object({ state: z.enum(["open", "closed"]), url: z.string(), isNew: z.boolean() }).optional(),
  /** Why it does not go on, in a sentence; null while it does. */
  trouble: z.string().nullable(),
  /** What a person did with the page that needs no answer: it was moved, or is to stay removed. */
  notice: z.string().nullable().optional(),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  updatedAt: moment,
});
export type Publication = z.infer<typeof publication>;

export const articlePage = article.extend({
  /**
   * Whether it says anything at the moment: 'withdrawn' when nothing it cited is left, 'held' when its channel became
   * private, 'review' and 'draft' (of which the engine is not sure) when somebody reads it before it is published, 'merged' when another article took its place, 'trashed' when a person removed it.
   */
  state: z
    .enum(["stands", "withdrawn", "held", "library-only", "review", "draft", "dismissed", "merged", "trashed"])
    .optional(),
  /** Why it is not shown, in a sentence. */
  stateReason: z.string().nullable().optional(),
  /** When the clock deletes a removed article for good. */
  trashedUntil: moment.optional(),
  /** The article that took its place. */
  mergedInto: z.object({ id: rowId, title: z.string() }).nullable().optional(),
  /** The names of the categories above its own and that one itself, from the top of the tree. */
  categoryPath: z.array(z.string()).optional(),
  /** How often people asked for it, and the last of them; absent when once. */
  asked: z
    .object({
      times: z.int(),
      lastBy: z.string(),
      lastIn: z.string(),
      lastAt: moment,
      permalink: z.string().nullable(),
    })
    .optional(),
  /** How many questions that were asked here it answered, counted as decision 046 says. */
  questionsAnswered: z.int().optional(),
  /** Statements that somebody contradicts, undecided: `itemId` is the inbox's. */
  contradictions: z
    .array(
      z.object({
        itemId: z.string(),
        known: z.string(),
        fresh: z.string(),
        note: z.string(),
        /** The three as they are read. */
        shown: z.object({ known: inlines, fresh: inlines, note: inlines }),
      }),
    )
    .optional(),
  /** Owner and review; null when nobody of the workspace may read it. */
  owner: z.object({ id: rowId, name: z.string() }).nullable().optional(),
  /** Whether somebody said that it is right, and when somebody is asked again. */
  freshness: z
    .object({
      confirmedAt: moment.nullable(),
      /** Null also when they are not in the workspace any more. */
      confirmedBy: z.string().nullable(),
      reviewAt: moment.nullable(),
      isDue: z.boolean(),
    })
    .optional(),
  audience,
  channelId: rowId.nullable(),
  engine: z.enum(["local", "llm"]),
  version: z.int(),
  /** Of the words as they are: another one when some of them are erased with their message, which makes no new version. */
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
      /** The person who made it; null when it came by itself, or they are not in the workspace any more. */
      by: z.string().nullable().optional(),
      createdAt: moment,
    }),
  ),
  /** The article as one Markdown document, for copying. */
  markdown: z.string(),
});
export type ArticlePage = z.infer<typeof articlePage>;
