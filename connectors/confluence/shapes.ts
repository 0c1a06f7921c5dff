import * as z from "zod";

export const userSchema = z.object({
  type: z.string(),
  accountId: z.string().optional(),
  displayName: z.string().nullish(),
  publicName: z.string().optional(),
});
export const spaceSchema = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  homepageId: z.string().nullish(),
});
export const pageSchema = z.object({
  id: z.string(),
  status: z.string(),
  title: z.string(),
  createdAt: z.string(),
  authorId: z.string().nullish(),
  version: z.object({ number: z.number(), authorId: z.string().nullish(), message: z.string().nullish() }),
  body: z.object({ storage: z.object({ value: z.string() }).optional() }).nullish(),
  _links: z.object({ webui: z.string().optional(), base: z.string().optional() }).optional(),
});
const links = z.object({ next: z.string().optional(), base: z.string().optional() });

export type ConfluencePage = z.infer<typeof pageSchema>;

export const spaceListSchema = z.object({ results: z.array(spaceSchema), _links: links.optional() });
export const labelListSchema = z.object({ results: z.array(z.object({ name: z.string() })) });
const storedBody = z.object({ storage: z.object({ value: z.string() }).optional() }).nullish();
export const commentSchema = z.object({ id: z.string(), body: storedBody });
export const commentListSchema = z.object({ results: z.array(commentSchema) });
export const pageListSchema = z.object({ results: z.array(pageSchema), _links: links.optional() });

const subjects = z.object({ results: z.array(z.unknown()) });
export const readRestrictionSchema = z.object({ restrictions: z.object({ user: subjects, group: subjects }) });
const foundPage = z.object({
  id: z.string(),
  title: z.string(),
  version: z.object({
    number: z.number(),
    when: z.string().nullish(),
    by: z.object({ displayName: z.string().nullish(), publicName: z.string().nullish() }).nullish(),
  }),
  ancestors: z.array(z.object({ id: z.string() })).nullish(),
  restrictions: z.object({ read: readRestrictionSchema }).nullish(),
  _links: z.object({ webui: z.string().optional() }).optional(),
});
export const foundPagesSchema = z.object({
  results: z.array(foundPage),
  _links: z.object({ next: z.string().optional(), base: z.string().optional() }).optional(),
});
