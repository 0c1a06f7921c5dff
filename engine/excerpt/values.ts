import { LANGUAGES } from "../language/meanings.ts";
import type { ParsedPiece } from "../text/read-conversation.ts";
import { isContentWord } from "../text/words.ts";

/** Extracts numbers with their units, so that corrections can be compared with earlier statements. */

/** Whether both values have the same unit, or one has no unit. "£3" and "3 months" differ. */
export const haveSameUnit = (one: NumericValue, other: NumericValue) =>
  !one.unit || !other.unit || one.unit === other.unit;

export interface NumericValue {
  value: string;
  /**
   * The first letters of the word after the number, or the symbol beside it. Absent if that word is grammatical, such
   * as "the".
   */
  unit: string | undefined;
  isDenied: boolean;
  /** The number's position in the text. */
  start: number;
}

const NUMBERS = new Map(
  Object.values(LANGUAGES).flatMap(({ numbers }) =>
    numbers.split(" ").map((word, place): [string, string] => [word, String(place + 2)]),
  ),
);
const DENIALS = new Set(Object.values(LANGUAGES).flatMap(({ denials }) => denials.split(" ")));
const WORDS_AND_NUMBERS = /(?:(?<=\s)\.)?\d+(?:[.:,]\d+)*|[.,;!?)](?=\s|$)|\p{L}+|\p{Sc}|%/gu;
/**
 * `same`: two units are equal if this many first letters are equal ("day" and "days"). `least`: the length of the
 * shortest unit.
 */
const UNIT_LETTERS = { same: 3, least: 4 };

/**
 * Extracts the numbers of a piece, with numbers written as words. Leaves out years, because a year only dates a value.
 */
export function extractValues({ text }: Pick<ParsedPiece, "text">): NumericValue[] {
  const matches = [...text.toLowerCase().matchAll(WORDS_AND_NUMBERS)];
  const words = matches.map(([word]) => word);
  return matches.flatMap(({ 0: word, index: start }, at) => {
    const value = NUMBERS.get(word) ?? word;
    if (!/^\.?\d/.test(value) || /^(?:19|20)\d\d$/.test(value)) return [];
    const sign = [words[at - 1], words[at + 1]].find((beside) => /^[\p{Sc}%]$/u.test(beside ?? ""));
    const behind = words[at + 1] ?? "";
    const isUnit = behind.length >= UNIT_LETTERS.least && isContentWord(behind);
    const unit = isUnit ? behind.slice(0, UNIT_LETTERS.same) : undefined;
    const isDenied = [words[at - 1], words[at - 2]].some((before) => DENIALS.has(before ?? ""));
    return [{ value, unit: sign ?? unit, isDenied, start }];
  });
}

/**
 * Whether the piece contains a negation: "But do not add another one". A negation restricts something, so the piece is
 * no parting remark.
 */
export const containsNegation = ({ tokens }: Pick<ParsedPiece, "tokens">) =>
  tokens.some(({ word }) => DENIALS.has(word));

/**
 * Returns the position of the first value that the correction denies or replaces with another value of the same unit.
 */
export function findReplacedValue(text: string, correction: string): number | undefined {
  const given = extractValues({ text: correction });
  const isReplaced = ({ value, unit }: NumericValue) =>
    given.some((other) => (other.value === value ? other.isDenied : unit !== undefined && unit === other.unit));
  return extractValues({ text }).find(isReplaced)?.start;
}
