import { PSEUDONYM_PATTERN } from "./safe-messages.ts";
import { extractSpokenNumbers, extractSpokenTimes } from "./spoken-numbers.ts";

/** The exact content of several messages. An article's statements are compared with it literally. */
export interface ExactEvidence {
  /** The web addresses in the messages. */
  urls: ReadonlySet<string>;
  /** Whether the messages contain the text literally, apart from white space. */
  holdsVerbatim(text: string): boolean;
  /** Returns the numbers and names in a plain text that the messages lack. */
  foreign(text: string): UnsupportedWords;
}

/**
 * Numbers and names that the messages lack. `certain` ones are invented. For `doubtful` ones, the messages contain or
 * may contain another spelling ('eight', 'dreihundert', 'half past three', 'forticlent'), so the checking model
 * decides.
 */
export interface UnsupportedWords {
  certain: string[];
  doubtful: string[];
}

const URLS = /https?:\/\/[^\s<>"'`|\\^{}[\]]+/gi;
/**
 * People write numbers up to this one as words in every language, also in forms that `extractSpokenNumbers` does not know.
 */
const SAID_AS_WORDS = 20;
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/**
 * `at` is a message's date. If a message only implies a year or day ('from Monday on'), that number counts as doubtful
 * and not as invented.
 */
export function collectEvidence(messages: readonly { text: string; at?: string }[]): ExactEvidence {
  const said = messages.map(({ text }) => text).join("\n\n");
  const folded = foldBlanks(said);
  const lowered = folded.toLowerCase();
  const words = new Set(tokensOf(said).map((word) => word.toLowerCase()));
  const numbers = new Set(numbersOf(said));
  // Each message is read alone: 'for twenty' and 'five of them' in the next message are not 25.
  const spoken = new Set(
    messages.flatMap(({ text }) => [
      ...extractSpokenNumbers(text).map(String),
      ...extractSpokenTimes(text).flatMap((time) => numbersOf(time)),
    ]),
  );
  const days = messages.flatMap(({ at }) => at ?? []);
  return {
    urls: new Set([...said.matchAll(URLS)].flatMap(([url]) => [url, withoutTail(url)])),
    holdsVerbatim: (text) => folded.includes(foldBlanks(text)),
    foreign(given) {
      const text = given.replace(PSEUDONYM_PATTERN, " ");
      const [certain, doubtful] = [[] as string[], [] as string[]];
      for (const number of new Set(numbersOf(text))) {
        if (numbers.has(number)) continue;
        const isExcusable = Number(number) <= SAID_AS_WORDS || spoken.has(number) || isOfDate(number, text, days);
        (isExcusable ? doubtful : certain).push(number);
      }
      for (const name of new Set(tokensOf(text).filter(isName)))
        if (!words.has(name.toLowerCase()) && !lowered.includes(name.toLowerCase())) doubtful.push(name);
      return { certain, doubtful };
    },
  };
}

/** Splits a text into words of any script, by the rules of Unicode. */
function tokensOf(text: string): string[] {
  return [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/**
 * Extracts numbers: '1,000' and '1.000' are 1000, and '15:30' is 15 and 30. The digits of an identifier are not joined
 * across separators.
 */
function numbersOf(text: string): string[] {
  const runs = text.match(/(?<![\p{L}\p{N}_])\p{N}+(?:[.,’' ]\p{N}{3}(?!\p{N}))*|\p{N}+/gu) ?? [];
  return runs.map((run) =>
    run
      .normalize("NFKC")
      .replace(/\D/g, "")
      .replace(/^0+(?=\d)/, ""),
  );
}

/**
 * Whether a word is a product's name: it has capitals, digits or punctuation inside, like FortiClient, SAP-B1 and v2.
 */
const isName = (word: string) => /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|\p{L}_\p{L}|\p{L}\.\p{L}{2}/u.test(word);

/**
 * Whether the number may be a year or day that follows from the messages' dates: 'from 5 October 2026' for 'from Monday
 * on'.
 */
function isOfDate(number: string, text: string, days: readonly string[]): boolean {
  const value = Number(number);
  const years = days.map((day) => Number(day.slice(0, 4)));
  if (value >= 2000 && value < 2100) return years.some((year) => Math.abs(year - value) <= 1);
  const isDay = value >= 1 && value <= 31;
  return isDay && years.some((year) => [year - 1, year, year + 1].some((near) => text.includes(String(near))));
}

const foldBlanks = (text: string) => text.replace(/\s+/g, " ").trim();

/** Removes a full stop or bracket at the end of an address, because the punctuation belongs to the sentence. */
function withoutTail(url: string): string {
  const bare = url.replace(/[.,;:!?*_~]+$/, "");
  return bare.endsWith(")") && !bare.includes("(") ? bare.replace(/\)+[.,;:!?]*$/, "") : bare;
}
