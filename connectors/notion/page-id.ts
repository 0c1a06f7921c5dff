import { Refused } from "../errors.ts";
import type { NotionConfig } from "./manifest.ts";

/** The id in a page's address, as 32 characters or dashed, in the API's dashed form; null without one. */
export function parsePageId(text: string): string | null {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return dashed(trimmed);
  const { pathname, searchParams } = new URL(trimmed);
  // The address of an open side page is in the parameter `p`, that of the page behind it in the path.
  return dashed(searchParams.get("p") ?? "") ?? dashed(pathname.split("/").at(-1) ?? "");
}

export function parseParentPageId({ spaceId, baseUrl }: NotionConfig): string {
  const id = parsePageId(spaceId) ?? parsePageId(baseUrl ?? "");
  if (!id) throw new Refused("The parent page ID does not contain the 32 characters of a Notion page ID.");
  return id;
}

function dashed(text: string): string | null {
  const [hex] = /[0-9a-f]{32}$/.exec(text.toLowerCase().replaceAll("-", "")) ?? [];
  return hex ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : null;
}
