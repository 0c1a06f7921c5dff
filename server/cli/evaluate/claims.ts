import type { GoldClaim } from "./gold.ts";

const SHORT_WORD = 3;
const LONG_WORD = 5;

/** True if the text contains the expected sentence, by the sentence's keys. */
export function containsClaim(text: string, { keys, unless }: Pick<GoldClaim, "keys" | "unless">): boolean {
  const read = normalise(text);
  return keys.every((key) => holds(read, key)) && !(unless && holds(read, unless));
}

/** True if the string occurs in the text, with any spacing and capitals, but not inside a longer word or number. */
export function containsString(text: string, string: string): boolean {
  const wanted = escapeRegExp(plain(string));
  return new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?![\\p{L}\\p{N}])`, "u").test(plain(text));
}

const holds = (read: string, alternatives: string) =>
  alternatives.split("|").some((word) => patternOf(normalise(word)).test(read));

/**
 * Returns the pattern for a word. A number or a short word must match a whole word, a word of four letters the beginning of a
 * word, a longer word any part of a word.
 */
function patternOf(word: string): RegExp {
  const letters = /^\p{L}+$/u.test(word) ? word.length : LONG_WORD;
  const isPart = /^\p{L}/u.test(word) && letters >= LONG_WORD;
  const before = isPart ? "" : "(?<![\\p{L}\\p{N}]|\\d[.:,])";
  const after = /\d$/.test(word) ? "(?!\\d|[.:,]\\d)" : letters <= SHORT_WORD ? "(?!\\p{L})" : "";
  return new RegExp(`${before}${escapeRegExp(word)}${after}`, "u");
}

/** Rewrites numbers, times, dashes and emphasis to one spelling. */
function normalise(text: string): string {
  return plain(text)
    .replace(/(?<![\d.,])([1-9]\d{0,2})([.,'])(\d{3})(?!\d|\2\d)/g, "$1$3")
    .replace(/(\d),(\d{1,2})(?!\d)/g, "$1.$2")
    .replace(/(?<!\d)(\d{1,2})\.(\d{2})(?=\s*(?:uhr|h\b|am\b|pm\b))/g, "$1:$2")
    .replace(/(?<![\d:])0(\d:\d{2})(?!\d)/g, "$1");
}

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[*`~]/g, "")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ");

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
