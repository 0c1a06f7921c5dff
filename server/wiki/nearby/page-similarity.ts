import { extractTerms } from "../../../engine/answer/index.ts";
import { listStopWords } from "../../../engine/text/words.ts";

/** A long conversation is recognised by its first terms. */
const MOST_TERMS = 200;
/** Letters of the beginning and of the end by which inflected and compound words are compared. */
const END = 5;
const LEAST_LETTERS = 4;
const LEAST_OF_COMPOUND = 9;
const MOST_LOOKED_UP = 600;
/** A shared end is weaker evidence than a shared word. */
const WEIGHT_OF_END = 0.5;
/** Pages of a small wiki share a language's function words by chance; 'Tag' and 'Woche' of the same list still tell something. */
const STOP_TERMS: ReadonlySet<string> = new Set(listStopWords().flatMap(extractTerms));
const WEIGHT_OF_STOP_TERM = 0.3;
/** The title of a page counts once more, at this weight, because it names what the page is about. */
const WEIGHT_OF_TITLE = 0.5;
/** A short page has fewer words by chance, but not as many fewer as its length says. */
const EVEN_OUT = 0.7;

/** Terms, or parts of terms, with their weights. */
export type TermWeights = ReadonlyMap<string, number>;

/** The words of a conversation, and the texts in which a model named its matter: question, gist, and phrases to search for. */
export interface ConversationTexts {
  said: string;
  matter?: readonly string[];
}

/** Weighs each term by where it stands: a model names the matter in the words that a page uses, chat in the words of the moment. */
export function computeTermWeights({ said, matter = [] }: ConversationTexts): TermWeights {
  const weights = new Map<string, number>();
  for (const [text, weight] of [...matter.map((each) => [each, 2] as const), [said, 1] as const])
    for (const term of new Set(extractTerms(text))) {
      if (weights.size >= MOST_TERMS && !weights.has(term)) continue;
      weights.set(term, (weights.get(term) ?? 0) + weight * (STOP_TERMS.has(term) ? WEIGHT_OF_STOP_TERM : 1));
    }
  return weights;
}

/** The beginning or the end of a word, as the function `word_edges` of the database has it. */
export const isWordEdge = (part: string) => /^-|-$/.test(part);
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

/**
 * The terms by which pages are looked up: those asked, what may be words in long words, and the edges by which a word is found in the
 * pages' long words. Those that no page has are nothing.
 */
export function selectLookupTerms(asked: TermWeights): TermWeights {
  const all = new Map(asked);
  for (const [term, weight] of asked) {
    if (all.size > MOST_LOOKED_UP) break;
    if (!isWord(term) || STOP_TERMS.has(term)) continue;
    for (const part of splitTerm(term))
      if (isWordEdge(part) && stemOf(term).length >= END)
        all.set(part, Math.max(weight * WEIGHT_OF_END, all.get(part) ?? 0));
    if (term.length < LEAST_OF_COMPOUND) continue;
    for (const form of new Set([term, stemOf(term)]))
      for (let length = END; length <= form.length - LEAST_LETTERS + 1; length += 1)
        for (const part of [form.slice(0, length), form.slice(-length)])
          if (!all.has(part)) all.set(part, weight * WEIGHT_OF_END);
  }
  return all;
}

/** The rarer a term is among so many pages, the more it says; what every page has says nothing. */
export const weighRarity = (pages: number, all: number): number =>
  Math.log(1 + (Math.max(pages, all) - pages + 0.5) / (pages + 0.5));

export const sumWeights = (parts: Iterable<string>, weights: TermWeights): number =>
  [...parts].reduce((sum, part) => sum + (weights.get(part) ?? 0), 0);

/**
 * Returns a function that lists the parts of a term: those of `splitTerm`, and the words that a compound consists of, which the given
 * texts are the dictionary for.
 */
function createSplitter(texts: Iterable<Iterable<string>>): (term: string) => string[] {
  const words = new Set<string>();
  for (const terms of texts) for (const term of terms) if (isWord(term)) words.add(stemOf(term));
  const known = new Map<string, string[]>();
  return (term) => {
    const before = known.get(term);
    if (before) return before;
    const parts = [...splitTerm(term), ...(isWord(term) ? wordsIn(stemOf(term), words) : []).map((word) => `~${word}`)];
    known.set(term, parts);
    return parts;
  };
}

/** A word with the longest known words at its beginning and at its end. */
function wordsIn(word: string, known: ReadonlySet<string>): string[] {
  let [first, last] = ["", ""];
  if (word.length >= LEAST_OF_COMPOUND - 1)
    for (let length = LEAST_LETTERS; length <= word.length - LEAST_LETTERS + 1; length += 1) {
      const [start, end] = [word.slice(0, length), word.slice(length)];
      // A joint is part of the first word: 'Rückgabe-n-frist', 'Urlaub-s-antrag'.
      first = [start, stemOf(start)].find((part) => part.length >= LEAST_LETTERS && known.has(part)) ?? first;
      if (!last && end.length >= LEAST_LETTERS && known.has(end)) last = end;
    }
  return [word, first, last].filter(Boolean);
}

/** Ranks pages by the parts of words that they share with a text, weighed by how few of these pages have them. */
export function rankPages<Page extends { title: string; terms: string[] }>(pages: readonly Page[], asked: TermWeights) {
  const split = createSplitter([...pages.map(({ terms }) => terms), asked.keys()]);
  const splitAll = (terms: string[]) => new Set(terms.flatMap(split));
  const read = pages.map((page) => ({ page, parts: splitAll(page.terms), named: splitAll(extractTerms(page.title)) }));
  const counts = new Map<string, number>();
  for (const { parts } of read) for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  const weights = new Map<string, number>();
  for (const [term, weight] of asked)
    for (const part of split(term)) {
      const count = counts.get(part);
      if (!count) continue;
      const own = weight * (/^[-~]|-$/.test(part) ? WEIGHT_OF_END : 1) * weighRarity(count, pages.length);
      weights.set(part, Math.max(own, weights.get(part) ?? 0));
    }
  const average = read.reduce((sum, { parts }) => sum + parts.size, 0) / Math.max(1, read.length);
  const nearness = ({ parts, named }: (typeof read)[number]) =>
    (sumWeights(parts, weights) + WEIGHT_OF_TITLE * sumWeights(named, weights)) /
    Math.sqrt(EVEN_OUT * average + (1 - EVEN_OUT) * parts.size);
  const ranked = read
    .map((each) => ({ page: each.page, nearness: nearness(each) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .map(({ page }) => page);
  return { ranked, weights, splitAll };
}
