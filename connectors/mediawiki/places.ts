import type { MediaWikiConfig } from "./manifest.ts";

/*
 * Matches the line that puts a page into a category. Its sort key, which equals the default one, distinguishes it from labels and
 * people's categories. https://www.mediawiki.org/wiki/Help:Categories#Sort_key
 */
const PLACE = /\[\[[^[\]|]+\|\{\{PAGENAME\}\}\]\]/g;

type Root = Pick<MediaWikiConfig, "spaceId">;

/** `category` is a title with its namespace; null is the configured category, which every new page gets. */
export const buildCategoryLine = (category: string | null, { spaceId }: Root): string =>
  category === null ? `[[Category:${spaceId.trim()}]]` : `[[${category}|{{PAGENAME}}]]`;

export const removeCategories = (line: string): string => line.replace(PLACE, "");

export const isPlaced = (text: string): boolean => removeCategories(text) !== text;

/** Replaces the lines that name the page's previous category by `line`. */
export function replaceCategoryLines(text: string, line: string, root: Root): string {
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
