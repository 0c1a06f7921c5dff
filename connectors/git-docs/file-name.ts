const MAX_TITLE_LENGTH = 255;
/** The longest file name in bytes. File systems allow 255, of which a copy's number and '.md' take a part. */
const MAX_NAME_BYTES = 200;
/** Names that a wiki or a documentation tool treats specially. */
const SPECIAL = new Set(["home", "index", "readme", "summary", "license", "contributing", "con", "aux", "nul", "prn"]);

/** Reduces a title to one line without invisible control characters. */
export function normalizeTitle(title: string): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}

/**
 * The file name of a page. A wiki shows the name as the title, with spaces in place of dashes. In a folder of documents it is
 * part of an address, so it is lower case. Letters of all languages are kept.
 */
export function buildFileName(title: string, isWiki: boolean): string {
  const words = isWiki ? title.replace(/[^\p{L}\p{M}\p{N}\p{So}()',.&+=_-]+/gu, "-") : slug(title);
  const name = words
    .normalize("NFC")
    .replace(/-{2,}/g, "-")
    .replace(/^[-._]+|[-.]+$/g, "");
  const short = cutToBytes(name, MAX_NAME_BYTES) || "article";
  return `${SPECIAL.has(short.toLowerCase()) ? `${short}-article` : short}.md`;
}

/** The title that a wiki shows for a file that a person renamed. */
export const parseFileTitle = (path: string): string =>
  (path.split("/").at(-1) ?? path).replace(/\.md$/i, "").replaceAll("-", " ").trim() || "Untitled";

/** The folder of a file; '' for the repository's top folder. */
export const parseFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const slug = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) return cut.replace(/[-.]+$/, "");
    cut += character;
  }
  return cut;
}
