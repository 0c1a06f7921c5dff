import * as z from "zod";

export const userSchema = z.object({ user_name: z.string().min(1), name: z.string().nullish() });
/** `parent_id` is the category above, or the knowledge base. */
export const categorySchema = z.object({ sys_id: z.string(), label: z.string(), parent_id: z.string().nullish() });
export type ArticleCategory = z.infer<typeof categorySchema>;
export const knowledgeBaseSchema = z.object({ sys_id: z.string(), title: z.string() });
/**
 * An article as the Table API returns it. Every value is a string:
 * https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html
 */
export const articleSchema = z.object({
  sys_id: z.string().regex(/^[0-9a-f]{32}$/),
  number: z.string().regex(/^\w{1,40}$/),
  short_description: z.string(),
  text: z.string(),
  workflow_state: z.string(),
  kb_knowledge_base: z.string(),
  sys_created_by: z.string(),
  /** A time in UTC, such as '2026-11-24 09:00:00'. */
  sys_created_on: z.string(),
  /** 'true' for the newest version. Absent if articles have no versions. */
  latest: z.string().nullish(),
  /** The number of changes to the record by all people. */
  sys_mod_count: z.string().nullish(),
});
/** A published article in a list. The readers are lists of sys_ids and roles; empty if the account may not see them. */
export const publishedArticleSchema = articleSchema
  .pick({ sys_id: true, number: true, short_description: true, sys_mod_count: true })
  .extend({
    sys_updated_on: z.string(),
    sys_updated_by: z.string(),
    can_read_user_criteria: z.string().nullish(),
    cannot_read_user_criteria: z.string().nullish(),
    roles: z.string().nullish(),
    /** The last day of publication, such as '2100-01-01'. */
    valid_to: z.string().nullish(),
  });
export type PublishedArticle = z.infer<typeof publishedArticleSchema>;
export const auditedChangeSchema = z.object({ newvalue: z.string(), user: z.string(), record_checkpoint: z.string() });
export const ARTICLE_FIELDS = Object.keys(articleSchema.shape).join(",");

export type ServicenowArticle = z.infer<typeof articleSchema>;
export type KnowledgeBase = z.infer<typeof knowledgeBaseSchema>;
