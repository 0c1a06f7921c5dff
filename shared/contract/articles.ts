import { z } from "zod";
import { SECTION_ROLES } from "../domain/article.ts";
import { article, articleFilters, articleListEndpoints } from "./article-list.ts";
import { conversationMessage, forgotten, inlines, neighbours, versionChanges } from "./article-reading.ts";
import { done, type EndpointTable, idParams, moment, rowId } from "./endpoint.ts";

export * from "./article-list.ts";
export * from "./article-reading.ts";

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

/** `POST /api/articles/export` answers a file: a ZIP with a Markdown file for each article, or one Markdown file. */
export const exportBody = z.strictObject({
  ids: z.array(rowId).min(1).max(5000),
  format: z.enum(["zip", "markdown"]),
});

export const articleEndpoints = {
  ...articleListEndpoints,
  "GET /api/articles/categories": { summary: "Categories in use", access: "session", response: z.array(z.string()) },
  "GET /api/articles/tags": {
    summary: "Tags in use, most used first",
    access: "session",
    response: z.array(z.string()),
  },
  "GET /api/articles/news": {
    summary: "How many articles came and changed since a moment, and how many are not published",
    access: "session",
    query: z.strictObject({ since: moment.optional() }),
    response: z.object({
      /** All of them, without a moment. */
      fresh: z.int(),
      changed: z.int(),
      failed: z.int(),
    }),
  },
  "GET /api/articles/:id": {
    summary: "One article with its sources",
    access: "session",
    params: idParams,
    response: articlePage,
  },
  "GET /api/articles/:id/neighbours": {
    summary: "What comes before and after an article in the list with these filters",
    access: "session",
    params: idParams,
    query: articleFilters,
    response: neighbours,
  },
  "GET /api/articles/:id/versions/:version": {
    summary: "What a version changed against the one before it",
    access: "session",
    params: idParams.extend({ version: z.string().regex(/^\d{1,9}$/, "Not a version.") }),
    response: versionChanges,
  },
  "GET /api/articles/:id/conversation": {
    summary: "The messages an article was written from",
    access: "session",
    params: idParams,
    response: z.array(conversationMessage),
  },
  "POST /api/articles/:id/confirm": {
    summary: "Say that an article is still right: it is looked at again after its time",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    response: done,
  },
  "PUT /api/articles/:id/owner": {
    summary: "Choose who takes care of an article: somebody of the workspace who may read it",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ ownerId: rowId }),
    response: done,
  },
  "POST /api/articles/:id/held": {
    summary: "Decide about an article that is held back because its channel became private",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    body: z.strictObject({
      /** Publish anyway, or keep it in the library and nowhere else. */
      choice: z.enum(["show", "library-only"]),
      /** The same for every article of the channel that waits, and for those to come. */
      wholeChannel: z.boolean().optional(),
    }),
    response: z.object({ articles: z.int() }),
  },
} as const satisfies EndpointTable;
