import { createHash } from "node:crypto";
import * as z from "zod";
import type { PageBlock } from "../knowledge-target.ts";
import type { RichText } from "./rich-text.ts";

/** A block as the API accepts it. `content` is sent under a key with the name of the block's type. */
export interface NewBlock {
  type: string;
  content: BlockContent;
}

interface BlockContent {
  rich_text?: RichText[];
  language?: string;
  icon?: { type: "emoji"; emoji: string };
  children?: NewBlock[];
}

/** A block as the API returns it. The content of types that we do not use is not parsed. */
export const remoteBlockSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  has_children: z.boolean(),
  created_time: z.string(),
  last_edited_time: z.string(),
});
export type RemoteBlock = z.infer<typeof remoteBlockSchema>;
export type RemoteTree = RemoteBlock & { children: RemoteTree[] };

/** Types whose text and children are compared. Tables, columns and embeds by people are compared only by id. */
const READABLE = new Set([
  "paragraph",
  "heading_1",
  "heading_2",
  "heading_3",
  "bulleted_list_item",
  "numbered_list_item",
  "quote",
  "callout",
  "code",
  "to_do",
  "toggle",
  "divider",
]);

export function mayHoldText(type: string): boolean {
  return READABLE.has(type);
}

export function toPageBlock(block: NewBlock): PageBlock {
  return { key: normalizeBlock(toRequest(block)), native: toRequest(block) };
}

export function toRemotePageBlock(block: RemoteTree): PageBlock {
  return { id: block.id, key: normalizeBlock(block), native: block };
}

/** A block in the API's own format: `{ type: "code", code: { rich_text, language } }`. */
export type WireBlock = { type: string } & Record<string, unknown>;

function toRequest({ type, content }: NewBlock): WireBlock {
  const { children, ...own } = content;
  return { type, [type]: { ...own, ...(children && children.length > 0 && { children: children.map(toRequest) }) } };
}

const run = z.object({
  type: z.string().optional(),
  plain_text: z.string().optional(),
  href: z.string().nullish(),
  text: z.object({ content: z.string(), link: z.object({ url: z.string() }).nullish() }).optional(),
  annotations: z
    .object({
      bold: z.boolean(),
      italic: z.boolean(),
      strikethrough: z.boolean(),
      underline: z.boolean(),
      code: z.boolean(),
    })
    .partial()
    .optional(),
});
export type TextRun = z.infer<typeof run>;
const readableContent = z.looseObject({
  rich_text: z.array(run).optional(),
  language: z.string().optional(),
  checked: z.boolean().optional(),
  children: z.array(z.looseObject({ type: z.string() })).optional(),
});

/**
 * Returns a normal form of a sent or received block, so that blocks can be compared. The form does not depend on ids,
 * colors and the division into text runs.
 */
export function normalizeBlock(block: WireBlock): string {
  const content = readContent(block);
  if (!content) return JSON.stringify({ type: block.type, id: block.id, edited: block.last_edited_time });
  const { rich_text = [], language, checked } = content;
  return JSON.stringify({
    type: block.type,
    text: joinRuns(rich_text),
    ...(language && { language }),
    ...(checked && { checked }),
    children: getChildren(block).map(normalizeBlock),
  });
}

/** Returns the content of a block's own text; null for types that are not parsed. */
export function readContent(block: WireBlock): z.infer<typeof readableContent> | null {
  const content = readableContent.safeParse(block[block.type]);
  return READABLE.has(block.type) && content.success ? content.data : null;
}

/** Returns the children of a sent or received block. */
export function getChildren(block: WireBlock): WireBlock[] {
  const sent = readContent(block)?.children ?? [];
  return [...sent, ...(Array.isArray(block.children) ? (block.children as WireBlock[]) : [])];
}

function joinRuns(runs: TextRun[]): { form: string; text: string }[] {
  const joined: { form: string; text: string }[] = [];
  for (const { type = "text", text, plain_text, href, annotations } of runs) {
    const marks = Object.entries(annotations ?? {}).flatMap(([mark, on]) => (on === true ? [mark] : []));
    const form = JSON.stringify([type, ...marks.sort(), address(text?.link?.url ?? href ?? null)]);
    const last = joined.at(-1);
    const content = text?.content ?? plain_text ?? "";
    if (last?.form === form) last.text += content;
    else if (content) joined.push({ form, text: content });
  }
  return joined;
}

/** Returns a copy of an existing block that can be created elsewhere; null if the block contains something unknown. */
export function copyBlock(block: RemoteTree): WireBlock | null {
  const content = readContent(block);
  if (!content) return null;
  const { rich_text, language, checked } = content;
  const children = block.children.map(copyBlock);
  if (children.includes(null) || (block.has_children && children.length === 0)) return null;
  return {
    type: block.type,
    [block.type]: {
      ...(rich_text && { rich_text: rich_text.map(remadeRun) }),
      ...(language && { language }),
      ...(checked !== undefined && { checked }),
      ...(children.length > 0 && { children }),
    },
  };
}

function remadeRun({ text, plain_text, annotations }: TextRun): RichText {
  const { content, link } = text ?? { content: plain_text ?? "" };
  return { type: "text", text: { content, ...(link && { link }) }, ...(annotations && { annotations }) };
}

/** Normalizes an address, because Notion may write `https://x.example` as `https://x.example/`. */
function address(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).href : url;
}

/**
 * Derives a page's version from a hash of the content too, because Notion's times are whole minutes and two edits may
 * happen within one minute.
 */
export function deriveVersion({
  lastEditedTime,
  title,
  keys,
}: {
  lastEditedTime: string;
  title: string;
  keys: string[];
}): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([title, ...keys]))
    .digest("hex");
  return `${lastEditedTime}#${digest.slice(0, 16)}`;
}
