import { contentWordsOf, stem, wordsOf } from "../text/words.ts";
import { type SafeMessage, SPEAKER } from "./safe-conversation.ts";

/** What a set of messages supports. */
export interface Evidence {
  /** The https and http addresses in them. */
  urls: ReadonlySet<string>;
  /** Whether this is in them letter by letter, blanks aside. */
  holdsVerbatim(text: string): boolean;
  /** Why a plain text says more than they do, in a few words; null when they support it. `atLeast`: share of its words. */
  refuses(text: string, atLeast?: number): string | null;
}

/** Half of the words that carry meaning must be the messages' own. */
const SUPPORTED_SHARE = 0.5;
/** Of a sentence in which no word carries meaning, nearly all. */
const FILLERS_SHARE = 0.8;
const PREFIX_LETTERS = 5;

const URLS = /https?:\/\/[^\s<>"'`|\\^{}[\]]+/gi;
const ABBREVIATIONS = /^(?:e\.g|i\.e|etc|vs|a\.m|p\.m)$/i;
const NEGATION = /\b(?:not|never|no|without|cannot|avoid|nothing|none|nobody)\b|n['’]t\b/i;
/** As people type it in a hurry. */
const TYPED_NEGATION =
  /\b(?:nah|nope|nor|neither|except|unless|instead|only|still|stop(?:ped)?|wrong|(?:do|does|did|ca|wo|is|are|was|were|should|would|could|have|has)nt|canny|dinnae)\b/i;
const SCRIPT_WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The one reason that a paraphrase may have too. */
export const FEW_WORDS = "most of its words are in none of its messages";

export function evidenceOf(messages: Pick<SafeMessage, "text">[]): Evidence {
  const said = messages.map(({ text }) => text).join("\n\n");
  const folded = foldBlanks(said);
  const lowered = withNumbersOf(folded.toLowerCase());
  const stems = new Set(meaningOf(said));
  const prefixes = new Set([...stems].map((word) => word.slice(0, PREFIX_LETTERS)));
  const spoken = new Set(wordsOf(said));
  const isDenied = NEGATION.test(said) || TYPED_NEGATION.test(said);

  const knows = (word: string) =>
    stems.has(word) ||
    (word.length >= PREFIX_LETTERS &&
      prefixes.has(word.slice(0, PREFIX_LETTERS)) &&
      [...stems].some((known) => known.length >= PREFIX_LETTERS && (known.startsWith(word) || word.startsWith(known))));

  return {
    urls: new Set([...said.matchAll(URLS)].flatMap(([url]) => [url, withoutTail(url)])),
    holdsVerbatim: (text) => folded.includes(foldBlanks(text)),
    refuses(given, atLeast = SUPPORTED_SHARE) {
      const text = given.replace(SPEAKER, " ");
      const isForeign = exactTokensOf(text).some((token) => !standsAlone(lowered, token.toLowerCase()));
      if (isForeign) return "a number or name in it is in none of its messages";
      if (NEGATION.test(text) && !isDenied) return "it denies what none of its messages denies";
      const words = [...new Set(meaningOf(text))];
      const share = words.length > 0 ? words.filter(knows).length / words.length : shareOf(wordsOf(text), spoken);
      const least = words.length > 0 ? atLeast : Math.min(atLeast * 2, FILLERS_SHARE);
      return share >= least ? null : FEW_WORDS;
    },
  };
}

const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Who says 'eight' has said 8. */
function withNumbersOf(text: string): string {
  const said = new Set(text.match(/\p{L}+/gu));
  return [text, ...NUMBER_WORDS.flatMap((word, number) => (said.has(word) ? String(number) : []))].join("\n");
}

function shareOf(words: readonly string[], known: ReadonlySet<string>): number {
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

function foldBlanks(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A full stop or a bracket after an address belongs to the sentence. */
function withoutTail(url: string): string {
  const bare = url.replace(/[.,;:!?*_~]+$/, "");
  return bare.endsWith(")") && !bare.includes("(") ? bare.replace(/\)+[.,;:!?]*$/, "") : bare;
}

/** Stems of the words that carry meaning; pairs of characters where a script has no blanks. */
function meaningOf(text: string): string[] {
  return contentWordsOf(text.replace(/[-/_]/g, " ")).flatMap((word) => {
    if (!SCRIPT_WITHOUT_BLANKS.test(word)) return [stem(word)];
    const characters = Array.from(word);
    return characters.length < 3
      ? [word]
      : characters.slice(1).map((character, index) => characters[index] + character);
  });
}

/** What may not be paraphrased: numbers, paths, options, identifiers, addresses, mentions. */
function exactTokensOf(text: string): string[] {
  // '10-minute' says what '10 minutes' says.
  const words = text.replace(/(\p{N})-(?=\p{L}{3})/gu, "$1 ").split(/\s+/);
  return words.flatMap((raw) => {
    const token = raw.replace(/^[\p{P}\p{S}]+?(?=[\p{L}\p{N}@$/#~.-])|[^\p{L}\p{N}%/_]+$/gu, "");
    if (!token || ABBREVIATIONS.test(token)) return [];
    const isExact = /\p{N}|\p{L}[.:\\@=_#$%&|<>]+\p{L}|^[@$#~/\\]|^--?\p{L}|\p{Ll}\p{Lu}|:\/\/|\/.*\//u.test(token);
    return isExact ? [token] : [];
  });
}

/** `5` is not in `15`, nor `acme.co` in `acme.com`. */
function standsAlone(said: string, token: string): boolean {
  for (let at = said.indexOf(token); at >= 0; at = said.indexOf(token, at + 1)) {
    const before = said.slice(Math.max(0, at - 2), at);
    const after = said.slice(at + token.length, at + token.length + 2);
    const opens = !/[\p{L}\p{N}_]$|\d[.,]$/u.test(before) || !/^[\p{L}\p{N}]/u.test(token);
    const closes = !/^[\p{L}\p{N}_]|^[.,@-][\p{L}\p{N}]/u.test(after) || !/[\p{L}\p{N}]$/u.test(token);
    if (opens && closes) return true;
  }
  return false;
}
