import { termsOf } from "../answer/terms.ts";
import { ANSWERS, type Kept, sharedWith } from "./statements.ts";

const NUMBER = /\d+(?:\.\d+)*/g;
const DENIES = /\b(?:not|no|never|without|cannot)\b|n['’]t\b/i;
/** Shares at least this many words with what it says again. */
const LEAST_SHARED = 3;

/**
 * Without sentences of the answer that only say again what another one says, such as 'New Outlook: right click on folders' after the
 * step in full, or 'try 1280' where the block above has become 1280. What the question names is known.
 */
export function withoutRepeats(kept: Kept[]): Kept[] {
  const asked = new Set(kept.filter((item) => !ANSWERS.has(item.part)).flatMap(({ text }) => termsOf(text)));
  const answer = kept.filter((item) => ANSWERS.has(item.part) && !item.alsoAsked);
  const read = answer.map(
    (item): Read => ({ item, terms: item.form === "sentence" ? new Set(termsOf(item.text)) : NONE }),
  );
  const repeats = new Set(
    read.flatMap((one, place) => {
      const { item } = one;
      const isRepeat =
        item.form === "sentence" &&
        (read.some((other, at) => at < place && saysAgain(one, other, asked)) ||
          answer.some((other) => other.form === "code" && isTaken(item, other)));
      return isRepeat ? [item] : [];
    }),
  );
  return repeats.size > 0 && repeats.size < answer.length ? kept.filter((item) => !repeats.has(item)) : kept;
}

/** A statement and its words, which code has none of. */
interface Read {
  item: Kept;
  terms: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A sentence with nothing that the other one or the question lacks: no word, number or name of code, and no denial. */
function saysAgain({ item, terms }: Read, { item: other, terms: others }: Read, asked: ReadonlySet<string>): boolean {
  if (other.form !== "sentence" || item.text.length > other.text.length) return false;
  return (
    sharedWith(terms, others) >= LEAST_SHARED &&
    [...terms].every((term) => others.has(term) || asked.has(term)) &&
    exactIn(item.text).every((exact) => other.text.includes(exact)) &&
    DENIES.test(item.text) === DENIES.test(other.text)
  );
}

const exactIn = (text: string): string[] => [...(text.match(NUMBER) ?? []), ...(text.match(/`[^`]+`/g) ?? [])];

const TRY = /\b(?:try|use|take|make it) (\d+(?:\.\d+)*)(?: instead)?[.!]?$/i;

/** The number to try is in the block that it corrected: the block cites its message. */
function isTaken(item: Kept, code: Kept): boolean {
  const [, number] = TRY.exec(item.text) ?? [];
  return (
    number !== undefined &&
    item.messages.every((message) => code.messages.includes(message)) &&
    [...code.text.matchAll(NUMBER)].some(([found]) => found === number)
  );
}
