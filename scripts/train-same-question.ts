import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findConflicts } from "../engine/compare/compare-statements.ts";
import { type ConflictSide, computeConflictFeatures } from "../engine/compare/conflict-features.ts";
import { extractTextTerms, sumWordWeights } from "../engine/compare/knowledge-terms.ts";
import type { KnowledgeText } from "../engine/compare/same-knowledge.ts";
import { parseConflictSide } from "../engine/compare/same-knowledge.ts";
import {
  type compareMeanings,
  type compareSubjects,
  parseSubject,
  type QuestionSubject,
} from "../engine/compare/same-question.ts";
import { cosineSimilarity, type Encoder } from "../engine/encoder/meaning.ts";
import { createSentenceEncoder } from "../engine/encoder/sentence-encoder.ts";
import { type DetectionRow, readRows } from "../tools/evals/bench-rows.ts";
import {
  belongsToArticle,
  haveDifferentQuestions,
  type MatterText,
  readPairsOfHalf,
  readTextsOfHalf,
} from "../tools/evals/canonical-pairs.ts";
import { isConflict, isFromTradeSet } from "../tools/evals/matters.ts";
import { assignFolds } from "./learning/folds.ts";
import { fitRidge } from "./learning/ridge-logistic.ts";

/**
 * Trains the model that recognises equal questions, in two steps that need each other's files. The first step computes the
 * rarity of words (`--data DIR` with detection.train.jsonl.gz; only counts and common words are stored). The second step fits
 * the weights of the comparison and of the probability of a contradiction. It uses the tuning half of
 * tools/evals/canonical-pairs.jsonl and its texts about other topics. `--folds` first prints the predictions for pairs by weights
 * that were trained on other clusters. Deterministic.
 */
const { values } = parseArgs({ options: { data: { type: "string" }, folds: { type: "boolean" } } });
const FILE = new URL("../engine/compare/same-question-weights.json", import.meta.url);
const FEWEST_MESSAGES = 12;
const RATE = 0.5;
const ROUNDS = 3000;
const L2 = 0.007;
/** The regularization for the two probabilities, with features of equal spread. */
const L2_OF_SAME = 0.015;
const L2_OF_CONFLICTS = 0.05;
/** The weight of a pair of different questions, because a wrong merge costs more than a missed merge. */
const WEIGHT_OF_DIFFERENT = 1.5;
/** The number of examples from other topics per text: those that a first training considers most likely to match. */
const MOST_ALIKE = 12;
/** The examples from other topics are chosen from this many texts with the most similar words and meaning. */
const LOOKED_AT = 20;
const FOLDS = 8;
const SEED = 7;
/** The total weight of the examples from other topics, as a share of the pairs' weight. */
const WEIGHT_OF_OTHER_MATTERS = 0.25;
/** The same share for the probability that both texts have the same subject, which is computed for every candidate. */
const WEIGHT_OF_OTHERS_FOR_SAME = 0.6;
/** The allowed sign of each feature's weight: more in common never lowers the likeness, and more differences never raise it. */
type WordFeature = keyof ReturnType<typeof compareSubjects>;
type Feature = WordFeature | keyof NonNullable<ReturnType<typeof compareMeanings>>;
const SIGNS: Record<Feature, 1 | -1 | 0> = {
  bias: 0,
  titles: 1,
  "smaller title in the other": 1,
  "titles in the other text": 1,
  texts: 1,
  "smaller text in the other": 1,
  "answers in common": 1,
  names: 1,
  "names of titles differ": -1,
  "actions differ": -1,
  "same action": 1,
  "frames ask for different things": -1,
  "one frame asks for one thing": -1,
  "places differ": -1,
  "numbers of titles differ": -1,
  "numbers shared": 1,
  "left on both sides": -1,
  "left on the larger side": -1,
  "one word put in place of another": -1,
  "rarest word shared": 1,
  "answers of titles that agree": 1,
  "what the smaller title tells": 1,
  "words as they were said": 1,
  "said on both sides only": -1,
  "questions alike": 1,
  "answers alike": 1,
  "answers very alike": 1,
  "both alike": 1,
  "one asks of another thing": -1,
  "questions asked in like words, answers apart": -1,
  "names of answers differ": -1,
  "facts in common": 1,
  "facts differ": -1,
  "asked in the same words": 1,
};

const NAMES = Object.keys(SIGNS) as Feature[];
const NAMES_OF_WORDS = NAMES.slice(0, NAMES.indexOf("questions alike")) as WordFeature[];
let CONFLICT_NAMES: string[] = NAMES;

const known = JSON.parse(readFileSync(FILE, "utf8")) as {
  documents: Record<string, number>;
  question: number[];
  meaning: number[];
  same: number[];
  conflict: number[];
};
if (values.data) {
  const documents = documentsOf(values.data);
  writeFileSync(FILE, `${JSON.stringify({ ...known, documents })}\n`);
  process.stdout.write(`${Object.keys(documents).length} words. Run it again without --data to fit the weights.\n`);
} else {
  const encoder = createSentenceEncoder();
  const pairs = await pairRows(encoder);
  const others = await otherMatters(encoder);
  if (values.folds) printFolds(pairs, others);
  const { question, meaning, same, conflict } = fitAll(pairs, others);
  writeFileSync(FILE, `${JSON.stringify({ ...known, question, meaning, same, conflict })}\n`);
  for (const [place, name] of CONFLICT_NAMES.entries())
    process.stdout.write(
      `${question[place] ?? ""}\t${meaning[place] ?? ""}\t${same[place]}\t${conflict[place]}\t${name}\n`,
    );
}

function documentsOf(folder: string): Record<string, number> {
  const seen = new Map<string, number>();
  let messages = 0;
  for (const { text } of readRows<DetectionRow>(folder, "detection.train.jsonl.gz").flatMap((row) => row.messages)) {
    messages++;
    for (const word of extractTextTerms(text ?? "").words) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  const rarest = Math.log(messages / FEWEST_MESSAGES);
  return Object.fromEntries(
    [...seen]
      .filter(([word, count]) => count >= FEWEST_MESSAGES && /^[a-z0-9+]+$/.test(word))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, count]) => [word, Math.max(0.5, round((7 * Math.log(messages / count)) / rarest))]),
  );
}

interface PairRow {
  cluster: string;
  features: number[];
  belongsToArticle: boolean;
  contradicts: boolean;
  weight: number;
  /** True if the embeddings of both texts were computed, which the probabilities need. */
  isRead: boolean;
}

async function pairRows(encoder: Encoder): Promise<PairRow[]> {
  const rows: PairRow[] = [];
  for (const pair of readPairsOfHalf("tune").filter((one) => !isFromTradeSet(one))) {
    const side = async (text: KnowledgeText) => parseConflictSide(text, await parseSubject(text, encoder), encoder);
    const [known, fresh] = [await side(pair.known), await side(pair.fresh)];
    rows.push({
      cluster: pair.cluster,
      features: featuresOf(known, fresh),
      belongsToArticle: belongsToArticle(pair),
      contradicts: isConflict(pair),
      weight: belongsToArticle(pair) ? 1 : WEIGHT_OF_DIFFERENT,
      isRead: isRead(known, fresh),
    });
  }
  return rows;
}

/** Finds, for each text, the most similar texts about other topics. */
async function otherMatters(encoder: Encoder): Promise<PairRow[][]> {
  const texts = readTextsOfHalf("tune").filter((one) => !isFromTradeSet(one));
  const sides: { of: MatterText; side: ConflictSide }[] = [];
  for (const of of texts)
    sides.push({ of, side: await parseConflictSide(of.text, await parseSubject(of.text, encoder), encoder) });
  return sides.map((fresh) =>
    sides
      .filter((known) => haveDifferentQuestions(known.of, fresh.of))
      .map((known) => ({ known, alike: likenessOf(known.side.subject, fresh.side.subject) }))
      .sort((a, b) => b.alike - a.alike)
      .slice(0, LOOKED_AT)
      .map(({ known }): PairRow => {
        const features = featuresOf(known.side, fresh.side);
        const { cluster } = fresh.of;
        const read = isRead(known.side, fresh.side);
        return { cluster, features, belongsToArticle: false, contradicts: false, weight: 1, isRead: read };
      }),
  );
}

function isRead(known: ConflictSide, fresh: ConflictSide): boolean {
  return Boolean(known.subject.meaning && fresh.subject.meaning);
}

function likenessOf(known: QuestionSubject, fresh: QuestionSubject): number {
  const meaning = known.meaning && fresh.meaning ? cosineSimilarity(known.meaning.whole, fresh.meaning.whole) : 0;
  const common = known.all.words.intersection(fresh.all.words);
  return (
    meaning +
    sumWordWeights(common) / Math.max(1, Math.min(sumWordWeights(known.all.words), sumWordWeights(fresh.all.words)))
  );
}

/** Returns the features of a pair. The features from embeddings are 0 for a pair without embeddings. */
function featuresOf(known: ConflictSide, fresh: ConflictSide): number[] {
  const found = computeConflictFeatures(known, fresh, findConflicts(known.answer, fresh.answer));
  CONFLICT_NAMES = [...NAMES, ...Object.keys(found).filter((name) => !(name in SIGNS))];
  return CONFLICT_NAMES.map((name) => found[name] ?? 0);
}

function fitAll(pairs: PairRow[], others: PairRow[][]) {
  const rows = withLikeliest(NAMES, pairs, others, WEIGHT_OF_OTHERS_FOR_SAME).filter((row) => row.isRead);
  const belonging = pairs.filter((row) => row.isRead && row.belongsToArticle);
  return {
    question: fit(NAMES_OF_WORDS, withLikeliest(NAMES_OF_WORDS, pairs, others)),
    meaning: fit(NAMES, withLikeliest(NAMES, pairs, others)),
    same: fitRidge(
      rows.map(({ features, belongsToArticle, weight }) => ({ features, is: belongsToArticle, weight })),
      L2_OF_SAME,
    ),
    conflict: fitRidge(
      belonging.map(({ features, contradicts }) => ({ features, is: contradicts, weight: 1 })),
      L2_OF_CONFLICTS,
    ),
  };
}

/** Returns the pairs, and the examples from other topics that training on the pairs alone considers most likely to match. */
function withLikeliest(
  names: readonly Feature[],
  pairs: PairRow[],
  others: PairRow[][],
  share = WEIGHT_OF_OTHER_MATTERS,
): PairRow[] {
  const first = fit(names, pairs);
  const likeliest = others.flatMap((some) =>
    some.toSorted((a, b) => sumOf(first, b) - sumOf(first, a)).slice(0, MOST_ALIKE),
  );
  const weight = (share * pairs.length) / likeliest.length;
  return [...pairs, ...likeliest.map((row) => ({ ...row, weight }))];
}

function sumOf(weights: number[], { features }: PairRow): number {
  return weights.reduce((sum, weight, place) => sum + weight * (features[place] ?? 0), 0);
}

/** Fits the named features, which are the first of each row, to whether both texts have the same subject. */
function fit(names: readonly Feature[], rows: PairRow[]): number[] {
  const weights = names.map(() => 0);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  for (let roundNumber = 0; roundNumber < ROUNDS; roundNumber++) {
    const slope = weights.map((weight, place) => (place ? L2 * weight : 0));
    for (const row of rows) {
      const error = (1 / (1 + Math.exp(-sumOf(weights, row))) - Number(row.belongsToArticle)) * row.weight;
      for (const place of names.keys())
        slope[place] = (slope[place] ?? 0) + (error * (row.features[place] ?? 0)) / total;
    }
    for (const [place, name] of names.entries()) {
      const moved = (weights[place] ?? 0) - RATE * (slope[place] ?? 0);
      weights[place] = !SIGNS[name] || Math.sign(moved) === SIGNS[name] ? moved : 0;
    }
  }
  return weights.map(round);
}

function printFolds(pairs: PairRow[], others: PairRow[][]): void {
  const folds = assignFolds(
    pairs.map(({ cluster }) => cluster),
    FOLDS,
    SEED,
  );
  const foldOf = new Map(pairs.map(({ cluster }, place) => [cluster, folds[place]]));
  const judged = Array.from({ length: FOLDS }, (_, fold) => {
    const isIn = ({ cluster }: PairRow) => foldOf.get(cluster) === fold;
    const rest = others.map((rows) => rows.filter((row) => !isIn(row))).filter((rows) => rows.length > 0);
    const { same, conflict } = fitAll(
      pairs.filter((row) => !isIn(row)),
      rest,
    );
    return pairs.filter(isIn).map((row) => {
      const about = chanceOf(same, row);
      return { row, same: about, conflict: about * chanceOf(conflict, row) };
    });
  }).flat();
  for (const chance of [0.4, 0.6, 0.8]) {
    printAt(
      `conflict from ${chance}`,
      judged,
      ({ conflict }) => conflict >= chance,
      ({ contradicts }) => contradicts,
    );
    printAt(
      `same from ${chance}`,
      judged,
      ({ same }) => same >= chance,
      ({ belongsToArticle }) => belongsToArticle,
    );
  }
}

function printAt<Judged extends { row: PairRow }>(
  name: string,
  judged: Judged[],
  isTaken: (one: Judged) => boolean,
  is: (row: PairRow) => boolean,
): void {
  const taken = judged.filter(isTaken);
  const right = taken.filter(({ row }) => is(row)).length;
  const all = judged.filter(({ row }) => is(row)).length;
  process.stdout.write(`${name}: P ${round(right / taken.length)}, R ${round(right / all)}\n`);
}

function chanceOf(weights: number[], row: PairRow): number {
  return 1 / (1 + Math.exp(-sumOf(weights, row)));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
