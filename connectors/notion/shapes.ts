import * as z from "zod";
import { remoteBlockSchema } from "./blocks.ts";

export const userSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  bot: z.looseObject({ workspace_name: z.string().nullish() }).nullish(),
});
const titleProperty = z.object({ type: z.literal("title"), title: z.array(z.object({ plain_text: z.string() })) });
export const pageSchema = z.object({
  id: z.string(),
  url: z.string(),
  public_url: z.string().nullish(),
  created_time: z.string(),
  last_edited_time: z.string(),
  last_edited_by: z.looseObject({ id: z.string() }).nullish(),
  in_trash: z.boolean().optional(),
  archived: z.boolean().optional(),
  properties: z.record(z.string(), z.union([titleProperty, z.looseObject({ type: z.string() })])),
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

export function readTitle({ properties }: NotionPage): string {
  const title = Object.values(properties).flatMap((property) => titleProperty.safeParse(property).data?.title ?? []);
  return title.map(({ plain_text }) => plain_text).join("");
}

export function isTrashed({ in_trash, archived }: NotionPage): boolean {
  return in_trash === true || archived === true;
}
