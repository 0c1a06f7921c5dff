import * as z from "zod";

const numberLike = z.union([z.number(), z.string()]).transform(String);
export const adminSchema = z.object({
  id: numberLike,
  name: z.string().nullish(),
  email: z.string().nullish(),
  app: z.object({ id_code: z.string(), name: z.string().nullish() }).nullish(),
});
export const collectionSchema = z.object({
  id: numberLike,
  name: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  parent_id: numberLike.nullish(),
});
export const articleSchema = z.object({
  id: numberLike,
  title: z.string().nullish(),
  body: z.string().nullish(),
  author_id: numberLike.nullish(),
  state: z.enum(["published", "draft"]),
  created_at: z.number(),
  updated_at: z.number(),
  url: z.string().nullish(),
  parent_id: numberLike.nullish(),
  parent_ids: z.array(numberLike).nullish(),
});
/** The next part of a list. Some API versions send its address, others a cursor. */
export const nextPageSchema = z.union([z.string(), z.object({ starting_after: z.string().nullish() })]);
export const articleListSchema = z.object({
  data: z.array(articleSchema),
  pages: z.object({ next: nextPageSchema.nullish() }).nullish(),
});

/** https://developers.intercom.com/docs/references/rest-api/api.intercom.io/articles/article_version */
export const articleVersionSchema = z.object({
  id: numberLike,
  title: z.string().nullish(),
  body: z.string().nullish(),
  created_by_id: numberLike.nullish(),
  /** The origin of the change, for example 'web' or 'api'. */
  created_via: z.string().nullish(),
  created_at: z.number(),
});

export const collectionListSchema = z.object({
  data: z.array(collectionSchema),
  pages: z.object({ total_pages: z.number() }).nullish(),
});

export type IntercomCollection = z.infer<typeof collectionSchema>;
export type IntercomArticle = z.infer<typeof articleSchema>;
export type ArticleVersion = z.infer<typeof articleVersionSchema>;
export type IntercomAdmin = z.infer<typeof adminSchema>;
