import { isEmptyStatement } from "../../shared/domain/article.ts";
import type { Encoder, Vector } from "../encoder/meaning.ts";
import weights from "./ask-weights.json" with { type: "json" };
import {
  type ArticleFeatures,
  type AskedQuestion,
  computeArticleFeatures,
  countArticleWords,
  extractTermPairs,
  type SearchedArticle,
  type SearchedSentence,
} from "./features.ts";
import { classifyQuestion } from "./terms.ts";
import {
  computeWordStatistics,
  findClosestTerms,
  type QuestionTerm,
  type WordStatistics,
  weighTerms,
} from "./word-statistics.ts";

export interface FoundSentence {
  articleId: string;
  /** Zero-based index of the sentence in its article. */
  position: number;
  /** The probability, 0 to 1, that the sentence belongs to the answer. */
  chance: number;
}

export interface FoundAnswer {
  /**
   * The best article comes first. `likeness` is the similarity of title and question, 0 to 1; `share` is the part of
   * the question's words that the article contains. Both are low if no article fits, unlike `relevance`. `score` and
   * `isAnswered` rate the article's own sentences as an answer.
   */
  articles: { id: string; relevance: number; likeness: number; share: number; score: number; isAnswered: boolean }[];
  /** The sentences that answer the question, in reading order; all are of the best article. */
  sentences: FoundSentence[];
  /** The calibrated probability, 0 to 1, that `sentences` answer the question. */
  score: number;
  /** True if `score` is high enough to show `sentences` as the answer. */
  isAnswered: boolean;
  /** The best sentences of all ranked articles. A language model writes its answer from these sentences. */
  candidates: FoundSentence[];
}

/** People read only the first articles, so a longer list is useless. */
export const MOST_ARTICLES = 10;
/**
 * The limit for the sum of an article's sentence probabilities. A higher sum means that many sentences fit a little and
 * no sentence is the answer (docs/decisions/035).
 */
const MOST_LIKELY_SENTENCES = 2.9;
/** From this score on, most answers are right, but not so many that they need no look at the source. */
export const MIN_LIKELY_SCORE = 0.6;
/** People do not read longer answers. */
const MOST_SENTENCES = 6;
/** The number of sentences that a language model gets to answer from. */
const MOST_CANDIDATES = 25;

export function buildAskedQuestion(question: string, terms: QuestionTerm[], meaning?: Vector): AskedQuestion {
  return { terms, kind: classifyQuestion(question), pairs: extractTermPairs(question), meaning };
}

/**
 * Ranks articles and selects the sentences that answer the question. Articles of equal rank keep their order, so pass
 * the newest articles first.
 */
export function answerQuestion(
  question: AskedQuestion,
  articles: SearchedArticle[],
  statistics: WordStatistics,
): FoundAnswer {
  const ranked = articles
    .map((article) => {
      const read = computeArticleFeatures(question, article, statistics);
      return { read, relevance: estimateRelevance(read), answers: article.sentences.some(canAnswer) };
    })
    .filter(({ relevance }) => relevance > weights.leastRelevance)
    // Articles without any sentence that could be the answer come last.
    .sort((a, b) => Number(b.answers) - Number(a.answers) || b.relevance - a.relevance)
    .slice(0, MOST_ARTICLES);
  const [best] = ranked;
  if (!best) return { articles: [], sentences: [], score: 0, isAnswered: false, candidates: [] };
  const chances = estimateSentenceChances(best.read);
  const found = ranked.map((one, place) => ({
    id: one.read.article.id,
    relevance: one.relevance,
    likeness: likenessOf(one.read),
    share: one.read.features["share of the question in the article"],
    ...scoreOf(one, ranked.slice(place + 1)),
  }));
  return {
    articles: found,
    sentences: selectAnswerSentences(chances).map((position) => ({
      articleId: best.read.article.id,
      position,
      chance: chances[position] ?? 0,
    })),
    score: found[0]?.score ?? 0,
    candidates: candidatesOf(ranked),
    isAnswered: found[0]?.isAnswered ?? false,
  };
}

interface RankedArticle {
  read: ArticleFeatures;
  relevance: number;
  /** At least one sentence of the article could be the answer. */
  answers: boolean;
}

/**
 * Returns the calibrated probability, 0 to 1, that the article's sentences answer the question. `isAnswered`: the
 * probability is high enough to show them as the answer.
 */
function scoreOf({ read, relevance, answers }: RankedArticle, others: RankedArticle[]) {
  const second = others.find((other) => other.answers);
  const chances = estimateSentenceChances(read);
  const ahead = relevance - (second?.relevance ?? 0);
  const score = sigmoid(dotProduct(weights.answered, computeAnswerFeatures(read, ahead, chances)));
  return {
    score,
    isAnswered: answers && score >= weights.answeredFrom && sum(chances) <= MOST_LIKELY_SENTENCES,
  };
}

export function estimateRelevance(read: ArticleFeatures): number {
  return dotProduct(weights.article, read.features);
}

/** Without embeddings, the share of the question's words in the article replaces the similarity of meanings. */
const likenessOf = ({ features, hasMeaning }: ArticleFeatures) =>
  hasMeaning ? features["meaning of the title"] : features["share of the question in the article"];

/** The probability, 0 to 1, that each sentence belongs to the answer. */
export function estimateSentenceChances({ article, sentences }: ArticleFeatures): number[] {
  return sentences.map((features, position) =>
    canAnswer(article.sentences[position]) ? sigmoid(dotProduct(weights.sentence, features)) : 0,
  );
}

/** Ranks sentences by their own chance times the relevance of their article. */
function candidatesOf(ranked: { read: ArticleFeatures; relevance: number }[]): FoundSentence[] {
  const most = Math.max(...ranked.map(({ relevance }) => relevance), Number.EPSILON);
  return ranked
    .flatMap(({ read, relevance }) =>
      estimateSentenceChances(read).map((chance, position) => ({
        articleId: read.article.id,
        position,
        chance: chance * Math.max(0, relevance / most),
      })),
    )
    .filter(({ chance }) => chance > 0)
    .sort((a, b) => b.chance - a.chance)
    .slice(0, MOST_CANDIDATES);
}

/** Excludes sentences that are part of the question, and attributions such as 'Asked by Ana, answered by Ben.' */
const canAnswer = (sentence?: SearchedSentence) => !sentence?.isAsked && !isEmptyStatement(sentence?.text ?? "");

export function computeAnswerFeatures(read: ArticleFeatures, ahead: number, chances: number[]) {
  const best = chances.indexOf(Math.max(...chances));
  const both = read.sentences.map(({ words, meaning }) => (words + meaning) / 2);
  return {
    bias: 1,
    "words of the article": read.features["words of the article"],
    "share of the question in the article": read.features["share of the question in the article"],
    "words of its best sentence": read.features["words of its best sentence"],
    "meaning of its best sentence": read.features["meaning of its best sentence"],
    "meaning of the title": read.features["meaning of the title"],
    "words and meaning of one sentence": Math.max(0, ...both),
    "ahead of the next": Math.tanh(ahead),
    "chance of its best sentence": chances[best] ?? 0,
    "lacks what is asked for": Number(read.sentences.every((features) => features["lacks what is asked for"] === 1)),
    "meaning known": Number(read.hasMeaning),
  };
}

/** Selects the number of sentences with the highest expected F1 score. Returns their positions in reading order. */
export function selectAnswerSentences(chances: number[]): number[] {
  const order = chances.map((chance, position) => ({ chance, position })).sort((a, b) => b.chance - a.chance);
  const wanted = sum(chances);
  let hits = 0;
  let best = { count: 0, value: 0 };
  for (const [place, { chance }] of order.slice(0, MOST_SENTENCES).entries()) {
    hits += chance;
    const value = (2 * hits) / (place + 1 + wanted);
    if (value > best.value) best = { count: place + 1, value };
  }
  return order
    .slice(0, best.count)
    .map(({ position }) => position)
    .sort((a, b) => a - b);
}

/** `features` must have the same order as the fitted weights. */
export function dotProduct(fitted: number[], features: Record<string, number> | number[]): number {
  return Object.values(features).reduce((sum, value, place) => sum + value * (fitted[place] ?? 0), 0);
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

export const sigmoid = (sum: number) => 1 / (1 + Math.exp(-sum));

export interface PlainArticle {
  id: string;
  title: string;
  sentences: string[];
}

/** Articles held in memory, for the command line and for measurements. */
export interface ArticleCollection {
  articles: SearchedArticle[];
  statistics: WordStatistics;
}

export async function parseCollection(articles: PlainArticle[], encoder: Encoder): Promise<ArticleCollection> {
  const read: SearchedArticle[] = [];
  for (const { id, title, sentences } of articles) {
    const [titleMeaning, ...meanings] = await encoder.encode([title, ...sentences]);
    const known = { title, sentences: sentences.map((text, place) => ({ text, meaning: meanings[place] })) };
    read.push({ id, titleMeaning, ...known, words: countArticleWords(known) });
  }
  return { articles: read, statistics: computeWordStatistics(read) };
}

export async function answerFromCollection(
  question: string,
  collection: ArticleCollection,
  encoder: Encoder,
): Promise<FoundAnswer> {
  return answerQuestion(await parseQuestion(question, collection, encoder), collection.articles, collection.statistics);
}

export async function parseQuestion(question: string, { statistics }: ArticleCollection, encoder: Encoder) {
  const [meaning] = await encoder.encode([question]);
  const terms = weighTerms(question, statistics, (term) => findClosestTerms(term, statistics.containing.keys()));
  return buildAskedQuestion(question, terms, meaning);
}
