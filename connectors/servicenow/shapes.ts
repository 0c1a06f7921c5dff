import * as z from "zod";

export const userSchema = z.object({ user_name: z.string().min(1), name: z.string().nullish() });
export const knowledgeBaseSchema = z.object({ sys_id: z.string(), title: z.string() });
/** Every value is a string: https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html */
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
  /** 'true' for the newest version; absent when articles have no versions. */
  latest: z.string().nullish(),
  /** The number of changes of the record by anybody. */
  sys_mod_count: z.string().nullish(),
});
export const auditedChangeSchema = z.object({ newvalue: z.string(), user: z.string(), record_checkpoint: z.string() });
export const ARTICLE_FIELDS = Object.keys(articleSchema.shape).join(",");

export type ServicenowArticle = z.infer<typeof articleSchema>;
export type KnowledgeBase = z.infer<typeof knowledgeBaseSchema>;
