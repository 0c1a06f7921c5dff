import { z } from "zod";
import { ARTICLE_STATUSES, CONTENT_TYPES, DIFFICULTIES, PRIORITIES, VERIFICATIONS } from "../domain/facets.ts";
import { type EndpointTable, moment, pageLimit, rowId, text } from "./endpoint.ts";

export const article = z.object({
  id: rowId,
  title: z.string(),
  status: z.enum(ARTICLE_STATUSES),
  createdAt: moment,
  updatedAt: moment,
  sourceChannel: z.string(),
  /** The first knowledge integration that has a page of the article; null if none has. */
  integrationId: rowId.nullable(),
  authorName: z.string().nullable(),
  summary: z.string(),
  category: z.string(),
  contentType: z.enum(CONTENT_TYPES),
  difficulty: z.enum(DIFFICULTIES),
  priority: z.enum(PRIORITIES),
  /** The confidence, 0 to 1. */
  confidence: z.number(),
  /** The reading time in whole minutes. */
  estimatedReadTime: z.int(),
  tags: z.array(z.string()),
  keywords: z.array(z.string()),
  /** Types of the integrations on which the article is published, by manifest id. */
  publishedPlatforms: z.array(z.string()),
  /** The number of targets on which the article is up to date. Missing if no target has trouble. */
  publishedTo: z.object({ count: z.int(), of: z.int() }).optional(),
  /** The article waits for approval, and has no page before that. */
  inReview: z.literal(true).optional(),
  /** The article consists of people's unchanged sentences; no model rewrote them. */
  savedFromChat: z.literal(true).optional(),
  /** The name of the article's owner; missing if there is none. */
  ownerName: z.string().optional(),
  /** The last time at which a person confirmed the article; missing if nobody has. */
  confirmedAt: moment.optional(),
  /** The part of the text that has the words of a search. Missing if title and summary have them. */
  passage: z.string().optional(),
});
export type Article = z.infer<typeof article>;

/**
 * Parameters for one page of a list. Strings of digits, because query values are not converted. The answer's headers
 * have the next cursor and the total (shared/domain/list-pages.ts).
 */
const paging = {
  /** The cursor from the previous page's header. Clients must not interpret it. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, "Not a cursor.")
    .optional(),
  limit: pageLimit,
  offset: z
    .string()
    .regex(/^\d{1,7}$/, "A whole number.")
    .optional(),
};

/** Filters of the library. */
export const articleFilters = z.strictObject({
  keywords: text(200).optional(),
  category: text(100).optional(),
  /** Separated by commas. The article has at least one of these tags. */
  tags: text(1000).optional(),
  difficulty: z.enum(DIFFICULTIES).optional(),
  contentType: z.enum(CONTENT_TYPES).optional(),
  priority: z.enum(PRIORITIES).optional(),
  status: z.enum(ARTICLE_STATUSES).optional(),
  /** The channel from whose messages the article was written. */
  channel: rowId.optional(),
  /** The author of the article's answer, by the name in the list. */
  person: text(200).optional(),
  verified: z.enum(VERIFICATIONS).optional(),
});
export type ArticleFilters = z.infer<typeof articleFilters>;

/** The possible values of a filter, each with its number of articles, most first. */
const facet = z.array(z.object({ value: z.string(), name: z.string(), count: z.int() }));
/** The values of each filter, counted with all other filters, over articles that the reader may read. */
export const articleFacets = z.object({
  status: facet,
  channel: facet,
  person: facet,
  category: facet,
  contentType: facet,
  tags: facet,
  verified: facet,
});
export type ArticleFacets = z.infer<typeof articleFacets>;

export const articleListEndpoints = {
  /** Only for API users: the product's pages use `recent` or `search`. */
  "GET /api/articles": {
    summary: "All articles, newest first",
    access: "session",
    query: z.object(paging),
    response: z.array(article),
  },
  "GET /api/articles/recent": {
    summary: "All articles, last changed first",
    access: "session",
    query: z.object(paging),
    response: z.array(article),
  },
  "GET /api/articles/facets": {
    summary:
      "How many articles each status, channel, person, category, kind, tag and verification has, with the other filters set",
    access: "session",
    query: articleFilters,
    response: articleFacets,
  },
  "GET /api/articles/search": {
    summary: "Articles that match every given filter, best match first; forgives typing errors",
    access: "session",
    query: articleFilters.extend({
      ...paging,
      /** With `channel`: only articles without other channels among their sources. */
      alone: z.literal("true").optional(),
    }),
    response: z.array(article),
  },
} as const satisfies EndpointTable;
