import type { Vector } from "../encoder/meaning.ts";
import { cosine } from "../encoder/meaning.ts";
import { hasWhatIsAsked, plainWords, type QuestionKind, termsOf, termsOfWords } from "./terms.ts";
import type { QuestionTerm, WordStatistics } from "./word-statistics.ts";

export interface AskedQuestion {
  terms: QuestionTerm[];
  kind: QuestionKind;
  /** Pairs of neighbouring words as they were asked. */
  pairs: Set<string>;
  meaning?: Vector | undefined;
}

export interface SearchedSentence {
  text: string;
  /** Part of what was asked: it answers nothing. */
  isAsked?: boolean;
  meaning?: Vector | undefined;
}

export interface SearchedArticle {
  id: string;
  title: string;
  titleMeaning?: Vector | undefined;
  sentences: SearchedSentence[];
  /** `wordsOfArticle`, where many questions are asked of it. */
  words?: ArticleWords;
}

/** An article with what of the question it holds. */
export interface ReadArticle {
  article: SearchedArticle;
  /** By their names, each 0 to 1 or a cosine: `ask-weights.json` weighs them in their order. */
  features: ReturnType<typeof featuresOfArticle>;
  sentences: ReturnType<typeof featuresOfSentence>[];
  /** By meaning at least one of its sentences could be compared. */
  hasMeaning: boolean;
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const TITLE_COUNTS = 2.5;
/** What a word counts that stands for the one asked for. */
const NEAR_COUNTS = 0.6;

export function readArticle(
  question: AskedQuestion,
  article: SearchedArticle,
  statistics: WordStatistics,
): ReadArticle {
  const words = article.words ?? wordsOfArticle(article);
  const meanings = article.sentences.map(({ meaning }) => likeness(question.meaning, meaning));
  const compared: Compared = {
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

/** A question beside an article; lists have an entry for each sentence of the article. */
interface Compared {
  question: AskedQuestion;
  article: SearchedArticle;
  words: ArticleWords;
  share: (holds: (term: QuestionTerm) => number) => number;
  inTitle: (term: QuestionTerm) => number;
  /** What share of the question's words it has. */
  shares: number[];
  meanings: number[];
  /** `meanings`, the highest first. */
  nearest: number[];
  pairs: number[];
}

/** The share of the question's words, by their weight, for which something holds (0 to 1 each). */
function shareOf(terms: QuestionTerm[]): Compared["share"] {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (holds) => terms.reduce((sum, term) => sum + term.weight * holds(term), 0) / all;
}

function featuresOfArticle(compared: Compared, statistics: WordStatistics) {
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

/** How much a word says of the article: the more often it is there and the shorter the article, the more. */
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

function featuresOfSentence(compared: Compared, place: number) {
  const { question, article, words, share, inTitle, shares, meanings, nearest, pairs } = compared;
  const text = article.sentences[place]?.text ?? "";
  const kind = hasWhatIsAsked(question.kind, text);
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

/** 1 where the word stands, less where only one does that may stand for it. */
function countsFor({ terms, near }: QuestionTerm, counts: Map<string, number>): number {
  if (terms.some((term) => counts.has(term))) return 1;
  return near.some((term) => counts.has(term)) ? NEAR_COUNTS : 0;
}

interface ArticleWords {
  title: Map<string, number>;
  titlePairs: Set<string>;
  /** Of each sentence, as `pairs` and `lengths` (in words). */
  sentences: Map<string, number>[];
  pairs: Set<string>[];
  lengths: number[];
  /** Different terms of title and sentences. */
  length: number;
}

export function wordsOfArticle(article: Pick<SearchedArticle, "title" | "sentences">): ArticleWords {
  const titleTerms = termsOf(article.title);
  const said = article.sentences.map(({ text }) => plainWords(text));
  const terms = said.map(termsOfWords);
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
  return a && b ? cosine(a, b) : 0;
}

function countsOf(terms: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export const pairsOf = (text: string): Set<string> => pairsOfTerms(termsOf(text));

const pairsOfTerms = (terms: string[]) => new Set(terms.slice(1).map((term, place) => `${terms[place]} ${term}`));

/** Share of the pairs that are among the said ones. */
function pairsIn(said: Set<string>, pairs: Set<string>): number {
  if (pairs.size === 0) return 0;
  let found = 0;
  for (const pair of pairs) found += Number(said.has(pair));
  return found / pairs.size;
}
