import type { Claim } from "./gold.ts";

const SHORT_WORD = 3;
const LONG_WORD = 5;

/** Whether the text says the claim, as far as its keys tell. */
export function says(text: string, { keys, unless }: Pick<Claim, "keys" | "unless">): boolean {
  const read = normalise(text);
  return keys.every((key) => holds(read, key)) && !(unless && holds(read, unless));
}

/** Whether the string occurs, however it is spaced and capitalised. Inside of a longer word or number it does not. */
export function holdsString(text: string, string: string): boolean {
  const wanted = escapeRegExp(plain(string));
  return new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?![\\p{L}\\p{N}])`, "u").test(plain(text));
}

const holds = (read: string, alternatives: string) =>
  alternatives.split("|").some((word) => patternOf(normalise(word)).test(read));

/** A number stands alone, a short word too, a word of four letters begins one, a longer one may be part of another. */
function patternOf(word: string): RegExp {
  const letters = /^\p{L}+$/u.test(word) ? word.length : LONG_WORD;
  const isPart = /^\p{L}/u.test(word) && letters >= LONG_WORD;
  const before = isPart ? "" : "(?<![\\p{L}\\p{N}]|\\d[.:,])";
  const after = /\d$/.test(word) ? "(?!\\d|[.:,]\\d)" : letters <= SHORT_WORD ? "(?!\\p{L})" : "";
  return new RegExp(`${before}${escapeRegExp(word)}${after}`, "u");
}

/** Numbers, times, dashes and emphasis as one way of writing has them. */
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
