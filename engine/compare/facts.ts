import { cacheLatest, extractTextTerms, RAREST_WORD_WEIGHT, weighWord } from "./knowledge-terms.ts";

/** Rewrites amounts into the one spelling that this file parses. Number words were replaced by digits before. */
const SPELLINGS: [RegExp, string][] = [
  [/\b(\d+) thousand\b/g, "$1000"],
  [/\b(\d+) and a half (?=[a-z])/g, "$1.5 "],
  [/\b(?:an|1) hour and a half\b/g, "1.5 hours"],
  [/\b3 quarters of an hour\b/g, "45 minutes"],
  [/\b(?:a )?quarter of an hour\b/g, "15 minutes"],
  [/\bhalf an hour\b/g, "30 minutes"],
  [/\b(?:a )?half a year\b/g, "6 months"],
  [/\ba couple of (?=days|weeks|hours|months|years|minutes)/g, "2 "],
  [/\b(?:the )?(?:next|following) (?:working )?day\b/g, "1 day"],
  [/\b(?:the )?(?:whole|entire|full|all) (?=(?:day|week|month|year)\b)/g, "1.0 "],
  // 'The first day of the month' is a date, but 'the first day of illness' is a position in a sequence.
  [
    /\bfirst (?=(?:day|week|month|quarter|year|hour)\b(?! of (?:(?:the|a|each|every) )?(?:week|month|quarter|year|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b))/g,
    "1st ",
  ],
  [/\bsecond (?=(?:day|week|month|quarter|year|hour)\b(?! of))/g, "2nd "],
  [/\bhalf past (\d{1,2})\b/g, "$1:30"],
  [/\b(\d{1,2}(?::\d\d)?)(?: o'?clock)? in the (?:afternoon|evening)\b/g, "$1 pm"],
  [/\b(\d{1,2}(?::\d\d)?)(?: o'?clock)? (?:in the morning|o'?clock)/g, "$1 am"],
  [/\bmidday\b/g, "noon"],
  [/\b(?:every|each) (?:other|second|2nd) week\b|\bfortnightly\b|\bbi-?weekly\b/g, "every 2 weeks"],
  [/\b(?:twice|2 times) (?:a|per|each|every) year\b|\bevery half year\b/g, "every 6 months"],
  [/\bevery 3 months\b/g, "quarterly"],
  [/\b(?:at no|without(?: a| any)?|no) (?:extra |additional )?(?:charge|fee|cost)s?\b/g, "for free"],
  [/\bhalf (?:of (?:it|that|them|the)|the (?=price|amount|fee|cost|money|rate|salary|pay))/g, "50 percent "],
];

/** Rewrites the amounts in `text`, which must be in lower case with digits for number words. */
export function normalizeAmounts(text: string): string {
  return SPELLINGS.reduce((rest, [pattern, plainly]) => rest.replace(pattern, plainly), text);
}

/** An exact value or name in a sentence. Two sentences with different facts never count as the same. */
export interface ExactFact {
  /**
   * The kind of the value. A 'duration' is in seconds, a 'clock' in minutes after midnight. A 'number' has the name of
   * the counted thing in `about`. A 'code' consists of letters and digits, or is a version or a path.
   */
  kind: "duration" | "clock" | "weekday" | "date" | "frequency" | "percent" | "money" | "number" | "code" | "name";
  value: string;
  /** The words beside a number without a unit: 'port' in 'port 5432', 'question' in 'three questions', 'day' in 'the same day'. */
  about: ReadonlySet<string>;
  /**
   * True if the fact is vague ('a month', 'one', a possible name). A vague fact can confirm an exact one, but no text
   * is required to contain it.
   */
  soft: boolean;
}

/** Parses 'one 1 two 2' into `{ one: "1", two: "2" }`. */
const pairsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\S+) (\S+)/g)].map(([, word = "", value = ""]) => [word, value]));

const NUMBER_WORDS = pairsIn(
  `zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14
  fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80
  ninety 90 hundred 100 dozen 12`,
);
const LATER_ORDINALS = pairsIn(
  "third 3rd fourth 4th fifth 5th sixth 6th seventh 7th eighth 8th ninth 9th tenth 10th fifteenth 15th twentieth 20th",
);
const ORDINALS: Record<string, string> = { first: "1st", second: "2nd", ...LATER_ORDINALS };
const WEEKDAYS = /\b(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)days?\b|\b(weekends?)\b/gi;
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
/** The seconds of each unit; a month counts 30 days, a year 12 such months. */
const SECONDS = pairsIn(
  `second 1 sec 1 s 1 minute 60 min 60 hour 3600 h 3600 hr 3600 night 86400 day 86400 week 604800 fortnight 1209600
  month 2592000 quarter 7776000 year 31104000`,
);
const UNIT = "seconds?|secs?|minutes?|mins?|hours?|hrs?|h|nights?|days?|weeks?|fortnights?|months?|quarters?|years?";
const FREQUENCIES: [RegExp, string][] = [
  [/\b(?:hourly|every hour|an hour|per hour)\b/g, "hour"],
  [
    /\b(?:daily|(?:every|each) (?:single )?(?:day|morning|evening|night)|per day|once a day|in the morning and (?:in the )?evening)\b/g,
    "day",
  ],
  [/\b(?:weekly|every week|each week|per week|once a week)\b/g, "week"],
  [/\b(?:monthly|every month|each month|per month|once a month)\b/g, "month"],
  [/\b(?:quarterly|every quarter|each quarter|per quarter|once a quarter)\b/g, "quarter"],
  [/\b(?:yearly|annual(?:ly)?|every year|each year|per year|once a year|per annum)\b/g, "year"],
];
/** The last day of each month by the first three letters of its name. */
const LAST_DAYS = pairsIn("jan 31 feb 28 mar 31 apr 30 may 31 jun 30 jul 31 aug 31 sep 30 oct 31 nov 30 dec 31");
const CURRENCY = "euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|cents?|€|\\$|£";

/** Extracts the exact values and names of a text. An amount has the same value however it is written. */
export const extractFacts = cacheLatest(200_000, (text: string): readonly ExactFact[] => {
  const read = new FactReader();
  read.rest = normalizeAmounts(writeNumbersAsDigits(extractNames(text, read.add).toLowerCase()));
  for (const step of [
    readClockTimes,
    readDates,
    readFrequencies,
    readWeekdays,
    readMoney,
    readPercents,
    readDurations,
    readCodes,
    readNumbers,
  ])
    step(read);
  return read.facts;
});

/** Collects the facts of a text. `rest` is the part of the text that is not yet parsed. */
class FactReader {
  readonly facts: ExactFact[] = [];
  rest = "";

  readonly add = (kind: ExactFact["kind"], value: string, soft = false, about: Iterable<string> = []) =>
    void this.facts.push({ kind, value, soft, about: new Set(about) });

  /** Calls `found` with the groups of each match and removes the match from `rest`. */
  take(pattern: RegExp, found: (...groups: string[]) => void): void {
    this.rest = this.rest.replace(pattern, (...all: unknown[]) => {
      found(...all.slice(1).map((group) => (typeof group === "string" ? group : "")));
      return " ; ";
    });
  }
}

/** Matches amounts with a decimal comma, as most European countries write them: '9,90 €' and '€ 9,90'. */
const DECIMAL_COMMA = new RegExp(
  `(?<=\\d),(?=\\d{1,2}\\s?(?:${CURRENCY}|%|percent\\b|kg\\b|g\\b|l\\b|km\\b|m\\b|cm\\b|mm\\b|${UNIT}\\b))|(?<=(?:€|\\$|£|eur|chf)\\s?\\d+),(?=\\d{1,2}(?!\\d))`,
  "g",
);

/** Rewrites numbers as plain digits: 'twenty-five', '1,200' and '5k'. */
function writeNumbersAsDigits(text: string): string {
  return text
    .replace(/(?<=\d),(?=\d{3}\b)/g, "")
    .replace(DECIMAL_COMMA, ".")
    .replace(/(?<=\d)(?=(?:k|m)\b)/g, " ")
    .replace(/\b(\d+(?:\.\d+)?) k\b/g, (_all, number: string) => String(Number(number) * 1000))
    .replace(
      /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-([a-z]+)\b/g,
      (all, tens: string, ones: string) => {
        const one = /\d/.exec(NUMBER_WORDS[ones] ?? ORDINALS[ones] ?? "")?.[0];
        return one ? `${Number(NUMBER_WORDS[tens]) + Number(one)}${ones in ORDINALS ? "th" : ""}` : all;
      },
    )
    .replace(/\b[a-z]+\b/g, (word) => NUMBER_WORDS[word] ?? LATER_ORDINALS[word] ?? word);
}

function readClockTimes(read: FactReader): void {
  read.take(/\b(\d{1,2})(?::(\d\d))?\s?([ap])\.?m\b\.?/g, (hour = "", minute = "", half = "") =>
    read.add("clock", String(((Number(hour) % 12) + (half === "p" ? 12 : 0)) * 60 + Number(minute || 0))),
  );
  read.take(/\b(\d{1,2})(?:[:.](\d\d))? ?uhr\b/g, (hour, minute) =>
    read.add("clock", String(Number(hour) * 60 + Number(minute || 0))),
  );
  read.take(/\b(\d{1,2}):(\d\d)\b/g, (hour, minute) => read.add("clock", String(Number(hour) * 60 + Number(minute))));
  read.take(/\b(?:at )?(noon|midnight)\b/g, (which) => read.add("clock", which === "noon" ? "720" : "0"));
}

function readDates(read: FactReader): void {
  const month = (name = "") => name.slice(0, 3);
  read.take(new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?(${MONTH})\\b`, "g"), (day, name) =>
    read.add("date", `${month(name)} ${day}`),
  );
  read.take(new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?\\b`, "g"), (name, day) =>
    read.add("date", `${month(name)} ${day}`),
  );
  read.take(
    new RegExp(
      `\\b(?:the )?(last|first|end|beginning|start)(?: (?:working|business))?(?: day)? of (?:the |each |every )?(day|week|month|quarter|year|${MONTH})\\b`,
      "g",
    ),
    (which = "", name) => read.add("date", firstOrLastDayOf(which, month(name))),
  );
  read.take(new RegExp(`\\b(?!(?:may|march|mar|sec)\\b)(${MONTH})\\b`, "g"), (name) => read.add("date", month(name)));
  read.take(/\bthe (last (?:day|week|month|quarter|year))\b/g, (last = "") => read.add("date", last, true));
  read.take(/\b(\d{1,2})(?:st|nd|rd|th)(?: (?:day )?of (?:the|each|every) month)?\b/g, (day) =>
    read.add("date", day ?? "", Number(day) < 6),
  );
}

function readFrequencies(read: FactReader): void {
  for (const [pattern, unit] of FREQUENCIES) read.take(pattern, () => read.add("frequency", unit));
  read.take(
    new RegExp(`\\b(once|twice|\\d+(?:x| times)) (?:an?|per|each|every) (${UNIT})\\b`, "g"),
    (count = "", unit = "") =>
      read.add("frequency", `${count === "twice" ? 2 : (/\d+/.exec(count)?.[0] ?? 1)} ${unit.replace(/s$/, "")}`),
  );
}

function readWeekdays(read: FactReader): void {
  read.take(WEEKDAYS, (day = "", weekend = "") => read.add("weekday", weekend ? "weekend" : day.slice(0, 3)));
}

function readMoney(read: FactReader): void {
  read.take(
    /\b(?:for free|free of charge|is free|are free|it's free|free|costs? nothing|no charge|no extra cost)\b/g,
    () => read.add("money", "0", false),
  );
  read.take(
    new RegExp(`(?:(${CURRENCY})\\s?(\\d+(?:\\.\\d+)?))|\\b(\\d+(?:\\.\\d+)?)\\s?(?:${CURRENCY})(?![a-z])`, "g"),
    (_sign, before, after) => read.add("money", plain(before || after || "")),
  );
}

function readPercents(read: FactReader): void {
  read.take(/(\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)/g, (number = "") => read.add("percent", plain(number)));
}

function readDurations(read: FactReader): void {
  read.take(
    new RegExp(
      `\\b(\\d+(?:\\.\\d+)?)(?:\\s?(?:-|–|to|or)\\s?(\\d+))?[\\s-]?(?:(?!(?:in|of|or|and|to|per|an?|the|for|after|before|on|at)\\b)[a-z]+ )?(${UNIT})\\b`,
      "g",
    ),
    (one, other, unit) => {
      for (const number of [one, other]) if (number) read.add("duration", String(Number(number) * secondsOf(unit)));
    },
  );
  read.take(/\bhalf (?:an hour|a (day|year))\b/g, (unit) =>
    read.add("duration", String(unit ? secondsOf(unit) / 2 : 1800)),
  );
  read.take(
    new RegExp(`\\b(?:for|within|in|after|takes?|about|lasts?|another|than|least|every) an? (${UNIT})\\b`, "g"),
    (unit) => read.add("duration", String(secondsOf(unit))),
  );
  read.take(new RegExp(`\\b(?:an?|1) (${UNIT})\\b`, "g"), (unit = "") => {
    read.add("duration", String(secondsOf(unit)), true);
    read.add("frequency", unit.replace(/s$/, ""), true);
  });
  read.take(/\bsame day\b/g, () => read.add("duration", "0", true, ["day"]));
  read.take(/\b(today|straight away|right away|at once|immediately)\b/g, () => read.add("duration", "0", true));
}

function readCodes(read: FactReader): void {
  read.take(/(?<![\w.])((?=[\w./-]*\d)(?=[\w./-]*[a-z])[a-z\d][\w./-]*\w|\d+(?:\.\d+){1,3})(?!\w)/g, (code = "") => {
    if (!/^\d+-[a-z]{3,}/.test(code)) read.add("code", code.replace(/^v(?=\d)/, ""));
    else read.add("number", /^\d+/.exec(code)?.[0] ?? code);
  });
}

/** Reads numbers without a unit. The words beside the number name the counted thing. */
function readNumbers(read: FactReader): void {
  for (const { 0: number, index } of read.rest.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g)) {
    const before =
      read.rest
        .slice(Math.max(0, index - 24), index)
        .match(/[a-z]+/g)
        ?.slice(-1) ?? [];
    const after = read.rest.slice(index + number.length, index + 40).match(/^[ -]*[a-z]+(?: [a-z]+)?/)?.[0] ?? "";
    read.add("number", plain(number), number === "1", extractTextTerms(`${before.join(" ")} ${after}`).words);
  }
}

/** The first or last day of a period: 'mar 31' for the end of March, 'last mon' for the last day of an unnamed month ('mon'). */
function firstOrLastDayOf(which: string, of: string): string {
  const isEnd = which === "end" || which === "last";
  const lastDay = LAST_DAYS[of];
  if (lastDay === undefined || of === "mon") return `${isEnd ? "last" : "first"} ${of}`;
  return `${of} ${isEnd ? lastDay : 1}`;
}

const secondsOf = (unit = "") => Number(SECONDS[unit.replace(/s$/, "")] ?? SECONDS[unit] ?? 1);
const plain = (number: string) => String(Number(number));

/** Extracts names: capitalized words within a sentence, mentions, channels, addresses and commands. Returns the text without them. */
function extractNames(text: string, add: (kind: ExactFact["kind"], value: string, soft?: boolean) => void): string {
  const take = (from: string, pattern: RegExp) =>
    from.replace(pattern, (...all: unknown[]) => {
      const [found, inner] = all as [string, string | undefined];
      const name = (typeof inner === "string" ? inner : found).replace(/[.,;:!?]+$/, "");
      add("name", name.toLowerCase());
      return ` ${name.replace(/[^\p{L} -]/gu, " ")} `;
    });
  let rest = take(text, /`([^`]+)`/g);
  rest = take(rest, /https?:\/\/\S+|[\w.+-]+@[\w-]+\.\w+|[#@][\w-]*[a-z][\w-]*/gi);
  rest = take(rest, /\b(?:(?!EUR|USD|GBP|CHF)\p{Lu}{3,}|\p{Lu}\p{Ll}+\p{Lu}[\p{L}]*)\b(?!['’-]?\d)/gu);
  rest = rest.replace(
    /(?<![.!?:]\s|^|\n|\w|["'(]|\d )\b(\p{Lu}[\p{L}\p{N}]*(?:[A-Z-][\p{L}\p{N}]+)*)(?=\b)/gu,
    (word: string) => {
      if (/^(?:I|OK|PM|AM|EUR|USD|GBP|CHF)$|\d/.test(word) || isCalendar(word)) return word;
      add("name", word.toLowerCase());
      return word;
    },
  );
  for (const [, word = ""] of rest.matchAll(OPENS)) if (isRare(word)) add("name", word.toLowerCase(), true);
  return rest;
}

/** The first word of a sentence counts as a name only if the word is rare: 'Stefan, by mail'. */
const OPENS = /(?:^|[.!?:]\s)(\p{Lu}\p{Ll}{2,})(?=,|\s)/gu;
const isRare = (word: string) =>
  !isCalendar(word) && [...extractTextTerms(word).words].some((term) => weighWord(term) === RAREST_WORD_WEIGHT);

const CALENDAR = new RegExp(`^(?:${MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$`, "i");
const isCalendar = (word: string) => CALENDAR.test(word) || word.toLowerCase() in NUMBER_WORDS;
