import { z } from "zod";
import { ARTICLE_STATUSES, CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../domain/facets.ts";
import { type EndpointTable, moment, pageLimit, rowId, text } from "./endpoint.ts";

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
  /** Integration types the article is published on, by the ids of their manifests. */
  publishedPlatforms: z.array(z.string()),
  /** Of how many places it was to be published to it could be brought to how many; absent where none is broken. */
  publishedTo: z.object({ count: z.int(), of: z.int() }).optional(),
  /** People are asked to take it in, and no page of it is there before they do. */
  inReview: z.literal(true).optional(),
  /** It is an excerpt: people's own sentences, which nobody has put into an article's words yet. */
  savedFromChat: z.literal(true).optional(),
  /** Who takes care of it; absent: nobody. */
  ownerName: z.string().optional(),
  /** When somebody said last that it is right; absent: nobody has. */
  confirmedAt: moment.optional(),
});
export type Article = z.infer<typeof article>;

/**
 * A part of a list. Digits: query values are text and nothing coerces them. The answer's headers say where the next page begins
 * and how many there are (shared/domain/list-pages.ts).
 */
const paging = {
  /** What the header of the page before said. Nothing of it is to be understood by whoever gives it back. */
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

/** What the library is filtered by. */
export const articleFilters = z.strictObject({
  keywords: text(200).optional(),
  category: text(100).optional(),
  /** Comma-joined; any of them. */
  tags: text(1000).optional(),
  difficulty: z.enum(DIFFICULTIES).optional(),
  contentType: z.enum(CONTENT_TYPES).optional(),
  priority: z.enum(PRIORITIES).optional(),
  status: z.enum(ARTICLE_STATUSES).optional(),
  /** The channel it was written from. */
  channel: rowId.optional(),
  /** Who explained it, by the name that the list shows. */
  person: text(200).optional(),
});
export type ArticleFilters = z.infer<typeof articleFilters>;

/** The values of a filter with the number of articles each leaves, most first. */
const facet = z.array(z.object({ value: z.string(), name: z.string(), count: z.int() }));
/** Each is counted with every filter but its own, of articles that the reader may read. */
export const articleFacets = z.object({
  status: facet,
  channel: facet,
  person: facet,
  category: facet,
  contentType: facet,
  tags: facet,
});
export type ArticleFacets = z.infer<typeof articleFacets>;

export const articleListEndpoints = {
  /** Part of the API; no page of the product asks for it: the library asks for `recent` or `search`. */
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
    summary: "How many articles each status, channel, person, category, kind and tag has, with the other filters set",
    access: "session",
    query: articleFilters,
    response: articleFacets,
  },
  "GET /api/articles/search": {
    summary: "Articles that match every given filter, best match first; forgives typing errors",
    access: "session",
    query: articleFilters.extend(paging),
    response: z.array(article),
  },
} as const satisfies EndpointTable;
