import type { Cue, Language, Meaning } from "./cue.ts";
import { GERMAN } from "./de/language.ts";
import { ENGLISH } from "./en/language.ts";
import { Phrases, type Token, tokensOf } from "./phrases.ts";

/** A further language is a folder beside these two. Sentences are read by the words of all of them. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en: ENGLISH, de: GERMAN };

export const phrasesOf = ({ at, words }: Cue): Phrases => new Phrases(at, words.split("\n"));

/** The phrases of one meaning, each language on its own: what follows another stands differently in each. */
const phrases = new Map<Meaning, Phrases[]>();
for (const { cues } of Object.values(LANGUAGES))
  for (const [meaning, cue] of Object.entries(cues) as [Meaning, Cue][])
    phrases.set(meaning, [...(phrases.get(meaning) ?? []), phrasesOf(cue)]);

export const MEANINGS = [...phrases.keys()];

/** Whether a sentence has the meaning in any language. */
export function means(sentence: string | Token[], meaning: Meaning): boolean {
  const tokens = typeof sentence === "string" ? tokensOf(sentence) : sentence;
  return phrases.get(meaning)?.some((known) => known.isIn(tokens)) ?? false;
}

/** How many words the sentence opens with that have the meaning. */
export function opensWith(tokens: Token[], meaning: Meaning): number {
  return Math.max(0, ...(phrases.get(meaning) ?? []).map((known) => known.lengthAt(tokens, 0)));
}

/** The first of the words that end the sentence and have the meaning; the number of words without one. */
export function endsWith(tokens: Token[], meaning: Meaning): number {
  return Math.min(tokens.length, ...(phrases.get(meaning) ?? []).map((known) => known.startOfEnd(tokens)));
}

const QUESTION_MARK = /[?？؟](?:["'»)\]*_\s!?:.]|$)/;

/** Asked with a mark, or by the words people begin a question with. */
export function isQuestion(sentence: string, tokens = tokensOf(sentence)): boolean {
  if (QUESTION_MARK.test(sentence)) return true;
  if (/[.!…]$/.test(sentence)) return false;
  return tokens.length >= 3 && means(withoutFiller(tokens), "asks");
}

function withoutFiller(tokens: Token[]): Token[] {
  const length = opensWith(tokens, "filler") || opensWith(tokens, "greeting");
  return length > 0 && length < tokens.length ? withoutFiller(tokens.slice(length)) : tokens;
}

const stopWords = new Set(Object.values(LANGUAGES).flatMap(({ stopWords: words }) => words.split(/\s+/)));

/** Carries a subject, not grammar or manners. */
export const isContentWord = (word: string): boolean =>
  word.length > 1 && !stopWords.has(word) && !/^\d+$/.test(word);

/** The words that say what a text is about. */
export const contentWordsOf = (text: string): string[] =>
  tokensOf(text).flatMap(({ word }) => (isContentWord(word) ? [word.replace(/'s$/, "")] : []));
