import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  computeAnswerFeatures,
  dotProduct,
  estimateRelevance,
  estimateSentenceChances,
  parseCollection,
  parseQuestion,
  sigmoid,
} from "../engine/answer/answer-question.ts";
import weights from "../engine/answer/ask-weights.json" with { type: "json" };
import { type ArticleFeatures, computeArticleFeatures } from "../engine/answer/features.ts";
import type { Encoder, Vector } from "../engine/encoder/meaning.ts";
import { createSentenceEncoder } from "../engine/encoder/sentence-encoder.ts";
import { type AskRow, type AskSet, readClapNqQuestions, readOwnQuestions } from "../tools/evals/ask-sets.ts";

/**
 * Trains question answering: the choice of articles and sentences, and whether they answer. Uses the tuning halves of CLAPNQ
 * (`--data DIR` with ask.dev.jsonl.gz) and of the demo's questions. `--vectors FILE` stores computed vectors for the next
 * execution.
 */
const { values } = parseArgs({ options: { data: { type: "string" }, vectors: { type: "string" } } });
const FILE = new URL("../engine/answer/ask-weights.json", import.meta.url);
const ROUNDS = 2500;
/**
 * The probability from which an answer counts as certain. Chosen on both data sets, so that at most a tenth of these answers
 * are wrong, if a sentence stands out (`MOST_LIKELY_SENTENCES`).
 */
const ANSWERED_FROM = 0.75;

interface AskExample {
  row: AskRow;
  reads: ArticleFeatures[];
}

const encoder = withVectors(createSentenceEncoder(), values.vectors);
const sets = [readClapNqQuestions(values.data ?? ""), readOwnQuestions()];
const examples = (await Promise.all(sets.map(readExamples))).flat();
if (values.vectors) encoder.save(values.vectors);

const fitted = weights as typeof weights & { sentence: number[]; answered: number[] };
fitted.article = fitArticles(examples.filter(({ row }) => row.articles.length > 0));
fitted.sentence = fitSentences();
const judged = examples.map((example) => ({ features: answered(example), target: Number(isRight(example)) }));
fitted.answered = fitLogistic(judged, 0.0005);
fitted.answeredFrom = ANSWERED_FROM;
writeFileSync(FILE, `${JSON.stringify(fitted)}\n`);
const show = (features: object = {}, found: number[] = []) =>
  Object.keys(features).forEach((name, place) => process.stdout.write(`${found[place]}\t${name}\n`));
const [example] = examples;
show(example?.reads[0]?.features, fitted.article);
show(example?.reads[0]?.sentences[0], fitted.sentence);
show(judged[0]?.features, fitted.answered);
process.stdout.write(`answered from ${fitted.answeredFrom}\n`);

async function readExamples(set: AskSet): Promise<AskExample[]> {
  const collection = await parseCollection(set.articles, encoder);
  const rows = set.rows.filter(({ half }) => half === "tune");
  const found: AskExample[] = [];
  for (const row of rows) {
    const question = await parseQuestion(row.question, collection, encoder);
    found.push({
      row,
      reads: collection.articles.map((article) => computeArticleFeatures(question, article, collection.statistics)),
    });
  }
  return found;
}

/** Fits weights that rank the right article first: softmax over all articles. No feature may have a negative weight. */
function fitArticles(rows: AskExample[]): number[] {
  const count = countOf(rows[0]?.reads[0]?.features);
  return descend(count, 0.02, true, (now) => {
    const slope = Array.from({ length: count }, () => 0);
    for (const { row, reads } of rows) {
      const exps = reads.map(({ features }) => Math.exp(dotProduct(now, features)));
      const all = exps.reduce((sum, value) => sum + value, 0);
      const isRight = reads.map(({ article }) => row.articles.includes(article.id));
      const right = exps.reduce((sum, value, place) => sum + (isRight[place] ? value : 0), 0);
      for (const [place, { features }] of reads.entries()) {
        const pull = (exps[place] ?? 0) / all - (isRight[place] ? (exps[place] ?? 0) / right : 0);
        if (Math.abs(pull) < 1e-5) continue;
        for (const [at, value] of Object.values(features).entries())
          slope[at] = (slope[at] ?? 0) + (pull * value) / rows.length;
      }
    }
    return slope;
  });
}

function fitSentences(): number[] {
  const rows = examples.flatMap(({ row, reads }) => {
    const own = row.gold && reads.find(({ article }) => row.articles.includes(article.id));
    return own
      ? own.sentences.map((features, position) => ({ features, target: Number(row.gold?.includes(position)) }))
      : [];
  });
  return fitLogistic(rows, 0.003);
}

function best({ reads }: AskExample) {
  const ranked = reads
    .map((read) => ({ read, relevance: estimateRelevance(read) }))
    .sort((a, b) => b.relevance - a.relevance);
  return { read: ranked[0]?.read as ArticleFeatures, ahead: (ranked[0]?.relevance ?? 0) - (ranked[1]?.relevance ?? 0) };
}

function answered(example: AskExample) {
  const { read, ahead } = best(example);
  return computeAnswerFeatures(read, ahead, estimateSentenceChances(read));
}

function isRight(example: AskExample): boolean {
  return example.row.articles.includes(best(example).read.article.id);
}

const countOf = (features: Record<string, number> = {}) => Object.keys(features).length;

function fitLogistic(rows: { features: Record<string, number>; target: number }[], l2: number): number[] {
  const count = countOf(rows[0]?.features);
  return descend(count, l2, false, (now) => {
    const slope = Array.from({ length: count }, () => 0);
    for (const { features, target } of rows) {
      const error = (sigmoid(dotProduct(now, features)) - target) / rows.length;
      for (const [at, value] of Object.values(features).entries()) slope[at] = (slope[at] ?? 0) + error * value;
    }
    return slope;
  });
}

/** Minimizes the loss by Adam with weight decay. */
function descend(count: number, l2: number, positive: boolean, slopeAt: (weights: number[]) => number[]): number[] {
  const now = Array.from({ length: count }, () => 0);
  const mean = [...now];
  const square = [...now];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [at, raw] of slopeAt(now).entries()) {
      const slope = raw + l2 * (now[at] ?? 0);
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope;
      const step = mean[at] / (1 - 0.9 ** round) / (Math.sqrt(square[at] / (1 - 0.999 ** round)) + 1e-8);
      const moved = (now[at] ?? 0) - 0.03 * step;
      now[at] = positive ? Math.max(0, moved) : moved;
    }
  }
  return now.map((value) => Math.round(value * 100) / 100);
}

function withVectors(inner: Encoder, file: string | undefined) {
  const kept: Record<string, string> = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const encode = async (texts: string[]): Promise<(Vector | undefined)[]> => {
    const missing = [...new Set(texts.filter((text) => !Object.hasOwn(kept, text)))];
    const read = missing.length > 0 ? await inner.encode(missing) : [];
    for (const [place, text] of missing.entries()) {
      const vector = read[place];
      kept[text] = vector ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64") : "";
    }
    return texts.map((text) => {
      const bytes = Buffer.from(kept[text] ?? "", "base64");
      return bytes.length > 0
        ? new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
        : undefined;
    });
  };
  return { encode, save: (to: string) => writeFileSync(to, JSON.stringify(kept)) };
}
