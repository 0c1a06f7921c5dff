import * as z from "zod";

const id = z.number().int();
export const user = z.object({ user: z.object({ id: id.nullish(), name: z.string(), role: z.string() }) });
export const locales = z.object({ default_locale: z.string(), locales: z.array(z.string()) });
const oneSection = z.object({
  id,
  name: z.string(),
  description: z.string().nullish(),
  html_url: z.string().nullish(),
  category_id: id,
  parent_section_id: id.nullish(),
});
export const section = z.object({ section: oneSection });
const nextList = z.object({ has_more: z.boolean(), after_cursor: z.string().nullish() }).nullish();
export const sectionList = z.object({ sections: z.array(oneSection), meta: nextList });
export const segments = z.object({
  user_segments: z.array(z.object({ id, user_type: z.string(), built_in: z.boolean().nullish() })),
});
export const groups = z.object({ permission_groups: z.array(z.object({ id, built_in: z.boolean().nullish() })) });
export const article = z.object({
  id,
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
  author_id: id.nullish(),
  created_at: z.string(),
  permission_group_id: id.nullish(),
  label_names: z.array(z.string()).nullish(),
});
export const articleList = z.object({
  articles: z.array(article),
  meta: nextList,
});
export const translation = z.object({
  source_id: id,
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
  updated_by_id: id.nullish(),
});

export type ZendeskArticle = z.infer<typeof article>;
export type ZendeskTranslation = z.infer<typeof translation>;
export type ZendeskSection = z.infer<typeof oneSection>;
