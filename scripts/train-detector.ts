import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FEATURE_NAMES, featuresOf } from "../engine/local/conversation-features.ts";
import { shapeOf } from "../engine/local/conversation-shape.ts";
import { type DetectorWeights, scaleOf } from "../engine/local/detector-model.ts";
import { maskedTerms } from "../engine/local/masked-words.ts";
import { parseConversation } from "../engine/local/parse-conversation.ts";
import { benchConversation } from "../evals/bench-rows.ts";
import { areaUnderCurve, calibrationError } from "../evals/measures.ts";
import { type BoostingOptions, fitTrees, leafOf, type Tree } from "./learning/boosted-trees.ts";
import { foldsOf } from "./learning/folds.ts";
import { fitScale, fitSparse, type Linear, sparseLogit } from "./learning/logistic.ts";
import { seededRandom } from "./seeded-random.ts";
import { gatherTraining, type TrainingRow } from "./training-messages/gather.ts";

/**
 * Fits the detector (docs/engine.md, "Detecting"): words that many communities use, then boosted trees over the features
 * and the words' logit, then the scale. What is checked or scaled is predicted by a fit that has not seen its community.
 * The same files give the same weights.
 */
const MIN_MESSAGE_LENGTH = 20;
/** A word counts that so many communities of so many sources use and that is nobody's name. Our own text is one community. */
const LEAST_COMMUNITIES = 6;
const LEAST_SOURCES = 2;
const WORDS = { l2: 0.3, rounds: 100 };
const TREES = { trees: 250, depth: 3, rate: 0.06, leastWeight: 5, l2: 8, columns: 0.3 };
const WORD_FOLDS = 4;
const CHECK_FOLDS = 6;
/** Knowledge among the conversation the score is calibrated for: as mixed in the labelled rows of several communities. */
const CALIBRATED_SHARE = 0.65;

/** Text of our own, whoever speaks in it. */
const WRITTEN: ReadonlySet<string> = new Set(["own", "office"]);

const THANKED_FOR_WORK = /Wiki|Contributors|CurriculumDevelopment/;

interface Example {
  row: TrainingRow;
  features: Float64Array;
  terms: Set<string>;
  target: number;
  weight: number;
}

interface Fitted {
  vocabulary: Map<string, number>;
  words: Linear;
  trees: Tree[];
  bias: number;
}

const { values } = parseArgs({ options: { data: { type: "string" }, check: { type: "boolean", default: true } } });
if (!values.data) throw new Error("Say --data DIR: a folder with bench/ and raw/ (see scripts/train.mjs).");
const examples = gatherTraining(values.data).map(exampleOf);
const nicknames = new Set(
  examples.flatMap(({ row }) =>
    WRITTEN.has(row.source)
      ? []
      : row.messages.flatMap(({ author }) => (author && author.length > 3 ? [author.toLowerCase()] : [])),
  ),
);
const heldOut = predictHeldOut();
report(heldOut);
const calibration = calibrate(heldOut);
const fitted = fit(examples);
const file = join(import.meta.dirname, "../engine/local/detector-weights.json");
writeFileSync(file, `${JSON.stringify(weightsOf(fitted))}\n`);
process.stdout.write(
  `${examples.length} conversations, ${fitted.vocabulary.size} words; ${JSON.stringify(calibration)}\n`,
);

function exampleOf(row: TrainingRow): Example {
  const conversation = parseConversation(benchConversation(row.id, row.messages));
  const shape = shapeOf(conversation, MIN_MESSAGE_LENGTH);
  return {
    row,
    features: featuresOf(conversation, shape, MIN_MESSAGE_LENGTH),
    terms: maskedTerms(conversation, shape),
    target: Number(row.isKnowledge),
    weight: weightOf(row),
  };
}

/**
 * A conversation somebody read counts more than what rooms and thanks suggest, or than our own variations. Where the
 * project itself was worked on, thanks were mostly for merging and reviewing: of 37 such conversations that we read, six
 * held knowledge.
 */
function weightOf({ source, community, isRead, isKnowledge }: TrainingRow): number {
  if (isRead) return source === "own" ? 0.6 : source === "office" ? 1.5 : 2;
  return isKnowledge && THANKED_FOR_WORK.test(community) ? 0.05 : 0.6;
}

/** Both sides weigh the same. */
function balanced(some: Example[]): number[] {
  const sums = [0, 0];
  for (const { target, weight } of some) sums[target] = (sums[target] ?? 0) + weight;
  return some.map(({ target, weight }) => (1_000 * weight) / (sums[target] ?? 1));
}

function fitWords(some: Example[]): { vocabulary: Map<string, number>; words: Linear } {
  const users = new Map<string, { communities: Set<string>; sources: Set<string> }>();
  for (const { row, terms } of some) {
    for (const term of terms) {
      const known = users.get(term) ?? { communities: new Set(), sources: new Set() };
      known.communities.add(WRITTEN.has(row.source) ? row.source : row.community);
      known.sources.add(row.source);
      users.set(term, known);
    }
  }
  const common = [...users].flatMap(([term, { communities, sources }]) =>
    communities.size >= LEAST_COMMUNITIES && sources.size >= LEAST_SOURCES && !namesSomebody(term) ? [term] : [],
  );
  const vocabulary = new Map(common.sort().map((term, index) => [term, index]));
  const weights = balanced(some);
  const rows = some.map(({ terms, target }, index) => {
    const inputs = inputsOf(terms, vocabulary);
    return { inputs, scale: scaleOf(inputs.length), target, weight: weights[index] ?? 0 };
  });
  return { vocabulary, words: fitSparse(rows, vocabulary.size, WORDS.l2, WORDS.rounds) };
}

/** Nicknames are in no weights; those that are everyday words are written by most without meaning anybody. */
function namesSomebody(term: string): boolean {
  return term
    .replace(/^[qaro]:/, "")
    .split("_")
    .some((word) => nicknames.has(word));
}

function inputsOf(terms: Set<string>, vocabulary: Map<string, number>): Uint32Array {
  const inputs: number[] = [];
  for (const term of terms) {
    const index = vocabulary.get(term);
    if (index !== undefined) inputs.push(index);
  }
  return Uint32Array.from(inputs);
}

function wordsLogit(
  terms: Set<string>,
  { vocabulary, words }: { vocabulary: Map<string, number>; words: Linear },
): number {
  const inputs = inputsOf(terms, vocabulary);
  return sparseLogit(words, inputs, scaleOf(inputs.length));
}

/** The trees see what the words say about communities that the words were not fitted on. */
function fit(some: Example[]): Fitted {
  const unseen = new Float64Array(some.length);
  const folds = foldsOf(
    some.map(({ row }) => row.community),
    WORD_FOLDS,
    7,
  );
  for (let fold = 0; fold < WORD_FOLDS; fold++) {
    const part = fitWords(some.filter((_, index) => folds[index] !== fold));
    for (const [index, { terms }] of some.entries()) if (folds[index] === fold) unseen[index] = wordsLogit(terms, part);
  }
  const inputs = some.map(({ features }, index) => Float64Array.from([...features, unseen[index] ?? 0]));
  const signs = new Int8Array(FEATURE_NAMES.length + 1);
  signs[FEATURE_NAMES.length] = 1;
  const options: BoostingOptions = { ...TREES, random: seededRandom(9), signs };
  const grown = fitTrees(
    inputs,
    Float64Array.from(some, ({ target }) => target),
    Float64Array.from(balanced(some)),
    options,
  );
  return { ...fitWords(some), ...grown };
}

function logitOf(model: Fitted, { features, terms }: Example): number {
  const words = wordsLogit(terms, model);
  const valueOf = (feature: number) => (feature === features.length ? words : (features[feature] ?? 0));
  return model.trees.reduce((sum, tree) => sum + leafOf(tree, TREES.depth, valueOf), model.bias);
}

function predictHeldOut(): { example: Example; logit: number }[] {
  const folds = foldsOf(
    examples.map(({ row }) => row.community),
    CHECK_FOLDS,
    5,
  );
  return Array.from({ length: CHECK_FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = fit(examples.filter((_, index) => folds[index] !== fold));
    return examples
      .filter((_, index) => folds[index] === fold)
      .map((example) => ({ example, logit: logitOf(model, example) }));
  });
}

/** Only what somebody read has labels good enough to say what a score means. */
function calibrate(predicted: { example: Example; logit: number }[]): { slope: number; offset: number } {
  const read = predicted.filter(({ example }) => example.row.isRead && example.row.source !== "own");
  const share = read.reduce((sum, { example }) => sum + example.target, 0) / read.length;
  return fitScale(
    read.map(({ example: { target }, logit }) => ({
      logit,
      target,
      weight: target ? CALIBRATED_SHARE / share : (1 - CALIBRATED_SHARE) / (1 - share),
    })),
  );
}

function report(predicted: { example: Example; logit: number }[]): void {
  const { slope, offset } = calibrate(predicted);
  const sets: [string, (row: TrainingRow) => boolean][] = [
    ["read, of other projects", (row) => row.isRead && row.source !== "own"],
    ...[...new Set(examples.map(({ row }) => row.source))].map((source): [string, (row: TrainingRow) => boolean] => [
      source,
      (row) => row.source === source,
    ]),
    ["weakly labelled", (row) => !row.isRead],
  ];
  process.stdout.write("Communities left out of the fit: rows, AUC %, calibration error %\n");
  for (const [name, belongs] of sets) {
    const rows = predicted
      .filter(({ example }) => belongs(example.row))
      .map(({ example, logit }) => ({
        score: 1 / (1 + Math.exp(-(slope * logit + offset))),
        positive: example.target === 1,
      }));
    const figures = [areaUnderCurve(rows), calibrationError(rows)].map((value) => (100 * value).toFixed(1).padStart(6));
    process.stdout.write(`${name.padEnd(26)}${String(rows.length).padStart(6)}${figures.join("")}\n`);
  }
}

function weightsOf(model: Fitted): DetectorWeights {
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  const kept = [...model.vocabulary].filter(([, index]) => Math.abs(model.words.weights[index] ?? 0) >= 0.0005);
  return {
    words: {
      terms: kept.map(([term]) => term).join(" "),
      weights: kept.map(([, index]) => round(model.words.weights[index] ?? 0)),
      bias: round(model.words.bias),
    },
    trees: {
      depth: TREES.depth,
      bias: round(model.bias),
      features: model.trees.map((tree) => tree.features),
      cuts: model.trees.map((tree) => tree.cuts.map(round)),
      leaves: model.trees.map((tree) => tree.leaves.map((leaf) => Math.round(leaf * 10_000) / 10_000)),
    },
    calibration: { slope: round(calibration.slope), offset: round(calibration.offset) },
  };
}
