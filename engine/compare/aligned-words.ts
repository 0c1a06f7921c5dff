import { cosine, type Encoder, type Vector } from "../encoder/meaning.ts";
import { contentWordsOf } from "../text/words.ts";
import { termsOf, worth } from "./knowledge-terms.ts";

/** The content words of a text, each with what it means by itself and how much it tells (0.5 to 7, the rarer the more). */
export type WordMeanings = ReadonlyMap<string, { meaning: Vector | undefined; tells: number }>;

/** Longer texts are long because they are copied. */
const MOST_WORDS = 80;
/** Words so little alike have nothing in common, and words that are so much more alike mean the same. */
const UNRELATED = 0.3;
const TO_THE_SAME = 0.6;
/** Words that begin with so many letters alike are forms of one word. */
const SAME_BEGINNING = 5;
/** What the commonest word tells. */
const LEAST_WORTH = 0.5;

/** A word means the same wherever it is, so it is read once for all texts that have it. */
export async function readWords(text: string, encoder: Encoder | undefined): Promise<WordMeanings> {
  const words = [...new Set(contentWordsOf(text))].filter((word) => /^\p{L}/u.test(word)).slice(0, MOST_WORDS);
  const vectors = (await encoder?.encode(words)) ?? [];
  return new Map(words.map((word, place) => [word, { meaning: vectors[place], tells: tellsOf(word) }]));
}

const tellsOf = (word: string) => Math.max(LEAST_WORTH, ...[...termsOf(word).words].map(worth));

/** How much of some words, by what they tell, other words say in the same form or with about the same meaning: 0 to 1. */
export function coveredWords(words: WordMeanings, others: WordMeanings): number {
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
    if (meaning && vector) most = Math.max(most, Math.min(1, (cosine(meaning, vector) - UNRELATED) / TO_THE_SAME));
  }
  return most;
}
