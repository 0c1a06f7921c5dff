import { findSynonyms } from "./synonyms.ts";
import { extractQuestionTerms, extractTerms } from "./terms.ts";

/** Word frequencies in the articles of one workspace. */
export interface WordStatistics {
  articles: number;
  /** The mean number of terms of an article. */
  averageLength: number;
  /** The number of articles that contain each of the question's terms. */
  containing: ReadonlyMap<string, number>;
}

/** One term of the question, or the probable corrections of a misspelled term. */
export interface QuestionTerm {
  terms: string[];
  /** Synonyms of the term, with a lower weight. */
  near: string[];
  /** The weight of the term: high if few articles contain it. */
  weight: number;
  /** True if no article contains the term or one of its corrections. */
  isUnknown: boolean;
}

/** The most corrections tried for one misspelled word. Further corrections are rarely right. */
const CLOSEST = 3;

/**
 * Weighs the question's terms. If no article contains a term, the term counts as a misspelling of the terms that
 * `closest` returns.
 */
export function weighTerms(
  question: string,
  statistics: WordStatistics,
  closest: (term: string) => string[],
): QuestionTerm[] {
  return extractQuestionTerms(question).map((term) => {
    const isKnown = (statistics.containing.get(term) ?? 0) > 0;
    const meant = isKnown ? [] : closest(term).slice(0, CLOSEST);
    const terms = meant.length > 0 ? meant : [term];
    const containing = Math.max(...terms.map((each) => statistics.containing.get(each) ?? 0));
    const near = findSynonyms(term).filter((each) => (statistics.containing.get(each) ?? 0) > 0);
    return {
      terms,
      near,
      weight: inverseDocumentFrequency(containing, statistics.articles),
      isUnknown: containing === 0,
    };
  });
}

export function inverseDocumentFrequency(containing: number, articles: number): number {
  return Math.log(1 + (articles - containing + 0.5) / (containing + 0.5));
}

/**
 * Returns the known words within one typing error, or two for long terms. Terms with under four letters or with a digit
 * are not corrected.
 */
export function findClosestTerms(term: string, known: Iterable<string>): string[] {
  if (term.length < 4 || /\d/.test(term)) return [];
  const most = term.length >= 8 ? 2 : 1;
  const found: { other: string; errors: number }[] = [];
  for (const other of known) {
    if (Math.abs(other.length - term.length) > most || /\d/.test(other)) continue;
    const errors = errorsBetween(term, other, most);
    if (errors <= most) found.push({ other, errors });
  }
  return found.sort((a, b) => a.errors - b.errors || (a.other < b.other ? -1 : 1)).map(({ other }) => other);
}

/** The Damerau-Levenshtein distance (optimal string alignment). Stops early once the distance exceeds `most`. */
function errorsBetween(a: string, b: string, most: number): number {
  let older: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = Number(a[i - 1] !== b[j - 1]);
      let best = Math.min((before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] ?? 0) + 1);
      now.push(best);
    }
    if (Math.min(...now) > most) return most + 1;
    [older, before] = [before, now];
  }
  return before[b.length] ?? 0;
}

/** Computes the statistics of articles held in memory. */
export function computeWordStatistics(articles: { title: string; sentences: { text: string }[] }[]) {
  const containing = new Map<string, number>();
  let total = 0;
  for (const { title, sentences } of articles) {
    const terms = [title, ...sentences.map(({ text }) => text)].flatMap(extractTerms);
    total += terms.length;
    for (const term of new Set(terms)) containing.set(term, (containing.get(term) ?? 0) + 1);
  }
  return { articles: articles.length, averageLength: total / Math.max(1, articles.length), containing };
}
