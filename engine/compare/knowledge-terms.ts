import { cosineSimilarity, type Encoder, type Vector } from "../encoder/meaning.ts";
import { extractContentWords, isContentWord } from "../text/words.ts";
import weights from "./same-question-weights.json" with { type: "json" };

/** Groups of words that are synonyms in requests for help. The first word of a group stands for the group. */
const SAME = `install instal setup | remove delete uninstall purge erase discard clean clear prune | add append include insert
change edit modify alter replace adjust configure rename | upgrade update | start launch begin | boot startup
virtualbox vm vmware | tar tarball targz | stop kill terminate quit | restart reboot reload
fail error exception broken crash trouble cannot unable refuse | enable activate | disable deactivate
undo revert rollback | restore recover recovery | show display list view | request order | book reserve
login signin logon | password passwd passphrase | permission right privilege role | access read
store keep retain retention | salary payday payroll wage | vacation holiday | database db postgresql psql postgres
computer laptop notebook pc | external outside | invite share | picture photo | folder directory dir
disk hdd hd drive | stick pendrive thumbdrive | wireless wifi wlan | certificate cert | memory ram
increase raise enlarge | decrease reduce shrink | test spec | program app application software | email mail
sound audio hear | duplicate twice double | 2fa mfa | expense reimburse refund | macos mac osx | expire expiry
cli terminal shell console | best recommend suggest prefer | difference differ vs versus compare | forward forwarding
virus antivirus malware`;

const CONCEPT = new Map(
  SAME.split(/ \| |\n/).flatMap((line) => {
    const words = line.split(" ");
    return words.map((word): [string, string] => [stem(word), stem(words[0] ?? word)]);
  }),
);

/** Replaces phrases and spelling variants by a single word. */
const PHRASES: [RegExp, string][] = [
  [/\bset(?:ting)?[- ]up\b/g, "setup"],
  [/\b(?:turn|switch)(?:ed|ing|s)? (?:it |them )?on\b/g, "enable"],
  [/\b(?:turn|switch)(?:ed|ing|s)? (?:it |them )?off\b/g, "disable"],
  [/\b(?:log|sign)(?:ged|ging|ning|s)?[- ](?:in|on)(?:to)?\b/g, "login"],
  [/\b(?:roll|go)(?:ing|s)?[- ]back\b/g, "rollback"],
  [/\b(?:two|multi)[- ]factor\b/g, "2fa"],
  [/\bhard[- ](?:drive|disk)s?\b/g, "disk"],
  [/\b(?:flash|thumb|usb)[- ](?:drive|stick|memory)s?\b/g, "stick"],
  [/\b(?:mac )?os x\b/g, "macos"],
  [/\bcommand[- ]line\b/g, "cli"],
  [/\bget(?:ting)? rid of\b/g, "remove"],
  [/\banti-virus\b/g, "virus"],
  [/\bvirtual machine/g, "vm"],
  [/\bstart[- ]up\b/g, "startup"],
  [/\b(?:can't|can not|won't|doesn't work|not work(?:ing)?)\b/g, "fail"],
  [/\b(\d+) ?-?(?:bits?)\b/g, "$1bit"],
];

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MONTHS = "january february march april may june july august september october november december".split(" ");

/** A text as three sets: stemmed words of its subject, literal names, and numbers. */
export interface TextTerms {
  words: ReadonlySet<string>;
  /** Commands, paths, flags, error codes and channels, in lower case and not stemmed. */
  names: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

/** Longer texts are rarely compared again, and their results take much memory. */
const LONGEST_KEPT = 2_000;
const KEPT_MS = 60_000;

/**
 * Caches the results of `read` for the latest texts, up to `mostCharacters` characters in total, because an import
 * compares each text with many others. Results expire after a minute, so that erased words do not stay in memory.
 */
export function cacheLatest<Result extends object>(
  mostCharacters: number,
  read: (text: string) => Result,
): typeof read {
  // A Map keeps insertion order, so its first entry is the least recently used one.
  const kept = new Map<string, Result>();
  let characters = 0;
  let clearing: NodeJS.Timeout | undefined;
  const clear = () => {
    kept.clear();
    characters = 0;
    clearing = undefined;
  };
  return (text) => {
    if (text.length > LONGEST_KEPT) return read(text);
    const known = kept.get(text);
    const result = known ?? read(text);
    if (!known) characters += text.length;
    kept.delete(text);
    kept.set(text, result);
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    clearing ??= setTimeout(clear, KEPT_MS).unref();
    return result;
  };
}

const NAME = /(?:^|\s)(--?[a-z][\w-]+|#[\w-]+|~?[\w@-]*[./_:=][\w@./_:=-]*\w|\w+-\w+-[\w-]+)/g;
/** Quoted words are literal, such as an option or an error message. */
const QUOTED = /["“„]([^"“”„]{3,60})["”]/g;
const ERROR_CODE = /\b[A-Z][A-Z_]{4,}\b/g;

export const extractTextTerms = cacheLatest(400_000, (text: string): TextTerms => {
  const bare = text.replace(/[`"“”'‘’*]+(?=\s|[.,;:!?)]|$)|(?<=^|[\s(])[`"“”'‘’*]+/g, " ").replace(/’/g, "'");
  let lower = bare.toLowerCase();
  for (const [phrase, word] of PHRASES) lower = lower.replace(phrase, word);
  const names = new Set<string>();
  for (const [, name] of lower.matchAll(NAME)) if (name && !/^[\d.,:]+$/.test(name)) names.add(name);
  for (const [, quoted] of text.toLowerCase().matchAll(QUOTED)) if (quoted?.includes(" ")) names.add(quoted.trim());
  for (const [code] of bare.matchAll(ERROR_CODE)) names.add(code.toLowerCase());
  const words = new Set<string>();
  const numbers = new Set<string>();
  for (const [token] of lower.matchAll(/\d+(?:\.\d+)+|\d+(?:st|nd|rd|th)\b|[\p{L}\p{N}+]+(?:'\p{L}+)?/gu)) {
    const number = numberOf(token);
    if (number) numbers.add(number);
    else if (MONTHS.includes(token) && token !== "may" && token !== "march") words.add(token);
    else {
      const root = stem(token);
      const concept = CONCEPT.get(root);
      if (concept) words.add(concept);
      else if (isContentWord(token)) words.add(root);
    }
  }
  return { words, names, numbers };
});

function numberOf(token: string): string | null {
  const digits = /^(\d+(?:\.\d+)*)(?:st|nd|rd|th)?$/.exec(token)?.[1];
  if (digits) return digits;
  const place = NUMBER_WORDS.indexOf(token);
  return place > 1 ? String(place) : null;
}

/**
 * Removes plural and verb endings and a final e. The stem need not be a word, because stems are compared only with
 * stems.
 */
function stem(word: string): string {
  const one = word
    .replace(/ies$/, "y")
    .replace(/(?<=ss|x|ch|sh|us|z)es$/, "")
    .replace(/(?<=[^suio])s$/, "");
  const root = one.replace(/(?<=[aeiouy][a-z]*[^e])(?:ing|ed)$/, "");
  if (root === one || root.length < 3) return one.length > 4 ? one.replace(/e$/, "") : one;
  return root.replace(/([bdgmnprt])\1$/, "$1");
}

/** The weight of the rarest words. */
export const RAREST_WORD_WEIGHT = 7;
const documents: Record<string, number> = weights.documents;

/** The weight of a word, 0.5 to 7: the rarer in requests for help, the higher. */
export function weighWord(word: string): number {
  return documents[word] ?? RAREST_WORD_WEIGHT;
}

export function sumWordWeights(words: Iterable<string>): number {
  let sum = 0;
  for (const word of words) sum += weighWord(word);
  return sum;
}

/**
 * The words of a text's subject. `meaning` is the word's own embedding. `tells` is the word's weight, 0.5 to 7; rarer
 * words have a higher weight.
 */
export type WordMeanings = ReadonlyMap<string, { meaning: Vector | undefined; tells: number }>;

/** Words after this number are ignored, because longer texts are usually pasted. */
const MOST_WORDS = 80;
/**
 * Two words with a cosine up to `UNRELATED` are not similar. From `UNRELATED + TO_THE_SAME` on, two words count as the
 * same.
 */
const UNRELATED = 0.3;
const TO_THE_SAME = 0.6;
/** Two words with this many common first letters are forms of one word. */
const SAME_BEGINNING = 5;
/** The weight of the most common words. */
const LEAST_WORTH = 0.5;

/** Words are encoded without their context, so that the encoder's cache serves every text with the same word. */
export async function parseWordMeanings(text: string, encoder: Encoder | undefined): Promise<WordMeanings> {
  const words = [...new Set(extractContentWords(text))].filter((word) => /^\p{L}/u.test(word)).slice(0, MOST_WORDS);
  const vectors = (await encoder?.encode(words)) ?? [];
  return new Map(words.map((word, place) => [word, { meaning: vectors[place], tells: tellsOf(word) }]));
}

const tellsOf = (word: string) => Math.max(LEAST_WORTH, ...[...extractTextTerms(word).words].map(weighWord));

/**
 * The share of `words`, 0 to 1, by weight, for which `others` contains the same word, another form of the word, or a
 * synonym.
 */
export function computeWordCoverage(words: WordMeanings, others: WordMeanings): number {
  let [covered, all] = [0, 0];
  for (const [word, { meaning, tells }] of words) {
    all += tells;
    covered += tells * likenessOf(word, meaning, others);
  }
  return all ? covered / all : 0;
}

function likenessOf(word: string, meaning: Vector | undefined, others: WordMeanings): number {
  let most = 0;
  for (const [other, { meaning: vector }] of others) {
    if (other === word || (word.length >= SAME_BEGINNING && other.startsWith(word.slice(0, SAME_BEGINNING)))) return 1;
    if (meaning && vector)
      most = Math.max(most, Math.min(1, (cosineSimilarity(meaning, vector) - UNRELATED) / TO_THE_SAME));
  }
  return most;
}

/** Groups of opposites: only one word of a group can be true of a thing. */
const EXCLUDING = `enable disable | on off | before after | soft hard | allow forbid | allowed forbidden | safe dangerous | always never
same different | daily weekly monthly quarterly yearly | increase decrease | lock unlock | public private unlisted
first last | open close | opening closing | open closed | opening closed | up down | left right | above below
over under | inside outside | internal external | optional mandatory | voluntary mandatory | free paid | keep delete
include exclude | included excluded | accept refuse | accept reject | approve reject | manual automatic
permanent temporary | full half | minimum maximum | earliest latest | gross net | more fewer | least most
everybody nobody | red blue green yellow white black orange grey | morning evening afternoon | north south east west
upstairs downstairs | paper digital | hot cold | wet dry | front back | old new | buyer seller | sender receiver
employer employee | warm cold | start stop | import export | upload download | credit debit | income expense
raise lower | encrypted plain
`;

const GROUPS = EXCLUDING.trim()
  .split(/ \| |\n/)
  .map((group) => group.split(" "));

/** The words of a text in lower case, not stemmed. */
export function splitIntoWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** Whether the texts use different words of one group of opposites, and no common word of that group. */
export function haveOppositeWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return GROUPS.some((group) => {
    const [ofA, ofB] = [group.filter((word) => a.has(word)), group.filter((word) => b.has(word))];
    return ofA.length > 0 && ofB.length > 0 && !ofA.some((word) => ofB.includes(word));
  });
}
