import type { Meaning } from "../language/cue.ts";
import { hasMeaning } from "../language/meanings.ts";
import { splitIntoTokens } from "../language/phrases.ts";

/** The most words of a remark such as "You're magic" or "He's getting grumpy". */
const REMARK_WORDS = 4;
/** Matches values, code, menu paths and links, which are informative in a text of any length. */
const SHOWS = /[\d`→]|https?:/;
const TELLING: Meaning[] = [
  "affirms",
  "advice",
  "step",
  "rule",
  "cause",
  "explains",
  "disagrees",
  "refuses",
  "follows",
];

/** Whether a sentence is small talk: it is short and gives no step, rule, cause or value. */
export function isShortRemark(text: string): boolean {
  const tokens = splitIntoTokens(text);
  if (tokens.length > REMARK_WORDS || SHOWS.test(text)) return false;
  return !TELLING.some((meaning) => hasMeaning(tokens, meaning));
}
