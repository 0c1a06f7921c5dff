import { SPEAKER_PATTERN } from "./safe-messages.ts";
import { spokenNumbersOf, spokenTimesOf } from "./spoken-numbers.ts";

/** The exact content of a set of messages, for literal comparisons. */
export interface ExactEvidence {
  /** The https and http addresses in them. */
  urls: ReadonlySet<string>;
  /** Whether the messages contain the text literally; differences in white space do not count. */
  holdsVerbatim(text: string): boolean;
  /** Returns the numbers and names in a plain text that the messages lack. */
  foreign(text: string): ForeignWords;
}

/**
 * `certain`: an invention. `doubtful`: the messages contain or may contain another spelling ('eight', 'dreihundert', 'half past
 * three', 'forticlent'), so the checking model decides.
 */
export interface ForeignWords {
  certain: string[];
  doubtful: string[];
}

const URLS = /https?:\/\/[^\s<>"'`|\\^{}[\]]+/gi;
/** Up to this number, people of every language write numbers as words, also in forms that `spokenNumbersOf` does not know. */
const SAID_AS_WORDS = 20;
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** `at` dates a message. A year or day that messages only imply ('from Monday on') then counts as doubtful, not as invented. */
export function collectEvidence(messages: readonly { text: string; at?: string }[]): ExactEvidence {
  const said = messages.map(({ text }) => text).join("\n\n");
  const folded = foldBlanks(said);
  const lowered = folded.toLowerCase();
  const words = new Set(tokensOf(said).map((word) => word.toLowerCase()));
  const numbers = new Set(numbersOf(said));
  // Each message by itself: 'for twenty' and 'five of them' in the next one are not 25.
  const spoken = new Set(
    messages.flatMap(({ text }) => [
      ...spokenNumbersOf(text).map(String),
      ...spokenTimesOf(text).flatMap((time) => numbersOf(time)),
    ]),
  );
  const days = messages.flatMap(({ at }) => at ?? []);
  return {
    urls: new Set([...said.matchAll(URLS)].flatMap(([url]) => [url, withoutTail(url)])),
    holdsVerbatim: (text) => folded.includes(foldBlanks(text)),
    foreign(given) {
      const text = given.replace(SPEAKER_PATTERN, " ");
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

/** Words of every script, as Unicode divides them. */
function tokensOf(text: string): string[] {
  return [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** '1,000' and '1.000' are 1000; '15:30' is 15 and 30; digits within an identifier are not joined across separators. */
function numbersOf(text: string): string[] {
  const runs = text.match(/(?<![\p{L}\p{N}_])\p{N}+(?:[.,’' ]\p{N}{3}(?!\p{N}))*|\p{N}+/gu) ?? [];
  return runs.map((run) =>
    run
      .normalize("NFKC")
      .replace(/\D/g, "")
      .replace(/^0+(?=\d)/, ""),
  );
}

/** A word with inner capitals, digits or marks is a product's name: FortiClient, SAP-B1, v2. */
const isName = (word: string) => /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|\p{L}_\p{L}|\p{L}\.\p{L}{2}/u.test(word);

/** Whether the number may be a year or day derived from the messages' dates: 'from 5 October 2026' for 'from Monday on'. */
function isOfDate(number: string, text: string, days: readonly string[]): boolean {
  const value = Number(number);
  const years = days.map((day) => Number(day.slice(0, 4)));
  if (value >= 2000 && value < 2100) return years.some((year) => Math.abs(year - value) <= 1);
  const isDay = value >= 1 && value <= 31;
  return isDay && years.some((year) => [year - 1, year, year + 1].some((near) => text.includes(String(near))));
}

const foldBlanks = (text: string) => text.replace(/\s+/g, " ").trim();

/** A full stop or a bracket at the end of an address belongs to the sentence. */
function withoutTail(url: string): string {
  const bare = url.replace(/[.,;:!?*_~]+$/, "");
  return bare.endsWith(")") && !bare.includes("(") ? bare.replace(/\)+[.,;:!?]*$/, "") : bare;
}
