import { LANGUAGES } from "../language/meanings.ts";
import type { ReadPiece } from "../text/read-conversation.ts";
import { isContentWord } from "../text/words.ts";

/** Numbers with their units, in the form that corrections compare. */

/** Whether both values have the same unit, or one has none: "£3" and "3 months" differ. */
export const haveSameUnit = (one: NumericValue, other: NumericValue) =>
  !one.unit || !other.unit || one.unit === other.unit;

export interface NumericValue {
  value: string;
  /** The first letters of the word after the number, or the adjacent symbol; absent when that is a function word. */
  unit: string | undefined;
  isDenied: boolean;
  /** Its position in the text. */
  start: number;
}

const NUMBERS = new Map(
  Object.values(LANGUAGES).flatMap(({ numbers }) =>
    numbers.split(" ").map((word, place): [string, string] => [word, String(place + 2)]),
  ),
);
const DENIALS = new Set(Object.values(LANGUAGES).flatMap(({ denials }) => denials.split(" ")));
const WORDS_AND_NUMBERS = /(?:(?<=\s)\.)?\d+(?:[.:,]\d+)*|[.,;!?)](?=\s|$)|\p{L}+|\p{Sc}|%/gu;
/** `same`: units are equal if this many first letters are ("day" and "days"). `least`: the shortest unit. */
const UNIT_LETTERS = { same: 3, least: 4 };

/** Extracts the numbers of a piece, including numbers written as words. Leaves out years, because they only date a value. */
export function extractValues({ text }: Pick<ReadPiece, "text">): NumericValue[] {
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

/** "But do not add another one" restricts: nobody who says "not" just says goodbye. */
export const denies = ({ tokens }: Pick<ReadPiece, "tokens">) => tokens.some(({ word }) => DENIALS.has(word));

/** Returns the position of the first value that the correction denies or replaces in the same unit. */
export function findReplacedValue(text: string, correction: string): number | undefined {
  const given = extractValues({ text: correction });
  const isReplaced = ({ value, unit }: NumericValue) =>
    given.some((other) => (other.value === value ? other.isDenied : unit !== undefined && unit === other.unit));
  return extractValues({ text }).find(isReplaced)?.start;
}
