import { extractTerms } from "../../../engine/answer/index.ts";

/** A long conversation is recognised by its first terms. */
const MOST_TERMS = 200;
/** Letters of the beginning and of the end by which inflected and compound words are compared. */
const END = 5;
const LEAST_LETTERS = 4;
const LEAST_OF_COMPOUND = 9;
const MOST_LOOKED_UP = 600;
/** A shared end is weaker evidence than a shared word. */
const WEIGHT_OF_END = 0.5;
/** A short page has fewer words by chance, but not as many fewer as its length says. */
const EVEN_OUT = 50;

/** Terms, or parts of terms, with their weights. */
export type Weights = ReadonlyMap<string, number>;

/** The words of a conversation, and the question and gist that a model wrote of it. */
export interface LookedUpText {
  said: string;
  matter?: string;
}

/** Weighs each term by where it stands: a model names the matter in the words that a page uses, chat in the words of the moment. */
export function weighTexts({ said, matter = "" }: LookedUpText): Weights {
  const [named, talked] = [new Set(extractTerms(matter)), new Set(extractTerms(said))];
  const all = [...named.union(talked)].slice(0, MOST_TERMS);
  return new Map(all.map((term) => [term, (named.has(term) ? 2 : 0) + (talked.has(term) ? 1 : 0)]));
}

const isWord = (term: string) => /^\p{L}+$/u.test(term);

function stemOf(word: string): string {
  const plain = word.replaceAll("ß", "ss");
  return plain.length > END ? plain.replace(/(?:ern|em|er|en|es|e|s|n)$/, "") : plain;
}

/**
 * A term with its beginning and its end. German inflects and joins words: 'Rückgabefristen' shares its beginning with 'Rückgabe' and
 * its end with 'Frist'.
 */
export function splitTerm(term: string): string[] {
  if (!isWord(term)) return [term];
  const stem = stemOf(term);
  return stem.length < LEAST_LETTERS ? [stem] : [stem, `${stem.slice(0, END)}-`, `-${stem.slice(-END)}`];
}

export const splitTerms = (terms: Iterable<string>): Set<string> => new Set([...terms].flatMap(splitTerm));

/** Adds what may be words in long words; those that no page has are nothing. */
export function withWordsInside(asked: Weights): Weights {
  const all = new Map(asked);
  for (const [term, weight] of asked) {
    if (all.size > MOST_LOOKED_UP) break;
    if (!isWord(term) || term.length < LEAST_OF_COMPOUND) continue;
    for (const form of new Set([term, stemOf(term)]))
      for (let length = END; length <= form.length - LEAST_LETTERS + 1; length += 1)
        for (const part of [form.slice(0, length), form.slice(-length)])
          if (!all.has(part)) all.set(part, weight * WEIGHT_OF_END);
  }
  return all;
}

/** The rarer a term is among so many pages, the more it says. */
export const weighRarity = (pages: number, all: number): number => Math.log(1 + all / pages);

export const sumWeights = (parts: Iterable<string>, weights: Weights): number =>
  [...parts].reduce((sum, part) => sum + (weights.get(part) ?? 0), 0);

/** Ranks pages by the parts of words that they share with a text, weighed by how few of these pages have them. */
export function rankPages<Page extends { terms: string[] }>(pages: readonly Page[], asked: Weights) {
  const read = pages.map((page) => ({ page, parts: splitTerms(page.terms) }));
  const counts = new Map<string, number>();
  for (const part of read.flatMap(({ parts }) => [...parts])) counts.set(part, (counts.get(part) ?? 0) + 1);
  const weights = new Map<string, number>();
  for (const [term, weight] of asked)
    for (const part of splitTerm(term)) {
      const count = counts.get(part);
      if (!count) continue;
      const own = weight * (/^-|-$/.test(part) ? WEIGHT_OF_END : 1) * weighRarity(count, pages.length);
      weights.set(part, Math.max(own, weights.get(part) ?? 0));
    }
  const nearness = ({ page, parts }: (typeof read)[number]) =>
    // A page's parts are as many times more than its terms as those of other pages.
    sumWeights(parts, weights) / Math.sqrt((EVEN_OUT * parts.size) / Math.max(1, page.terms.length) + parts.size);
  const ranked = read
    .map((each) => ({ page: each.page, nearness: nearness(each) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .map(({ page }) => page);
  return { ranked, weights };
}
