import type { MediaWikiConfig } from "./manifest.ts";

/*
 * Where a page is in the tree of categories: one line of its text, told from the lines of labels and of people by its sort
 * key, which is the one that a page has anyway. https://www.mediawiki.org/wiki/Help:Categories#Sort_key
 */
const PLACE = /\[\[[^[\]|]+\|\{\{PAGENAME\}\}\]\]/g;

type Root = Pick<MediaWikiConfig, "spaceId">;

/** `category`: its title with the namespace; null: the configured one, as it is written into every new page. */
export const placeLine = (category: string | null, { spaceId }: Root): string =>
  category === null ? `[[Category:${spaceId.trim()}]]` : `[[${category}|{{PAGENAME}}]]`;

export const withoutPlaces = (line: string): string => line.replace(PLACE, "");

export const isPlaced = (text: string): boolean => withoutPlaces(text) !== text;

/** The text with this line instead of those that say where it was. */
export function placed(text: string, line: string, root: Root): string {
  let isThere = text.includes(line);
  const instead = (place: string) => {
    if (place === line || isThere) return place === line ? line : "";
    isThere = true;
    return line;
  };
  const lines = text.split("\n").flatMap((before) => {
    const now = before.replace(PLACE, instead).replaceAll(placeLine(null, root), instead);
    return now === before || now.trim() !== "" ? [now] : [];
  });
  return isThere ? lines.join("\n") : `${text.trimEnd()}\n\n${line}`;
}
