import type { Meaning } from "../language/cue.ts";
import { hasMeaning } from "../language/meanings.ts";
import { splitIntoTokens } from "../language/phrases.ts";

/** Longer sentences say more than "You're magic" or "He's getting grumpy". */
const REMARK_WORDS = 4;
/** Values, code, menu paths and links are informative in any length. */
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

/** Whether a sentence is short and gives no step, rule, cause or value: side talk between colleagues. */
export function isShortRemark(text: string): boolean {
  const tokens = splitIntoTokens(text);
  if (tokens.length > REMARK_WORDS || SHOWS.test(text)) return false;
  return !TELLING.some((meaning) => hasMeaning(tokens, meaning));
}
