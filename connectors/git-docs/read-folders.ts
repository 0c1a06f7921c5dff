import { expectChosen } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";

/** Folders that tools fill, and those of other people's packages. */
const FILLED = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
  "dist",
  "build",
  "out",
  "target",
  "coverage",
]);
/** Files that each package of a repository has; only those at the repository's root are read. */
const OF_PACKAGES = /^(?:changelog|changes|history|licen[cs]e)\.md$/i;

const KINDS = ["folder", "not"] as const;

/** A folder without files does not exist in Git. */
export function expectChosenFolders(paths: string[], places: string[]): void {
  const { folder } = parseReadingFilters(places, KINDS);
  expectChosen("folder", folder, (one) => paths.some((path) => isBelow(path, one)));
}

/**
 * Whether a file is read. Chosen folders are read also where they would be left out otherwise; those below them are left out all the
 * same. Folders that begin with a dot hold settings, and pages that we archived.
 */
export function isFileToRead(path: string, places: string[]): boolean {
  if (!/\.md$/i.test(path) || /(?:^|\/)\./.test(path)) return false;
  const { folder, not } = parseReadingFilters(places, KINDS);
  if (not.some((one) => isBelow(path, one))) return false;
  const chosen = folder.map(cleaned).filter((one) => isBelow(path, one));
  if (folder.length > 0 && chosen.length === 0) return false;
  const longest = Math.max(0, ...chosen.map(({ length }) => length));
  const folders = path.slice(longest).split("/").filter(Boolean);
  const name = folders.pop() ?? "";
  return !folders.some((one) => FILLED.has(one.toLowerCase())) && !(path.includes("/") && OF_PACKAGES.test(name));
}

const cleaned = (folder: string) => folder.replace(/^\.?\/+|\/+$/g, "");
const isBelow = (path: string, folder: string) => cleaned(folder) === "" || path.startsWith(`${cleaned(folder)}/`);
