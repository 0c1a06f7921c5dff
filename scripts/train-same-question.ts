import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type DetectionRow, readRows } from "../evals/bench-rows.ts";
import { areApart, isSame, pairsOfHalf, textsOfHalf } from "../evals/canonical-pairs.ts";
import { termsOf } from "../server/pipeline/local-engine/knowledge-terms.ts";
import {
  compareMeanings,
  compareSubjects,
  FEATURES,
  MEANING_FEATURES,
  type Subject,
  subjectOf,
} from "../server/pipeline/local-engine/same-question.ts";
import type { Encoder } from "../server/pipeline/meaning.ts";
import { createSentenceEncoder } from "../server/pipeline/sentence-encoder/sentence-encoder.ts";

/**
 * Fits what tells the same question from another one, in two steps that each need the file of the other: how rare words are
 * (`--data DIR` with detection.train.jsonl.gz, of which numbers and words in common use are kept), then the weights of the
 * comparison, once by words alone and once with the meaning of both, on the half of evals/canonical-pairs.jsonl that is for
 * tuning and on its texts of other matters. No chance in it: the same result each time.
 */
const { values } = parseArgs({ options: { data: { type: "string" } } });
const FILE = new URL("../server/pipeline/local-engine/same-question-weights.json", import.meta.url);
const FEWEST_MESSAGES = 12;
const RATE = 0.5;
const ROUNDS = 3000;
const L2 = 0.007;
/** A wrong merge costs more than a missed one. */
const WEIGHT_OF_DIFFERENT = 1.5;
/** Of texts of other matters, so many for each text: those that a first fit takes for the likeliest. */
const MOST_ALIKE = 12;
/** What all of these weigh together, in shares of the pairs. */
const WEIGHT_OF_OTHER_MATTERS = 0.25;
/** Which way each feature may speak: more in common never makes a pair less alike, more differences never more. */
type Feature = (typeof FEATURES)[number] | (typeof MEANING_FEATURES)[number];
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

const known = JSON.parse(readFileSync(FILE, "utf8")) as {
  documents: Record<string, number>;
  question: number[];
  meaning: number[];
};
if (values.data) {
  const documents = documentsOf(values.data);
  writeFileSync(FILE, `${JSON.stringify({ ...known, documents })}\n`);
  process.stdout.write(`${Object.keys(documents).length} words. Run it again without --data to fit the weights.\n`);
} else {
  const encoder = createSentenceEncoder();
  const pairs = await pairRows(encoder);
  const others = await otherMatters(encoder);
  const all = [...FEATURES, ...MEANING_FEATURES];
  const question = fit(FEATURES, withLikeliest(FEATURES, pairs, others));
  const meaning = fit(all, withLikeliest(all, pairs, others));
  writeFileSync(FILE, `${JSON.stringify({ ...known, question, meaning })}\n`);
  for (const [place, name] of all.entries())
    process.stdout.write(`${question[place] ?? ""}\t${meaning[place]}\t${name}\n`);
}

function documentsOf(folder: string): Record<string, number> {
  const seen = new Map<string, number>();
  let messages = 0;
  for (const { text } of readRows<DetectionRow>(folder, "detection.train.jsonl.gz").flatMap((row) => row.messages)) {
    messages++;
    for (const word of termsOf(text ?? "").words) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  const rarest = Math.log(messages / FEWEST_MESSAGES);
  return Object.fromEntries(
    [...seen]
      .filter(([word, count]) => count >= FEWEST_MESSAGES && /^[a-z0-9+]+$/.test(word))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, count]) => [word, Math.max(0.5, round((7 * Math.log(messages / count)) / rarest))]),
  );
}

interface Row {
  features: number[];
  target: number;
  weight: number;
}

async function pairRows(encoder: Encoder): Promise<Row[]> {
  const rows: Row[] = [];
  for (const pair of pairsOfHalf("tune")) {
    const target = Number(isSame(pair));
    const features = featuresOf(await subjectOf(pair.known, encoder), await subjectOf(pair.fresh, encoder));
    rows.push({ features, target, weight: target ? 1 : WEIGHT_OF_DIFFERENT });
  }
  return rows;
}

/** For each text all texts of other matters. */
async function otherMatters(encoder: Encoder): Promise<number[][][]> {
  const texts = textsOfHalf("tune");
  const subjects: Subject[] = [];
  for (const { text } of texts) subjects.push(await subjectOf(text, encoder));
  return texts.map((one, place) =>
    texts.flatMap((other, otherPlace) => {
      const [known, fresh] = [subjects[otherPlace], subjects[place]];
      return known && fresh && areApart(one, other) ? [featuresOf(known, fresh)] : [];
    }),
  );
}

function featuresOf(known: Subject, fresh: Subject): number[] {
  return [...compareSubjects(known, fresh), ...(compareMeanings(known, fresh) ?? MEANING_FEATURES.map(() => 0))];
}

/** The pairs, and of other matters what a fit on the pairs alone takes for the likeliest. */
function withLikeliest(names: readonly Feature[], pairs: Row[], others: number[][][]): Row[] {
  const first = fit(names, pairs);
  const sum = (features: number[]) =>
    first.reduce((total, weight, place) => total + weight * (features[place] ?? 0), 0);
  const likeliest = others.flatMap((some) => some.toSorted((a, b) => sum(b) - sum(a)).slice(0, MOST_ALIKE));
  const weight = (WEIGHT_OF_OTHER_MATTERS * pairs.length) / likeliest.length;
  return [...pairs, ...likeliest.map((features) => ({ features, target: 0, weight }))];
}

/** Of each row the first features, as many as are named. */
function fit(names: readonly Feature[], rows: Row[]): number[] {
  const weights = names.map(() => 0);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  for (let roundNumber = 0; roundNumber < ROUNDS; roundNumber++) {
    const slope = weights.map((weight, place) => (place ? L2 * weight : 0));
    for (const { features, target, weight: counts } of rows) {
      const sum = weights.reduce((value, weight, place) => value + weight * (features[place] ?? 0), 0);
      const error = (1 / (1 + Math.exp(-sum)) - target) * counts;
      for (const place of names.keys()) slope[place] = (slope[place] ?? 0) + (error * (features[place] ?? 0)) / total;
    }
    for (const [place, name] of names.entries()) {
      const moved = (weights[place] ?? 0) - RATE * (slope[place] ?? 0);
      weights[place] = SIGNS[name] === 0 || Math.sign(moved) === SIGNS[name] ? moved : 0;
    }
  }
  return weights.map(round);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
