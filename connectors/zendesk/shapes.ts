import * as z from "zod";

const id = z.number().int();
export const userSchema = z.object({ user: z.object({ id: id.nullish(), name: z.string(), role: z.string() }) });
export const localesSchema = z.object({ default_locale: z.string(), locales: z.array(z.string()) });
const oneSection = z.object({
  id,
  name: z.string(),
  description: z.string().nullish(),
  html_url: z.string().nullish(),
  category_id: id,
  parent_section_id: id.nullish(),
});
export const sectionSchema = z.object({ section: oneSection });
const nextList = z.object({ has_more: z.boolean(), after_cursor: z.string().nullish() }).nullish();
export const sectionListSchema = z.object({ sections: z.array(oneSection), meta: nextList });
export const categoryListSchema = z.object({ categories: z.array(z.object({ id, name: z.string() })), meta: nextList });
export const segmentsSchema = z.object({
  user_segments: z.array(z.object({ id, user_type: z.string(), built_in: z.boolean().nullish() })),
});
export const permissionGroupsSchema = z.object({
  permission_groups: z.array(z.object({ id, built_in: z.boolean().nullish() })),
});
export const articleSchema = z.object({
  id,
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
  section_id: id.nullish(),
  author_id: id.nullish(),
  created_at: z.string(),
  edited_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  /** The group of readers; null means everybody. Newer plans have several groups. */
  user_segment_id: id.nullable(),
  user_segment_ids: z.array(id).nullish(),
  permission_group_id: id.nullish(),
  label_names: z.array(z.string()).nullish(),
});
export const articleListSchema = z.object({
  articles: z.array(articleSchema),
  meta: nextList,
});
export const translationSchema = z.object({
  source_id: id,
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
  updated_by_id: id.nullish(),
});

export type ZendeskArticle = z.infer<typeof articleSchema>;
export type ZendeskTranslation = z.infer<typeof translationSchema>;
export type ZendeskSection = z.infer<typeof oneSection>;
