import type { Language, LanguageCue, Meaning } from "./cue.ts";
import { GERMAN_LANGUAGE } from "./de/language.ts";
import { ENGLISH_LANGUAGE } from "./en/language.ts";
import { PhraseIndex, PhraseList, splitIntoTokens, type WordToken } from "./phrases.ts";

/** All supported languages. Every sentence is matched against each of them. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en: ENGLISH_LANGUAGE, de: GERMAN_LANGUAGE };

export const MEANINGS = Object.keys(ENGLISH_LANGUAGE.cues) as Meaning[];
const WHOLE = MEANINGS.filter((meaning) => ENGLISH_LANGUAGE.cues[meaning].at === "whole");

interface PhraseTables {
  /** Phrase lists by meaning, one list per language, because the languages match the end of a sentence differently. */
  lists: Map<Meaning, PhraseList[]>;
  /**
   * All phrases for the beginning of a sentence or any position, in one index, so that a sentence is scanned only once.
   */
  index: PhraseIndex<{ meaning: Meaning; at: LanguageCue["at"] }>;
}

let read: PhraseTables | undefined;

/**
 * Parses the phrases at their first use. Parsing takes a twentieth of the start-up time, and web processes never need
 * the phrases.
 */
const readPhrases = (): PhraseTables => {
  read ??= indexPhrases();
  return read;
};

function indexPhrases(): PhraseTables {
  const lists: PhraseTables["lists"] = new Map();
  const index: PhraseTables["index"] = new PhraseIndex();
  for (const { cues } of Object.values(LANGUAGES))
    for (const [meaning, cue] of Object.entries(cues) as [Meaning, LanguageCue][]) {
      lists.set(meaning, [...(lists.get(meaning) ?? []), new PhraseList(cue)]);
      if (cue.at === "start" || cue.at === "anywhere") index.add(cue.words, { meaning, at: cue.at });
    }
  return { lists, index };
}

const listsOf = (meaning: Meaning): PhraseList[] => readPhrases().lists.get(meaning) ?? [];

/** Returns all meanings of the sentence, in any language. */
export function findMeanings(tokens: WordToken[]): Set<Meaning> {
  const { index } = readPhrases();
  const found = new Set<Meaning>();
  for (let place = 0; place < tokens.length; place++)
    index.at(tokens, place, ({ meaning, at }) => {
      if (place === 0 || at === "anywhere") found.add(meaning);
    });
  for (const meaning of WHOLE) if (listsOf(meaning).some((known) => known.isIn(tokens))) found.add(meaning);
  return found;
}

/** Whether a sentence has the meaning in any language. */
export function hasMeaning(sentence: string | WordToken[], meaning: Meaning): boolean {
  const tokens = typeof sentence === "string" ? splitIntoTokens(sentence) : sentence;
  return listsOf(meaning).some((known) => known.isIn(tokens));
}

/** The number of words at the sentence's beginning that match the meaning. */
export function countOpeningWords(tokens: WordToken[], meaning: Meaning): number {
  return Math.max(0, ...listsOf(meaning).map((known) => known.lengthAt(tokens, 0)));
}

/**
 * The index at which the phrase with the meaning begins at the sentence's end. Without such a phrase, the number of
 * words.
 */
export function findEndingPhrase(tokens: WordToken[], meaning: Meaning): number {
  return Math.min(tokens.length, ...listsOf(meaning).map((known) => known.startOfEnd(tokens)));
}

const QUESTION_MARK = /[?？؟](?:["'»)\]*_\s!?:.]|$)/;

/** Whether the sentence has a question mark or begins like a question. */
export function isQuestion(sentence: string, tokens = splitIntoTokens(sentence)): boolean {
  if (QUESTION_MARK.test(sentence)) return true;
  if (/[.!…]$/.test(sentence)) return false;
  const said = dropLeadingFiller(tokens);
  const isLongCondition = said.length > LONGEST_CONDITION && hasMeaning(said, "condition");
  return tokens.length >= 3 && !isLongCondition && hasMeaning(said, "asks");
}

/** The most words of a question that begins with 'if': "and if it is full". Longer conditions belong to statements. */
const LONGEST_CONDITION = 8;

/**
 * Whether the sentence ends with a question after a comma but has no question mark: "Mum is at work, could she sign
 * online".
 */
export function endsWithQuestion(sentence: string, tokens: WordToken[]): boolean {
  const comma = sentence.lastIndexOf(",");
  if (comma === -1 || /[.!…]$/.test(sentence) || hasMeaning(tokens, "condition")) return false;
  const aside = tokens.filter(({ start }) => start > comma);
  return aside.length >= 3 && hasMeaning(aside, "asksAside");
}

/** Returns the sentence without a greeting and filler words at its beginning. */
export function dropLeadingFiller(tokens: WordToken[]): WordToken[] {
  const length = countOpeningWords(tokens, "filler") || countOpeningWords(tokens, "greeting");
  return length > 0 && length < tokens.length ? dropLeadingFiller(tokens.slice(length)) : tokens;
}
