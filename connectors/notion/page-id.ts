import { Refused } from "../errors.ts";
import type { NotionConfig } from "./manifest.ts";

/**
 * Returns the id in a page's address, in the API's form with dashes; null without an id. The address may contain it as
 * 32 characters or with dashes.
 */
export function parsePageId(text: string): string | null {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return dashed(trimmed);
  const { pathname, searchParams } = new URL(trimmed);
  // If a page is open at the side, its id is in the parameter `p`, and the path contains the page behind it.
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
