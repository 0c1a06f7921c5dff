import { stemmer } from "stemmer";

/** Words of grammar and of asking: what is left of a question says what it is about. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any anybody anyone anything are aren't around as ask at be because been before being but by can
can't cannot could couldn't did didn't do does doesn't doing don't each either else ever every for from get gets getting give gives go going
got had has have having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its just know like make makes many may me
might mine most much must my need needs no not now of off on one only or other our ours out over own per please same say says shall she should
so some somebody someone something such tell than that that's the their theirs them then there there's these they they're thing things this those
through to too up upon us use used using very via want wants was wasn't way we we're well were weren't what what's when where where's which
while who who's whom whose why will with without won't would wouldn't yes you you'd you'll you're you've your yours does anybody know called
new first come comes take takes mean means happen happens happened work works s`
    .split(/\s+/)
    .filter(Boolean),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_+#.-]*/gu;

/** The words of a text in order: lower case, without accents, cut to their stem, without words of grammar. */
export const termsOf = (text: string): string[] => termsOfWords(plainWords(text));

/** `termsOf` for whoever has the plain words already. */
export function termsOfWords(words: string[]): string[] {
  const terms: string[] = [];
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue;
    terms.push(stemOf(word));
    // 'build-server' is found by 'build' and by 'server' too.
    const parts = word.split(/[._+#'-]+/).filter((part) => part.length > 1);
    if (parts.length > 1) for (const part of parts) if (!STOP_WORDS.has(part)) terms.push(stemOf(part));
  }
  return terms;
}

/** 'What number do I call': it says what kind of answer is wanted, as 'how many' does, and an answer does not repeat it. */
const ASKED_NUMBER = /\b(?:what|which) (?:number|amount)\b(?= (?:do|does|did|can|may|must|should|shall|will|to)\b)/gi;

/** What a question asks about; all of its words where it has no others. */
export function questionTermsOf(question: string): string[] {
  const terms = [...new Set(termsOf(question.replace(ASKED_NUMBER, " ")))];
  return terms.length > 0 ? terms : [...new Set(plainWords(question).map(stemOf))];
}

/** Lower-case words without accents and without a possessive or a full stop at their end. */
export function plainWords(text: string): string[] {
  const words: string[] = [];
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const [match] of plain.matchAll(WORD)) {
    const word = match
      .replace(/[’]/g, "'")
      .replace(/'s$/, "")
      .replace(/[.'_-]+$/, "");
    if (word) words.push(word);
  }
  return words;
}

const LONGEST_TERM = 40;

/** Most words come again: their stems are kept, up to this many. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

function stemOf(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const stem = (/^[a-z]+$/.test(word) ? stemmer(word) : word).slice(0, LONGEST_TERM);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(word, stem);
  return stem;
}
