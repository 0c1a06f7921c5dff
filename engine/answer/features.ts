import type { Vector } from "../encoder/meaning.ts";
import { cosineSimilarity } from "../encoder/meaning.ts";
import { buildTerms, extractTerms, matchesAnswerKind, type QuestionKind, splitIntoWords } from "./terms.ts";
import type { QuestionTerm, WordStatistics } from "./word-statistics.ts";

export interface AskedQuestion {
  terms: QuestionTerm[];
  kind: QuestionKind;
  /** Pairs of neighbouring terms of the question. */
  pairs: Set<string>;
  meaning?: Vector | undefined;
}

export interface SearchedSentence {
  text: string;
  /** True if the sentence is part of the question and so cannot answer it. */
  isAsked?: boolean;
  meaning?: Vector | undefined;
}

export interface SearchedArticle {
  id: string;
  title: string;
  titleMeaning?: Vector | undefined;
  sentences: SearchedSentence[];
  /** The cached result of `countArticleWords`, for articles that many questions search. */
  words?: ArticleWords;
}

/** An article with its features for one question. */
export interface ArticleFeatures {
  article: SearchedArticle;
  /** Each feature is 0 to 1 or a cosine. The order of the features must match `ask-weights.json`. */
  features: ReturnType<typeof featuresOfArticle>;
  sentences: ReturnType<typeof featuresOfSentence>[];
  /** True if the question and at least one sentence have a vector. */
  hasMeaning: boolean;
}

/**
 * Parameters `k1` and `b` of BM25, and the extra weight of a word in the title. After a change, fit the weights again.
 */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const TITLE_COUNTS = 2.5;
/** The weight of a synonym relative to the word of the question. */
const NEAR_COUNTS = 0.6;

export function computeArticleFeatures(
  question: AskedQuestion,
  article: SearchedArticle,
  statistics: WordStatistics,
): ArticleFeatures {
  const words = article.words ?? countArticleWords(article);
  const meanings = article.sentences.map(({ meaning }) => likeness(question.meaning, meaning));
  const compared: ArticleComparison = {
    question,
    article,
    words,
    share: shareOf(question.terms),
    inTitle: (term) => countsFor(term, words.title),
    shares: words.sentences.map((counts) => shareOf(question.terms)((term) => countsFor(term, counts))),
    meanings,
    nearest: meanings.toSorted((a, b) => b - a),
    pairs: words.pairs.map((said) => pairsIn(said, question.pairs)),
  };
  return {
    article,
    features: featuresOfArticle(compared, statistics),
    hasMeaning: question.meaning !== undefined && article.sentences.some(({ meaning }) => meaning !== undefined),
    sentences: article.sentences.map((_, place) => featuresOfSentence(compared, place)),
  };
}

/** The question compared with one article. Each list has one entry per sentence of the article. */
interface ArticleComparison {
  question: AskedQuestion;
  article: SearchedArticle;
  words: ArticleWords;
  share: (holds: (term: QuestionTerm) => number) => number;
  inTitle: (term: QuestionTerm) => number;
  /** The weighted share of the question's words that each sentence has. */
  shares: number[];
  meanings: number[];
  /** `meanings` in descending order. */
  nearest: number[];
  pairs: number[];
}

/**
 * Returns a function that computes the part of the question's words, by weight, that a text contains. The function's
 * argument rates each word, 0 to 1.
 */
function shareOf(terms: QuestionTerm[]): ArticleComparison["share"] {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (holds) => terms.reduce((sum, term) => sum + term.weight * holds(term), 0) / all;
}

function featuresOfArticle(compared: ArticleComparison, statistics: WordStatistics) {
  const { question, article, words, share, inTitle, shares, nearest, pairs } = compared;
  const { title, sentences } = words;
  const titleTerms = question.terms.filter((term) => inTitle(term) > 0).length;
  return {
    "words of the article": share(bm25In(words, statistics)),
    "words of the title": share(inTitle),
    "share of the question in the article": share((term) =>
      Math.max(inTitle(term), ...sentences.map((counts) => countsFor(term, counts))),
    ),
    "words of its best sentence": Math.max(0, ...shares),
    "pairs of words": Math.max(0, pairsIn(words.titlePairs, question.pairs), ...pairs),
    "title says the question": titleTerms / Math.max(1, title.size),
    "meaning of the title": likeness(question.meaning, article.titleMeaning),
    "meaning of its best sentence": Math.max(0, nearest[0] ?? 0),
    "meaning of the two best": ((nearest[0] ?? 0) + (nearest[1] ?? nearest[0] ?? 0)) / 2,
  };
}

/** BM25's term frequency: higher if the word occurs more often or if the article is shorter. */
function bm25In({ title, sentences, length }: ArticleWords, statistics: WordStatistics) {
  const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / Math.max(1, statistics.averageLength));
  const timesOf = (terms: string[]) =>
    terms.reduce(
      (sum, term) =>
        sum +
        TITLE_COUNTS * (title.get(term) ?? 0) +
        sentences.reduce((inner, each) => inner + (each.get(term) ?? 0), 0),
      0,
    );
  return ({ terms, near }: QuestionTerm) => {
    const times = timesOf(terms) + NEAR_COUNTS * timesOf(near);
    return times / (times + norm);
  };
}

function featuresOfSentence(compared: ArticleComparison, place: number) {
  const { question, article, words, share, inTitle, shares, meanings, nearest, pairs } = compared;
  const text = article.sentences[place]?.text ?? "";
  const kind = matchesAnswerKind(question.kind, text);
  const said = words.sentences[place] ?? new Map<string, number>();
  const own = share((term) => (inTitle(term) > 0 ? 0 : countsFor(term, said)));
  const length = words.lengths[place] ?? 0;
  const near = (other: number) => (shares[other] ?? 0) / 2 + (meanings[other] ?? 0) / 2;
  const best = nearest[0] ?? 0;
  return {
    bias: 1,
    words: shares[place] ?? 0,
    "words beside those of the title": own,
    meaning: meanings[place] ?? 0,
    "meaning within the article": best > 0 ? Math.max(0, meanings[place] ?? 0) / best : 0,
    "has what is asked for": Number(kind === true),
    "lacks what is asked for": Number(kind === false),
    first: Number(place === 0),
    place: Math.log1p(place) / 2,
    short: Number(length < 6),
    long: Number(length > 30),
    "before is near": near(place - 1),
    "after is near": near(place + 1),
    "points back": Number(/^\W*(?:it|this|that|these|those|they|he|she|also|however|but)\b/i.test(text)),
    "is a question": Number(/\?\s*$/.test(text)),
    "pairs of words": pairs[place] ?? 0,
  };
}

/** Returns 1 if the text contains the word, and less if it contains only a synonym. */
function countsFor({ terms, near }: QuestionTerm, counts: Map<string, number>): number {
  if (terms.some((term) => counts.has(term))) return 1;
  return near.some((term) => counts.has(term)) ? NEAR_COUNTS : 0;
}

interface ArticleWords {
  title: Map<string, number>;
  titlePairs: Set<string>;
  /**
   * The count of each term, one map per sentence. `pairs` and `lengths` (in words) also have one entry per sentence.
   */
  sentences: Map<string, number>[];
  pairs: Set<string>[];
  lengths: number[];
  /** The number of distinct terms of the title and of each sentence, added up. */
  length: number;
}

export function countArticleWords(article: Pick<SearchedArticle, "title" | "sentences">): ArticleWords {
  const titleTerms = extractTerms(article.title);
  const said = article.sentences.map(({ text }) => splitIntoWords(text));
  const terms = said.map(buildTerms);
  const title = countsOf(titleTerms);
  const sentences = terms.map(countsOf);
  return {
    title,
    titlePairs: pairsOfTerms(titleTerms),
    sentences,
    pairs: terms.map(pairsOfTerms),
    lengths: said.map(({ length }) => length),
    length: [title, ...sentences].reduce((sum, counts) => sum + counts.size, 0),
  };
}

function likeness(a: Vector | undefined, b: Vector | undefined): number {
  return a && b ? cosineSimilarity(a, b) : 0;
}

function countsOf(terms: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export const extractTermPairs = (text: string): Set<string> => pairsOfTerms(extractTerms(text));

const pairsOfTerms = (terms: string[]) => new Set(terms.slice(1).map((term, place) => `${terms[place]} ${term}`));

/** The share of the question's `pairs` that the text contains. */
function pairsIn(said: Set<string>, pairs: Set<string>): number {
  if (pairs.size === 0) return 0;
  let found = 0;
  for (const pair of pairs) found += Number(said.has(pair));
  return found / pairs.size;
}
