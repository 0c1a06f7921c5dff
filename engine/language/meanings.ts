import type { Cue, Language, Meaning } from "./cue.ts";
import { GERMAN } from "./de/language.ts";
import { ENGLISH } from "./en/language.ts";
import { PhraseIndex, Phrases, type Token, tokensOf } from "./phrases.ts";

/** A further language is a folder beside these two. Sentences are read by the words of all of them. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en: ENGLISH, de: GERMAN };

/** The phrases of one meaning, each language on its own: what follows another stands differently in each. */
const phrases = new Map<Meaning, Phrases[]>();
/** Those that stand at the beginning or anywhere, all together: a sentence is looked through once for all of them. */
const index = new PhraseIndex<{ meaning: Meaning; at: Cue["at"] }>();
for (const { cues } of Object.values(LANGUAGES))
  for (const [meaning, cue] of Object.entries(cues) as [Meaning, Cue][]) {
    phrases.set(meaning, [...(phrases.get(meaning) ?? []), new Phrases(cue)]);
    if (cue.at === "start" || cue.at === "anywhere") index.add(cue.words, { meaning, at: cue.at });
  }

export const MEANINGS = [...phrases.keys()];
const WHOLE = MEANINGS.filter((meaning) => LANGUAGES["en"]?.cues[meaning].at === "whole");

/** All that the sentence means, in any language. */
export function meaningsOf(tokens: Token[]): Set<Meaning> {
  const found = new Set<Meaning>();
  for (let place = 0; place < tokens.length; place++)
    index.at(tokens, place, ({ meaning, at }) => {
      if (place === 0 || at === "anywhere") found.add(meaning);
    });
  for (const meaning of WHOLE) if (phrases.get(meaning)?.some((known) => known.isIn(tokens))) found.add(meaning);
  return found;
}

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
  const said = withoutFiller(tokens);
  const isLongCondition = said.length > LONGEST_CONDITION && means(said, "condition");
  return tokens.length >= 3 && !isLongCondition && means(said, "asks");
}

/** In words. "And if you leave within a year, you pay it back" tells; "and if it is full" asks. */
const LONGEST_CONDITION = 8;

/** Asks behind a comma, without a mark: "Mum is at work, could she sign online". */
export function asksAside(sentence: string, tokens: Token[]): boolean {
  const comma = sentence.lastIndexOf(",");
  if (comma === -1 || /[.!…]$/.test(sentence) || means(tokens, "condition")) return false;
  const aside = tokens.filter(({ start }) => start > comma);
  return aside.length >= 3 && means(aside, "asksAside");
}

function withoutFiller(tokens: Token[]): Token[] {
  const length = opensWith(tokens, "filler") || opensWith(tokens, "greeting");
  return length > 0 && length < tokens.length ? withoutFiller(tokens.slice(length)) : tokens;
}
