import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { shapeOf } from "../engine/local/conversation-shape.ts";
import { CONVERSATION_INTENTS, type ConversationIntent, type KindWeights } from "../engine/local/intent-model.ts";
import { wordPairsOf, wordsScale } from "../engine/local/masked-words.ts";
import { parseConversation } from "../engine/local/parse-conversation.ts";
import { askedPartOf, CUE_NAMES, cuesOf } from "../engine/local/question-cues.ts";
import { benchConversation } from "../evals/bench-rows.ts";
import { macroF1 } from "../evals/measures.ts";
import { foldsOf } from "./learning/folds.ts";
import { fitSoftmax, type SoftmaxRow, softmaxLogits } from "./learning/softmax.ts";
import { gatherTraining, type TrainingRow } from "./training-messages/gather.ts";

/**
 * Fits what a question wants to know (docs/engine.md, "Kinds") on the conversations whose kind we read and on text of our
 * own: cues of the question's form and words that many communities use. The same files give the same weights.
 */
const LEAST_COMMUNITIES = 5;
const L2 = 2;
const ROUNDS = 150;
const FOLDS = 5;
/** How often the intents come in developer chat, as told in studies of it; the labelled rows are mixed otherwise. */
const SHARES: Record<ConversationIntent, number> = {
  howto: 0.35,
  troubleshooting: 0.3,
  explanation: 0.15,
  documentation: 0.08,
  "project-management": 0.12,
};
const OWN_WEIGHT = 0.3;
/** Questions must be told apart without their answers too. */
const UNANSWERED_COPY = 0.5;

interface Example {
  row: TrainingRow;
  intent: ConversationIntent;
  cues: Float64Array;
  terms: Set<string>;
  weight: number;
  isCopy: boolean;
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data) throw new Error("Say --data DIR: a folder with bench/ and raw/ (see scripts/train.mjs).");
const examples = gatherTraining(values.data).flatMap(examplesOf);
const folds = foldsOf(
  examples.map(({ row }) => row.community),
  FOLDS,
  3,
);
const told = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
  const model = fit(examples.filter((_, index) => folds[index] !== fold));
  return examples
    .filter(({ row, isCopy }, index) => folds[index] === fold && row.source !== "own" && !isCopy)
    .map((example) => ({ gold: example.intent, chosen: chosenBy(model, example) }));
});
const share = (100 * macroF1(told)).toFixed(1);
process.stdout.write(`Communities left out of the fit: ${told.length} rows, macro-F1 ${share} %\n`);
const model = fit(examples);
const file = join(import.meta.dirname, "../engine/local/kind-weights.json");
writeFileSync(file, `${JSON.stringify(weightsOf(model))}\n`);
process.stdout.write(`${examples.length} rows, ${model.vocabulary.size} words\n`);

function examplesOf(row: TrainingRow): Example[] {
  const intent = intentOf(row);
  if (!intent) return [];
  const conversation = parseConversation(benchConversation(row.id, row.messages));
  const part = askedPartOf(conversation, shapeOf(conversation, 0));
  const weight = row.source === "own" ? OWN_WEIGHT : 1;
  const example = { row, intent, cues: cuesOf(part), terms: wordPairsOf(part.text), weight, isCopy: false };
  if (intent === "project-management") return [example];
  const copy = { ...example, cues: cuesOf({ ...part, answer: "" }), weight: weight * UNANSWERED_COPY, isCopy: true };
  return [example, copy];
}

/** Counsellors of a course are no developers' project; their plans are left out. */
function intentOf({ isKnowledge, kind, type, community }: TrainingRow): ConversationIntent | null {
  if (!isKnowledge)
    return type === "project management" && community !== "fcc/CampCounselors" ? "project-management" : null;
  if (kind === "faq") return "explanation";
  return CONVERSATION_INTENTS.find((intent) => intent === kind) ?? null;
}

interface Fitted {
  vocabulary: Map<string, number>;
  weights: Float64Array[];
}

function fit(some: Example[]): Fitted {
  const users = new Map<string, Set<string>>();
  for (const { row, terms } of some)
    for (const term of terms) {
      const known = users.get(term) ?? new Set();
      known.add(row.source === "own" ? "own" : row.community);
      users.set(term, known);
    }
  const common = [...users].filter(([, known]) => known.size >= LEAST_COMMUNITIES).map(([term]) => term);
  const vocabulary = new Map(common.sort().map((term, index) => [term, index]));
  const sums = new Map<ConversationIntent, number>();
  for (const { intent, weight } of some) sums.set(intent, (sums.get(intent) ?? 0) + weight);
  const total = [...sums.values()].reduce((sum, weight) => sum + weight, 0);
  const rows = some.map(
    (example): SoftmaxRow => ({
      inputs: inputsOf(example, vocabulary),
      target: CONVERSATION_INTENTS.indexOf(example.intent),
      weight: (example.weight * SHARES[example.intent] * total) / (sums.get(example.intent) ?? 1),
    }),
  );
  const width = CUE_NAMES.length + vocabulary.size;
  return { vocabulary, weights: fitSoftmax(rows, CONVERSATION_INTENTS.length, width, L2, ROUNDS) };
}

function inputsOf({ cues, terms }: Example, vocabulary: Map<string, number>): [number, number][] {
  const known = [...terms].flatMap((term) => vocabulary.get(term) ?? []);
  const scale = wordsScale(known.length);
  return [
    ...[...cues.entries()].filter(([, value]) => value !== 0),
    ...known.map((index): [number, number] => [CUE_NAMES.length + index, scale]),
  ];
}

function chosenBy({ vocabulary, weights }: Fitted, example: Example): string {
  const logits = softmaxLogits(weights, inputsOf(example, vocabulary));
  return CONVERSATION_INTENTS[logits.indexOf(Math.max(...logits))] ?? "";
}

function weightsOf({ vocabulary, weights }: Fitted): KindWeights {
  const round = (value: number | undefined) => Math.round((value ?? 0) * 1_000) / 1_000;
  const cues = CUE_NAMES.length;
  return {
    cues: weights.map((line) => Array.from(line.slice(0, cues), round)),
    terms: [...vocabulary.keys()].join(" "),
    words: weights.map((line) => Array.from(line.slice(cues, cues + vocabulary.size), round)),
    biases: weights.map((line) => round(line.at(-1))),
  };
}
