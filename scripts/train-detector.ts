import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchConversation, type DetectionRow, readRows } from "../evals/bench-rows.ts";
import { ownTalk } from "../evals/own-talk.ts";
import { teaches, WORTH_DRAFTING } from "../server/pipeline/local-engine/detector.ts";
import { readTalk } from "../server/pipeline/local-engine/read-talk.ts";
import { FEATURE_NAMES, featuresOf } from "../server/pipeline/local-engine/talk-features.ts";
import { shapeOf } from "../server/pipeline/local-engine/talk-shape.ts";
import { draftOf } from "../server/pipeline/local-engine/worth-writing.ts";

/**
 * Fits the detector: freeCodeCamp rooms (BSD-3-Clause, thanked or not), hand-separated developer dialogs of
 * livechat-gitter (MIT, weak labels: answered and with substance) and talk of our own. Deterministic: no chance is used.
 */
const PERMISSIVE = new Set(["fcc-gitter", "livechat-gitter", "own"]);
const L2 = 3;
const FOLDS = 5;
const MIN_MESSAGE_LENGTH = 20;

/** What must not count the wrong way, whatever the accidents of these rooms: a plan is no knowledge, a cause no chatter. */
const NEVER_NEGATIVE = new Set<string>([
  "answered",
  "answer strength",
  "answer substance",
  "thanked after answer",
  "confirmed after answer",
  "code",
  "code in answer",
  "question meets answer",
  "question technical",
  "question content",
  "question symptom",
  "how-why-what question",
  "steps in a list",
  "log substance",
  "you per sentence",
  ...["symptom", "cause", "advice", "step", "explanation", "technical", "policy"].flatMap((act) => [
    `share ${act}`,
    `answer share ${act}`,
  ]),
]);
const NEVER_POSITIVE = new Set<string>([
  "single author",
  "bot author",
  "answered and planning",
  "answered and scheduling",
  "answered and social",
  "when-who question",
  "ends in question",
  "little said without a question",
  "nothing taught",
  "share greeting",
  "share short messages",
  "log authors",
  ...["scheduling", "announcement", "botNoise", "planning", "status", "social", "meta", "smallTalk", "hedge"].flatMap(
    (act) => [`share ${act}`, `answer share ${act}`],
  ),
]);

interface Example {
  features: Float64Array;
  /** What the draft takes from the score; as in use, only likely talk is drafted. */
  penalty: number;
  /** Talk without it is capped in use and tells nothing about the scale. */
  hasEvidence: boolean;
  target: number;
  weight: number;
  group: string;
}

const { values } = parseArgs({ options: { data: { type: "string" }, livechat: { type: "string" } } });
if (!values.data || !values.livechat) {
  throw new Error(
    "Say --data DIR (with detection.train.jsonl.gz) and --livechat DIR (data/manual of LiveChat2021/LiveChat).",
  );
}
const labelled = readRows<DetectionRow>(values.data, "detection.train.jsonl.gz").filter(
  (row) => PERMISSIVE.has(row.source) && row.strict,
);
const dialogs = readDialogs(values.livechat);
const rows = [...labelled, ...dialogs, ...dialogs.flatMap(unansweredPart), ...ownTalk().fit];
const examples = rows.map((row) => exampleOf(row));
balance(examples);

const width = FEATURE_NAMES.length;
const total = examples.reduce((sum, example) => sum + example.weight, 0);
const means = Array.from(
  { length: width },
  (_, i) => examples.reduce((sum, e) => sum + e.weight * (e.features[i] ?? 0), 0) / total,
);
const scales = means.map((mean, i) =>
  Math.max(
    0.05,
    Math.sqrt(examples.reduce((sum, e) => sum + e.weight * ((e.features[i] ?? 0) - mean) ** 2, 0) / total),
  ),
);

const groups = [...new Set(examples.map((example) => example.group))].sort();
const foldOf = (example: Example) => groups.indexOf(example.group) % FOLDS;
const heldOut = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
  const fitted = fit(examples.filter((example) => foldOf(example) !== fold));
  return examples
    .filter((example) => foldOf(example) === fold && example.hasEvidence)
    .map((example) => {
      const logit = logitOf(fitted, example);
      const penalised = logit > WORTH_DRAFTING ? logit - example.penalty : logit;
      return { logit: penalised, target: example.target, weight: example.weight };
    });
});
const calibration = calibrate(heldOut);
const fitted = fit(examples);
const round = (value: number) => Math.round(value * 10_000) / 10_000;
const file = new URL("../server/pipeline/local-engine/detector-weights.json", import.meta.url);
writeFileSync(
  file,
  `${JSON.stringify({ features: FEATURE_NAMES, means: means.map(round), scales: scales.map(round), weights: fitted.slice(0, width).map(round), bias: round(fitted[width] ?? 0), calibration: { slope: round(calibration.slope), offset: round(calibration.offset) } }, null, 1)}\n`,
);
process.stdout.write(
  `${examples.length} conversations, ${groups.length} groups; calibration ${JSON.stringify(calibration)}\n`,
);
const ranked = FEATURE_NAMES.map((name, i) => ({ name, weight: round(fitted[i] ?? 0) })).sort(
  (a, b) => b.weight - a.weight,
);
for (const { name, weight } of ranked) process.stdout.write(`${weight.toFixed(2).padStart(6)} ${name}\n`);

function exampleOf(row: DetectionRow): Example {
  const talk = readTalk(benchConversation(row.id, row.messages));
  const shape = shapeOf(talk, MIN_MESSAGE_LENGTH);
  const draft = draftOf(talk, shape);
  return {
    features: featuresOf(talk, shape, MIN_MESSAGE_LENGTH),
    penalty: draft.penalty,
    hasEvidence: draft.answers && teaches(talk, shape, MIN_MESSAGE_LENGTH),
    target: Number(row.label === "knowledge"),
    weight: weightOf(row),
    group: `${row.source}/${row.room ?? row.negType ?? "positive"}`,
  };
}

/** Every source counts as a whole, whatever its number of rows: few handwritten meetings weigh as much as many rooms. */
function weightOf(row: DetectionRow): number {
  if (row.source === "own") return row.label === "knowledge" ? 12 : 7;
  return row.source === "livechat-gitter" ? 1.2 : 0.7;
}

function balance(all: Example[]): void {
  for (const target of [0, 1]) {
    const side = all.filter((example) => example.target === target);
    const sum = side.reduce((weight, example) => weight + example.weight, 0);
    for (const example of side) example.weight *= 1_000 / sum;
  }
}

/** Fits, leaves out the features that took a sign they must not have, and fits again until none is left. */
function fit(some: Example[]): number[] {
  const left = new Set<number>();
  for (;;) {
    const found = fitFeatures(some, left);
    const wrong = FEATURE_NAMES.flatMap((name, i) =>
      (NEVER_NEGATIVE.has(name) && (found[i] ?? 0) < 0) || (NEVER_POSITIVE.has(name) && (found[i] ?? 0) > 0) ? [i] : [],
    );
    if (!wrong.length) return found;
    for (const i of wrong) left.add(i);
  }
}

/** Newton's method on the weighted, regularised log-likelihood of standardised features. The last value is the bias. */
function fitFeatures(some: Example[], left: Set<number>): number[] {
  const n = width + 1;
  let current = Array.from({ length: n }, () => 0);
  for (let round = 0; round < 12; round++) {
    const gradient = current.map((value, i) => (i < width ? -(left.has(i) ? 1e9 : L2) * value : 0));
    const hessian = Array.from({ length: n }, (_, i) =>
      Float64Array.from({ length: n }, (_, j) => (i === j ? (i < width ? (left.has(i) ? 1e9 : L2) : 1e-6) : 0)),
    );
    for (const example of some) {
      const x = inputsOf(example);
      const p = 1 / (1 + Math.exp(-logitOf(current, example)));
      const error = example.weight * (example.target - p);
      const curve = example.weight * p * (1 - p);
      for (let i = 0; i < n; i++) {
        const xi = x[i] ?? 0;
        if (xi === 0) continue;
        gradient[i] = (gradient[i] ?? 0) + error * xi;
        const line = hessian[i];
        if (line) for (let j = 0; j < n; j++) line[j] = (line[j] ?? 0) + curve * xi * (x[j] ?? 0);
      }
    }
    const step = solve(hessian, gradient);
    current = current.map((value, i) => (left.has(i) ? 0 : value + (step[i] ?? 0)));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  return current;
}

function inputsOf(example: Example): number[] {
  return [
    ...Array.from({ length: width }, (_, i) => ((example.features[i] ?? 0) - (means[i] ?? 0)) / (scales[i] ?? 1)),
    1,
  ];
}

function logitOf(weights: number[], example: Example): number {
  return inputsOf(example).reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0);
}

/** Gaussian elimination with pivots. */
function solve(matrix: Float64Array[], right: number[]): number[] {
  const n = right.length;
  const rows = matrix.map((line, i) => [...line, right[i] ?? 0]);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let r = column + 1; r < n; r++)
      if (Math.abs(rows[r]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = r;
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const head = rows[column] ?? [];
    for (let r = column + 1; r < n; r++) {
      const line = rows[r] ?? [];
      const factor = (line[column] ?? 0) / (head[column] ?? 1);
      if (factor !== 0) for (let k = column; k <= n; k++) line[k] = (line[k] ?? 0) - factor * (head[k] ?? 0);
    }
  }
  const x = Array.from({ length: n }, () => 0);
  for (let r = n - 1; r >= 0; r--) {
    const line = rows[r] ?? [];
    let sum = line[n] ?? 0;
    for (let k = r + 1; k < n; k++) sum -= (line[k] ?? 0) * (x[k] ?? 0);
    x[r] = sum / (line[r] ?? 1);
  }
  return x;
}

/** Platt's scaling on predictions for groups left out of the fit. */
function calibrate(rows: { logit: number; target: number; weight: number }[]) {
  let slope = 1;
  let offset = 0;
  for (let round = 0; round < 4_000; round++) {
    let gSlope = 0;
    let gOffset = 0;
    for (const { logit, target, weight } of rows) {
      const error = weight * (target - 1 / (1 + Math.exp(-(slope * logit + offset))));
      gSlope += error * logit;
      gOffset += error;
    }
    slope += (0.5 * gSlope) / total;
    offset += (0.5 * gOffset) / total;
  }
  return { slope, offset };
}

/** Dialogs people separated by hand: `[time] <author> text`, dashed lines between them. */
function readDialogs(directory: string): DetectionRow[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) =>
      readFileSync(join(directory, name), "utf8")
        .split(/^-{4,}.*$/m)
        .flatMap((part, index) => {
          const messages = part.split("\n").flatMap((line) => {
            const [, ts, author, text] = /^\[([\d: -]+)\] <([^>]+)> (.*)$/.exec(line.trim()) ?? [];
            return ts && author && text ? [{ ts: `${ts.replace(" ", "T")}Z`, author, text }] : [];
          });
          return messages.length ? [weaklyLabelled(`${name}-${index}`, name, messages)] : [];
        }),
    )
    .filter((row) => row.strict);
}

/** Kept as knowledge when somebody else answers with substance; dialogs in between are not used. */
function weaklyLabelled(id: string, room: string, messages: DetectionRow["messages"]): DetectionRow {
  const shape = shapeOf(readTalk(benchConversation(id, messages)), MIN_MESSAGE_LENGTH);
  const words = shape.answers.reduce((sum, piece) => sum + piece.contentWords.length, 0);
  const helpful = shape.answers.some(({ acts }) => acts.advice || acts.step || acts.cause || acts.explanation);
  const isKnowledge = shape.isAnswered && words >= 6 && helpful;
  return {
    id,
    source: "livechat-gitter",
    subset: "livechat",
    strict: isKnowledge || !shape.isAnswered,
    label: isKnowledge ? "knowledge" : "not",
    negType: isKnowledge ? null : "unanswered",
    room,
    messages,
  };
}

/** The same dialog up to the first word of somebody else: a question nobody answered. */
function unansweredPart(row: DetectionRow, index: number): DetectionRow[] {
  const asker = row.messages[0]?.author;
  const end = row.messages.findIndex((message) => message.author !== asker);
  if (row.label !== "knowledge" || end < 1 || index % 3 !== 0) return [];
  return [
    { ...row, id: `${row.id}-unanswered`, label: "not", negType: "unanswered", messages: row.messages.slice(0, end) },
  ];
}
