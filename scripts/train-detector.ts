import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type DetectorWeights, extractWordFeatures, wordSumScale } from "../engine/find/detector-model.ts";
import { computeDetectorFeatures } from "../engine/find/features.ts";
import { parseConversationText } from "../engine/text/read-conversation.ts";
import { detectShape } from "../engine/text/shape.ts";
import { benchConversation } from "../tools/evals/bench-rows.ts";
import { computeAreaUnderCurve, computeCalibrationError } from "../tools/evals/measures.ts";
import { assignFolds } from "./learning/folds.ts";
import { computeSparseLogit, fitPlattScaling, fitSparse, type LinearModel } from "./learning/logistic.ts";
import { fitRidge } from "./learning/ridge-logistic.ts";
import { gatherTraining, type TrainingRow } from "./training-messages/gather.ts";

/**
 * Trains the detector in three steps: words that many communities use, one sum of the features and the words' logit, and the
 * scale. Predictions for checking or scaling come from training without their community. The same files give the same weights.
 */
const MIN_MESSAGE_LENGTH = 20;
/**
 * A word counts if this many communities of several sources use it and it is nobody's name. The project's own text is one
 * community.
 */
const LEAST_COMMUNITIES = 6;
const LEAST_SOURCES = 3;
const WORDS = { l2: 0.3, rounds: 100, leastWeight: 0.15 };
const SUM = { l2: 0.003 };
const WORD_FOLDS = 4;
const CHECK_FOLDS = 5;
/** The share of knowledge for which the score is calibrated: the mix in the labelled rows of several communities. */
const CALIBRATED_SHARE = 0.65;
/** Sources of text that the project wrote itself. */
const WRITTEN: ReadonlySet<string> = new Set(["own", "office"]);
/** Matches chat rooms about the project itself, in which thanks were mostly for merging and reviewing. */
const THANKED_FOR_WORK = /Wiki|Contributors|CurriculumDevelopment/;

interface DetectorExample {
  row: TrainingRow;
  features: number[];
  words: Set<string>;
  weight: number;
}

interface FittedModel {
  vocabulary: Map<string, number>;
  words: LinearModel;
  sum: number[];
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data) throw new Error("Say --data DIR: a folder with tools/bench/ and raw/ (see scripts/train.mjs).");
const examples = gatherTraining(values.data).map(exampleOf);
const nicknames = new Set(
  examples.flatMap(({ row }) =>
    WRITTEN.has(row.source)
      ? []
      : row.messages.flatMap(({ author }) => (author && author.length > 3 ? [author.toLowerCase()] : [])),
  ),
);
const heldOut = predictHeldOut();
const calibration = calibrate(heldOut);
report();
const weights = weightsOf(fit(examples));
writeFileSync(join(import.meta.dirname, "../engine/find/detector-weights.json"), `${JSON.stringify(weights)}\n`);
process.stdout.write(`${examples.length} conversations, ${Object.keys(weights.words.terms).length} words\n`);

function exampleOf(row: TrainingRow): DetectorExample {
  const conversation = parseConversationText(benchConversation(row.id, row.messages));
  const shape = detectShape(conversation);
  return {
    row,
    features: Object.values(computeDetectorFeatures(conversation, shape, MIN_MESSAGE_LENGTH)),
    words: extractWordFeatures(conversation, shape),
    weight: weightOf(row),
  };
}

/**
 * Returns a row's weight. A manually labelled conversation weighs more than one labelled by its room and thanks. Conversations
 * of offices weigh more, because few are labelled but most customers are offices.
 */
function weightOf({ source, community, isRead, isKnowledge }: TrainingRow): number {
  if (source === "office") return 8;
  if (source === "own") return 1;
  if (isRead) return 2;
  return isKnowledge && THANKED_FOR_WORK.test(community) ? 0.05 : 0.6;
}

/** Returns weights with which both classes have the same total weight. */
function balanced(some: DetectorExample[]): number[] {
  const sums = [0, 0];
  for (const { row, weight } of some) sums[Number(row.isKnowledge)] = (sums[Number(row.isKnowledge)] ?? 0) + weight;
  return some.map(({ row, weight }) => (1_000 * weight) / (sums[Number(row.isKnowledge)] ?? 1));
}

function fitWords(some: DetectorExample[]): Pick<FittedModel, "vocabulary" | "words"> {
  const users = new Map<string, { communities: Set<string>; sources: Set<string> }>();
  for (const { row, words } of some) {
    for (const word of words) {
      const known = users.get(word) ?? { communities: new Set(), sources: new Set() };
      known.communities.add(WRITTEN.has(row.source) ? row.source : row.community);
      known.sources.add(row.source);
      users.set(word, known);
    }
  }
  const common = [...users].flatMap(([word, { communities, sources }]) =>
    communities.size >= LEAST_COMMUNITIES && sources.size >= LEAST_SOURCES && !namesSomebody(word) ? [word] : [],
  );
  const vocabulary = new Map(common.sort().map((word, index) => [word, index]));
  const balance = balanced(some);
  const rows = some.map(({ words, row }, index) => {
    const inputs = inputsOf(words, vocabulary);
    return { inputs, scale: wordSumScale(inputs.length), target: Number(row.isKnowledge), weight: balance[index] ?? 0 };
  });
  const words = fitSparse(rows, vocabulary.size, WORDS.l2, WORDS.rounds);
  const kept = [...vocabulary].filter(([, index]) => Math.abs(words.weights[index] ?? 0) >= WORDS.leastWeight);
  return {
    vocabulary: new Map(kept.map(([word], index) => [word, index])),
    words: { weights: Float64Array.from(kept, ([, index]) => words.weights[index] ?? 0), bias: words.bias },
  };
}

/** True for nicknames, which are left out of the weights. */
function namesSomebody(word: string): boolean {
  return word
    .replace(/^[qa]:/, "")
    .split("_")
    .some((part) => nicknames.has(part));
}

function inputsOf(words: Set<string>, vocabulary: Map<string, number>): Uint32Array {
  return Uint32Array.from([...words].flatMap((word) => vocabulary.get(word) ?? []));
}

function wordsLogit({ words }: DetectorExample, fitted: Pick<FittedModel, "vocabulary" | "words">): number {
  const inputs = inputsOf(words, fitted.vocabulary);
  return computeSparseLogit(fitted.words, inputs, wordSumScale(inputs.length));
}

/** Trains the sum. The words' predictions come from training without the row's community. */
function fit(some: DetectorExample[]): FittedModel {
  const folds = assignFolds(
    some.map(({ row }) => row.community),
    WORD_FOLDS,
    7,
  );
  const unseen = new Float64Array(some.length);
  for (let fold = 0; fold < WORD_FOLDS; fold++) {
    const part = fitWords(some.filter((_, index) => folds[index] !== fold));
    for (const [index, example] of some.entries()) if (folds[index] === fold) unseen[index] = wordsLogit(example, part);
  }
  const balance = balanced(some);
  const rows = some.map(({ features, row }, index) => ({
    features: [1, ...features, unseen[index] ?? 0],
    is: row.isKnowledge,
    weight: balance[index] ?? 0,
  }));
  return { ...fitWords(some), sum: fitRidge(rows, SUM.l2) };
}

function logitOf(fitted: FittedModel, example: DetectorExample): number {
  const inputs = [1, ...example.features, wordsLogit(example, fitted)];
  return inputs.reduce((sum, value, at) => sum + value * (fitted.sum[at] ?? 0), 0);
}

function predictHeldOut(): { example: DetectorExample; logit: number }[] {
  const folds = assignFolds(
    examples.map(({ row }) => row.community),
    CHECK_FOLDS,
    5,
  );
  return Array.from({ length: CHECK_FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const fitted = fit(examples.filter((_, index) => folds[index] !== fold));
    return examples.flatMap((example, index) =>
      folds[index] === fold ? [{ example, logit: logitOf(fitted, example) }] : [],
    );
  });
}

/** Calibrates the score. Only manual labels are reliable enough to define its meaning. */
function calibrate(predicted: { example: DetectorExample; logit: number }[]): { slope: number; offset: number } {
  const read = predicted.filter(({ example }) => example.row.isRead && example.row.source !== "own");
  const share = read.filter(({ example }) => example.row.isKnowledge).length / read.length;
  return fitPlattScaling(
    read.map(({ example: { row }, logit }) => ({
      logit,
      target: Number(row.isKnowledge),
      weight: row.isKnowledge ? CALIBRATED_SHARE / share : (1 - CALIBRATED_SHARE) / (1 - share),
    })),
  );
}

function report(): void {
  process.stdout.write("Communities left out of the fit: rows, AUC %, calibration error %\n");
  for (const [source, some] of Map.groupBy(heldOut, ({ example }) => example.row.source)) {
    const rows = some.map(({ example, logit }) => ({
      score: 1 / (1 + Math.exp(-(calibration.slope * logit + calibration.offset))),
      positive: example.row.isKnowledge,
    }));
    const figures = [computeAreaUnderCurve(rows), computeCalibrationError(rows)].map((value) =>
      (100 * value).toFixed(1).padStart(6),
    );
    process.stdout.write(`${source.padEnd(22)}${String(rows.length).padStart(6)}${figures.join("")}\n`);
  }
}

function namesOfFeatures(): string[] {
  const nothing = parseConversationText(benchConversation("", []));
  return Object.keys(computeDetectorFeatures(nothing, detectShape(nothing), MIN_MESSAGE_LENGTH));
}

function weightsOf({ vocabulary, words, sum }: FittedModel): DetectorWeights {
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    bias: sum[0] ?? 0,
    features: Object.fromEntries(namesOfFeatures().map((name, at) => [name, sum[at + 1] ?? 0])),
    ofWords: sum.at(-1) ?? 0,
    words: {
      bias: Math.round(words.bias * 1_000) / 1_000,
      terms: Object.fromEntries([...vocabulary].map(([word, at]) => [word, round(words.weights[at] ?? 0)])),
    },
    calibration,
  };
}
