import * as z from "zod";
import { remoteBlockSchema } from "./blocks.ts";

export const userSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  bot: z.looseObject({ workspace_name: z.string().nullish() }).nullish(),
});
const titleProperty = z.object({ type: z.literal("title"), title: z.array(z.object({ plain_text: z.string() })) });
const parentSchema = z.looseObject({
  type: z.string(),
  page_id: z.string().nullish(),
  /** Also in the parent of a database's row, beside the data source. */
  database_id: z.string().nullish(),
  data_source_id: z.string().nullish(),
  block_id: z.string().nullish(),
});
export type NotionParent = z.infer<typeof parentSchema>;
export const pageSchema = z.object({
  id: z.string(),
  parent: parentSchema.nullish(),
  url: z.string(),
  public_url: z.string().nullish(),
  created_time: z.string(),
  last_edited_time: z.string(),
  created_by: z.looseObject({ id: z.string() }).nullish(),
  last_edited_by: z.looseObject({ id: z.string() }).nullish(),
  in_trash: z.boolean().optional(),
  archived: z.boolean().optional(),
  properties: z.record(z.string(), z.union([titleProperty, z.looseObject({ type: z.string() })])),
});
const trash = { in_trash: z.boolean().optional(), archived: z.boolean().optional() };
const titleRuns = z.array(z.object({ plain_text: z.string() }));
/** A page, database, data source or block, as far as it contains pages. Only databases have a title of their own. */
export const containerSchema = z.object({
  id: z.string(),
  ...trash,
  parent: parentSchema.nullish(),
  title: titleRuns.optional().catch(undefined),
  properties: pageSchema.shape.properties.optional().catch(undefined),
});
/** https://developers.notion.com/reference/data-source */
export const dataSourceListSchema = z.object({
  results: z.array(z.object({ ...trash, parent: parentSchema.nullish(), title: titleRuns.nullish() })),
});
export const blockListSchema = z.object({
  results: z.array(remoteBlockSchema),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});

export const newBlocksSchema = z.object({ results: z.array(z.object({ id: z.string() })) });
const words = z.object({ plain_text: z.string() });
export const newCommentSchema = z.object({ id: z.string() });
export const commentListSchema = z.object({
  results: z.array(newCommentSchema.extend({ discussion_id: z.string(), rich_text: z.array(words).nullish() })),
  has_more: z.boolean().nullish(),
  next_cursor: z.string().nullish(),
});

export const pageListSchema = z.object({
  results: z.array(pageSchema),
  has_more: z.boolean().nullish(),
  next_cursor: z.string().nullish(),
});

export type NotionPage = z.infer<typeof pageSchema>;

export function readTitle({ properties }: Pick<NotionPage, "properties">): string {
  const title = Object.values(properties).flatMap((property) => titleProperty.safeParse(property).data?.title ?? []);
  return title.map(({ plain_text }) => plain_text).join("");
}

export function isTrashed({ in_trash, archived }: Pick<NotionPage, "in_trash" | "archived">): boolean {
  return in_trash === true || archived === true;
}
