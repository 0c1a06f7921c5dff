import type { MediaWikiConfig } from "./manifest.ts";

/*
 * Matches the line with which we put a page into a category. Its sort key equals the default sort key. The sort key
 * distinguishes the line from labels and from categories by people.
 * https://www.mediawiki.org/wiki/Help:Categories#Sort_key
 */
const PLACE = /\[\[[^[\]|]+\|\{\{PAGENAME\}\}\]\]/g;

type RootCategoryConfig = Pick<MediaWikiConfig, "spaceId">;

/**
 * Builds the line that puts a page into a category. `category` is a title with its namespace. Null means the configured
 * category, which every new page gets.
 */
export const buildCategoryLine = (category: string | null, { spaceId }: RootCategoryConfig): string =>
  category === null ? `[[Category:${spaceId.trim()}]]` : `[[${category}|{{PAGENAME}}]]`;

export const removeCategories = (line: string): string => line.replace(PLACE, "");

export const hasCategory = (text: string): boolean => removeCategories(text) !== text;

/** Replaces the lines with the page's previous category with `line`. */
export function replaceCategoryLines(text: string, line: string, root: RootCategoryConfig): string {
  let isThere = text.includes(line);
  const instead = (place: string) => {
    if (place === line || isThere) return place === line ? line : "";
    isThere = true;
    return line;
  };
  const lines = text.split("\n").flatMap((before) => {
    const now = before.replace(PLACE, instead).replaceAll(buildCategoryLine(null, root), instead);
    return now === before || now.trim() !== "" ? [now] : [];
  });
  return isThere ? lines.join("\n") : `${text.trimEnd()}\n\n${line}`;
}
