import { z } from "zod";
import { SECTION_ROLES } from "../domain/article.ts";
import { ARTICLE_STATUSES, CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../domain/facets.ts";
import type { Inline } from "../markdown/inline.ts";
import { done, type EndpointTable, idParams, moment, rowId, text } from "./endpoint.ts";

export const article = z.object({
  id: rowId,
  title: z.string(),
  status: z.enum(ARTICLE_STATUSES),
  createdAt: moment,
  updatedAt: moment,
  sourceChannel: z.string(),
  /** The first knowledge integration that has it; null while none has. */
  integrationId: rowId.nullable(),
  authorName: z.string().nullable(),
  summary: z.string(),
  category: z.string(),
  contentType: z.enum(CONTENT_TYPES),
  difficulty: z.enum(DIFFICULTIES),
  priority: z.enum(PRIORITIES),
  /** 0 to 1. */
  confidence: z.number(),
  /** Whole minutes. */
  estimatedReadTime: z.int(),
  tags: z.array(z.string()),
  keywords: z.array(z.string()),
  /** Integration types the article stands on: 'confluence', 'notion'. */
  publishedPlatforms: z.array(z.string()),
});
export type Article = z.infer<typeof article>;

const statement = z.object({
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  /** The sentence's Markdown as a tree of tokens, so that the browser needs no parser; empty for code. */
  inline: z.array(z.custom<Inline>()),
  language: z.string().nullable(),
  sources: z.array(z.string()),
});

export const articleSource = z.object({
  id: z.string(),
  authorName: z.string(),
  channelName: z.string(),
  sentAt: moment,
  text: z.string(),
  permalink: z.string().nullable(),
});
export type ArticleSource = z.infer<typeof articleSource>;

export const publication = z.object({
  id: rowId,
  integrationId: rowId,
  integrationName: z.string(),
  platform: z.string(),
  state: z.enum(["queued", "in-flight", "published", "parked", "conflict", "removed"]),
  url: z.string().nullable(),
  wantedVersion: z.int(),
  publishedVersion: z.int().nullable(),
  /** Why it does not go on, in a sentence; null while it does. */
  trouble: z.string().nullable(),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  updatedAt: moment,
});
export type Publication = z.infer<typeof publication>;

export const articlePage = article.extend({
  channelId: rowId.nullable(),
  engine: z.enum(["local", "llm"]),
  version: z.int(),
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
    z.object({ version: z.int(), reason: z.string(), engine: z.enum(["local", "llm"]), createdAt: moment }),
  ),
  /** The article as one Markdown document, for copying. */
  markdown: z.string(),
});
export type ArticlePage = z.infer<typeof articlePage>;

export const conversationMessage = z.object({
  id: z.string(),
  authorName: z.string(),
  sentAt: moment,
  editedAt: moment.nullable(),
  inline: z.array(z.custom<Inline>()),
  text: z.string(),
  permalink: z.string().nullable(),
  /** True when a statement of the article stands on it. */
  isSource: z.boolean(),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

export const articleEndpoints = {
  "GET /api/articles": { summary: "All articles, newest first", access: "session", response: z.array(article) },
  "GET /api/articles/recent": {
    summary: "All articles, last changed first",
    access: "session",
    response: z.array(article),
  },
  "GET /api/articles/search": {
    summary: "Articles that match every given filter, best match first; forgives typing errors",
    access: "session",
    query: z.strictObject({
      keywords: text(200).optional(),
      category: text(100).optional(),
      /** Comma-joined; any of them. */
      tags: text(1000).optional(),
      difficulty: z.enum(DIFFICULTIES).optional(),
      contentType: z.enum(CONTENT_TYPES).optional(),
      priority: z.enum(PRIORITIES).optional(),
    }),
    response: z.array(article),
  },
  "GET /api/articles/categories": { summary: "Categories in use", access: "session", response: z.array(z.string()) },
  "GET /api/articles/tags": {
    summary: "Tags in use, most used first",
    access: "session",
    response: z.array(z.string()),
  },
  "GET /api/articles/:id": {
    summary: "One article with its sources",
    access: "session",
    params: idParams,
    response: articlePage,
  },
  "GET /api/articles/:id/conversation": {
    summary: "The talk an article was written from",
    access: "session",
    params: idParams,
    response: z.array(conversationMessage),
  },
  "POST /api/articles/:id/reanalyze": {
    summary: "Run the pipeline again over the article's own conversation",
    access: "session",
    params: idParams,
    response: z.object({ success: z.boolean(), message: z.string(), article }),
  },
  "POST /api/articles/:id/publications/:publicationId/retry": {
    summary: "Try a publication again",
    access: "session",
    params: idParams.extend({ publicationId: rowId }),
    body: z.strictObject({
      /** What to do about a page a person changed or removed: keep theirs, or put ours in its place. */
      choice: z.enum(["retry", "replace", "recreate"]).optional(),
    }),
    response: done,
  },
} as const satisfies EndpointTable;
