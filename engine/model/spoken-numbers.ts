/** The words for 0 to 19. Each word's position is its value. */
const BELOW_TWENTY = [
  "null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
];
/** The words for the tens. Each word's position is its value divided by ten. */
const TENS = [
  "- - zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
  "- - twenty thirty forty fifty sixty seventy eighty ninety",
];
const SIZES = { hundert: 100, tausend: 1_000, hundred: 100, thousand: 1_000 };
/** A longer word is no number, and parsing it would waste time. */
const LONGEST_WORD = 60;

const VALUES = new Map<string, number>([
  ...BELOW_TWENTY.flatMap((words) => words.split(" ").map((word, value): [string, number] => [word, value])),
  ...TENS.flatMap((words) => words.split(" ").map((word, ten): [string, number] => [word, 10 * ten])),
  ...Object.entries(SIZES),
  ["eins", 1],
]);

/** Matches words and punctuation, but not the hyphen, which joins words: 'twenty-five'. */
const WORDS = /\n|[\p{L}\p{N}]+(?:[.,]\p{N}+)*|[^\s-]/gu;
const NUMERAL = /^\d{1,3}(?:[.,]\d{1,2})?$/;
const JOINS = /^(?:und|and)$/;
const BETWEEN = /^(?:zwischen|between)$/;
const LEADS_TO_END = /^(?:und|and|oder|or|bis|to|–)$/;
/** Units. 'tausend' or 'hundred' alone is an amount only beside a unit, unlike in 'Tausend Dank'. */
const UNIT =
  /^(?:[€$£%]|euros?|eur|dollars?|pounds?|pfund|francs?|franken|cents?|prozent|percent|(?:kilo|[zc]enti|milli|quadrat|kubik)?(?:met(?:er|re)s?|gram(?:m|s)?|lit(?:er|re)s?)|kilos?|tonnen?|tons?|tonnes|(?:kilo|mega|giga|tera)?(?:bytes?|bits?|watts?|volts?|hertz)|[kmgt]b|[kcm]?m|k?g|m?l|grad|degrees?|sekunden?|seconds?|minuten?|minutes?|stunden?|hours?|tagen?|days?|wochen?|weeks?|monaten?|months?|jahren?|years?|stuck|pieces?|zeichen|characters?)$/;

const HOUR = "(\\p{L}+|\\d{1,2})(?![\\p{L}\\p{N}])";
/** Spoken times, with the minutes to add to the full hour that they name. */
const TIMES: [RegExp, number][] = [
  [`(?:quarter (?:past|after)|viertel nach) ${HOUR}`, 15],
  [`half past ${HOUR}`, 30],
  [`halb ${HOUR}`, -30],
  [`(?:quarter (?:to|before|till)|viertel vor|drei ?viertel) ${HOUR}`, -15],
].map(([pattern, minutes]) => [new RegExp(`(?<![\\p{L}\\p{N}])${pattern}`, "gu"), Number(minutes)]);

interface SpokenWord {
  text: string;
  /** Null if the word is no number. */
  value: number | null;
  /** True for a number in digits. Alone it is not a spoken number, but it can count hundreds: '3 hundert'. */
  isNumeral: boolean;
}

/** A number, and the position of the first word after the number. */
interface SpokenNumber {
  value: number;
  end: number;
}

/**
 * The numbers that a message contains as German or English words: 'dreihundertzwanzig', 'twenty-five', '5 thousand'. A
 * range gives both of its ends.
 */
export function extractSpokenNumbers(text: string): number[] {
  const words = wordsOf(text);
  const found: number[] = [];
  for (let at = 0; at < words.length; ) {
    const number = readNumber(words, at);
    if (number && (number.end > at + 1 || isAmount(words, at))) found.push(number.value);
    at = number?.end ?? at + 1;
  }
  return found;
}

/**
 * The times of day that a message contains as words, each before and after noon: '4:15' and '16:15' for 'quarter past
 * four'.
 */
export function extractSpokenTimes(text: string): string[] {
  const plain = plainOf(text).replace(/[^\S\n]+/g, " ");
  return TIMES.flatMap(([pattern, minutes]) =>
    [...plain.matchAll(pattern)].flatMap(([, word = ""]) => {
      const hour = /^\d/.test(word) ? Number(word) : valueOf(word);
      if (hour === null || hour > 24) return [];
      const time = (hour * 60 + minutes + 720) % 720;
      return [time, time + 720].map((minute) => `${Math.floor(minute / 60)}:${minute % 60}`);
    }),
  );
}

const plainOf = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");

function wordsOf(text: string): SpokenWord[] {
  return (plainOf(text).match(WORDS) ?? []).map((word) => {
    const isNumeral = NUMERAL.test(word);
    return { text: word, isNumeral, value: isNumeral ? Number(word.replace(",", ".")) : valueOf(word) };
  });
}

/** Whether a word that can be a number is used as one. 'hundert' is a number only beside a unit or another number. */
function isAmount(words: SpokenWord[], at: number): boolean {
  if (!((words[at]?.text ?? "") in SIZES)) return true;
  const isNumberNext = (step: 1 | -1) => {
    const near = words[at + step];
    const next = near && LEADS_TO_END.test(near.text) ? words[at + 2 * step] : near;
    return next !== undefined && next.value !== null;
  };
  return UNIT.test(words[at + 1]?.text ?? "") || isNumberNext(1) || isNumberNext(-1);
}

const isSize = (size: 100 | 1_000, word: SpokenWord | undefined) =>
  word !== undefined && word.text in SIZES && word.value === size;
const joins = (word: SpokenWord | undefined) => word !== undefined && JOINS.test(word.text);

/** Reads a number up to the thousands: 'two thousand three hundred and five'. */
function readNumber(words: SpokenWord[], at: number): SpokenNumber | null {
  const isRange = BETWEEN.test(words[at - 1]?.text ?? "");
  const word = words[at];
  const first =
    word && word.value !== null && word.value >= 1_000
      ? { value: word.value, end: at + 1 }
      : readBelowThousand(words, at, isRange);
  if (!first) return null;
  const number = first.value < 1_000 && isSize(1_000, words[first.end]) ? multiply(first, 1_000) : first;
  if (number.value < 1_000 || number.value % 1_000 !== 0) return number;
  if (joins(words[number.end])) return addSmall(words, number, isRange);
  const rest = readBelowThousand(words, number.end, isRange);
  const isOther = !rest || rest.value >= 1_000 || isSize(1_000, words[rest.end]);
  return isOther ? number : { value: number.value + rest.value, end: rest.end };
}

/** Reads a number up to the hundreds: 'two hundred and five', '3 hundert', 'dreihundertzwanzig'. */
function readBelowThousand(words: SpokenWord[], at: number, isRange: boolean): SpokenNumber | null {
  const word = words[at];
  if (!word || word.value === null || word.value >= 1_000) return null;
  if (word.isNumeral && !isSize(100, words[at + 1]) && !isSize(1_000, words[at + 1])) return null;
  const count = readSmall(words, at) ?? { value: word.value, end: at + 1 };
  const number = count.value < 100 && isSize(100, words[count.end]) ? multiply(count, 100) : count;
  return number.value >= 100 && number.value % 100 === 0 ? addSmall(words, number, isRange) : number;
}

/** Reads tens and ones: 'five', 'dreiundzwanzig', 'twenty-five'. German puts the ones first, in one word. */
function readSmall(words: SpokenWord[], at: number): SpokenNumber | null {
  const [tens, ones] = [words[at], words[at + 1]];
  if (!tens || tens.isNumeral || tens.value === null || tens.value >= 100) return null;
  const isPair = tens.text.endsWith("ty") && ones && !ones.isNumeral && ones.value && ones.value < 10;
  return { value: tens.value + (isPair ? (ones.value ?? 0) : 0), end: at + (isPair ? 2 : 1) };
}

/**
 * Adds tens and ones to hundreds or thousands, unless they belong to another number: 'two hundred and three hundred'.
 */
function addSmall(words: SpokenWord[], number: SpokenNumber, isRange: boolean): SpokenNumber {
  const isJoined = joins(words[number.end]);
  const small = readSmall(words, number.end + (isJoined ? 1 : 0));
  if (!small || isSize(100, words[small.end])) return number;
  if (number.value >= 1_000 && isSize(1_000, words[small.end])) return number;
  // In 'between one hundred and twenty and two hundred' only the last 'and' leads to the other end of the range.
  if (isJoined && isRange && !joins(words[small.end])) return number;
  return { value: number.value + small.value, end: small.end };
}

const multiply = ({ value, end }: SpokenNumber, size: number): SpokenNumber => ({
  value: Math.round(value * size),
  end: end + 1,
});

/** The value of one word. German joins several number words into one: 'fünfundzwanzig', 'zweitausenddreihundert'. */
function valueOf(word: string): number | null {
  const known = VALUES.get(word);
  if (known !== undefined) return known;
  if (word.length > LONGEST_WORD) return null;
  for (const name of ["tausend", "hundert"] as const) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const rest = word.slice(at + name.length).replace(/^und/, "");
    const [before, after] = [at === 0 ? 1 : valueOf(word.slice(0, at)), rest === "" ? 0 : valueOf(rest)];
    const isNumber = before !== null && after !== null && before < 1_000 && after < SIZES[name];
    return isNumber ? before * SIZES[name] + after : null;
  }
  const [, one = "", ten = ""] = /^(.{3,6})und(.{6,8})$/.exec(word) ?? [];
  const [ones, tens] = [VALUES.get(one), VALUES.get(ten)];
  return ones !== undefined && tens !== undefined && ones < 10 && tens >= 20 && tens < 100 ? tens + ones : null;
}
