import { writeFileSync } from "node:fs";
import type { PublishWeights } from "../engine/local/publishability.ts";
import { type LabelledArticle, readArticleLabels } from "../evals/article-labels.ts";
import { areaUnderCurve, calibrationError } from "../evals/measures.ts";

/**
 * Fits the chance that an article can be published as it is, and the chance that it should exist at all, on articles of the
 * engine's own that were read beside their conversations (evals/article-labels.jsonl, which holds their features): logistic
 * regressions whose weights may only have the sign that makes sense. The same labels give the same weights.
 */
const MAY_ONLY_HELP = [
  "score",
  "thanked",
  "confirmed",
  "titlePoints",
  "titleAsks",
  "teaches",
  "onSubject",
  "ownVoice",
  "marked",
  "sentenceWords",
  "linked",
  "matter",
];
const MAY_DO_EITHER = ["answers", "answerWords", "code", "asked"];
/** Told apart by the source of the labels and not by the article, or not seen when most were read; never fitted. */
const LEFT_OUT = ["speaksToYou", "threaded", "titleStory", "titleOccasion", "titleOfCase"];
/** Drawn to be measured on. */
const HELD_BACK = ["fresh", "gated", "redrawn", "unmended", "mended", "office-unseen"];
/** Only what would have gone out unread: not what an engine makes of chat. */
const CHOSEN = "crowds";
const L2 = 6;
const STEPS = 4_000;
const FOLDS = 10;

interface Row {
  features: Record<string, number>;
  target: number;
  group: string;
}

const labels = latestReadings(
  readArticleLabels().filter(
    ({ features, isSecond, round }) =>
      features && "linked" in features && !isSecond && !HELD_BACK.includes(round) && round !== CHOSEN,
  ),
);
const names = [...new Set(labels.flatMap(({ features = {} }) => Object.keys(features)))].filter(
  (name) => !LEFT_OUT.includes(name),
);
/**
 * What offices write is judged for itself: of what is fit as it is there are too few to fit on, and with them the demo's own
 * articles, which are, fell below the bar.
 */
const withoutOffice = labels.filter(({ round }) => !round.startsWith("office"));
const targets = {
  publishable: fitted("publishable", withoutOffice, ({ isPublishable }) => isPublishable),
  exists: fitted("should exist", labels, ({ exists }) => exists !== "n"),
};
const file = new URL("../engine/local/publish-weights.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(targets)}\n`);

/** Of a conversation that was rewritten after the engine changed, what was read last. */
function latestReadings(rows: LabelledArticle[]): LabelledArticle[] {
  const again = new Set(rows.filter(({ round }) => round === "demo").map(({ source }) => source));
  return rows.filter(({ source, round }) => round === "demo" || !again.has(source));
}

function fitted(name: string, some: LabelledArticle[], isTrue: (label: LabelledArticle) => boolean): PublishWeights {
  const rows = some.map((label): Row => {
    return { features: label.features ?? {}, target: Number(isTrue(label)), group: `${label.source}/${label.channel}` };
  });
  report(name, rows);
  return fit(rows);
}

/** How it does on channels it was not fitted on. */
function report(name: string, rows: Row[]): void {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const leftOut = groups
    .map((_, index) => index % FOLDS)
    .flatMap((_, index, folds) => (folds.indexOf(index % FOLDS) === index ? [index % FOLDS] : []));
  const predicted = leftOut.flatMap((fold) => {
    const isIn = ({ group }: Row) => groups.indexOf(group) % FOLDS === fold;
    const weights = fit(rows.filter((row) => !isIn(row)));
    return rows.filter(isIn).map((row) => ({ score: chance(weights, row.features), positive: row.target === 1 }));
  });
  const bars = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((bar) => {
    const over = predicted.filter(({ score }) => score >= bar);
    return `${bar}: ${over.filter(({ positive }) => positive).length} of ${over.length}`;
  });
  process.stdout.write(
    `${name}, ${rows.length} articles; channels left out: AUC ${areaUnderCurve(predicted).toFixed(3)}, calibration error ${calibrationError(predicted).toFixed(3)}; true of those from a confidence on: ${bars.join(", ")}\n`,
  );
}

function fit(given: Row[]): PublishWeights {
  const scales = names.map((name) => {
    const values = given.map(({ features }) => features[name] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
    return { mean, spread };
  });
  const inputs = given.map(({ features }) =>
    names.map((name, at) => ((features[name] ?? 0) - (scales[at]?.mean ?? 0)) / (scales[at]?.spread ?? 1)),
  );
  const weights = names.map(() => 0);
  let bias = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight) => L2 * weight);
    let biasGradient = 0;
    for (const [index, row] of inputs.entries()) {
      const z = row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias);
      const error = 1 / (1 + Math.exp(-z)) - (given[index]?.target ?? 0);
      biasGradient += error;
      for (const [at, value] of row.entries()) gradient[at] = (gradient[at] ?? 0) + error * value;
    }
    const rate = 0.5 / given.length;
    bias -= rate * biasGradient;
    for (const [at, name] of names.entries()) {
      const moved = (weights[at] ?? 0) - rate * (gradient[at] ?? 0);
      weights[at] = MAY_DO_EITHER.includes(name)
        ? moved
        : MAY_ONLY_HELP.includes(name)
          ? Math.max(0, moved)
          : Math.min(0, moved);
    }
  }
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const used = names.flatMap((name, at) => {
    const weight = round(weights[at] ?? 0);
    return weight === 0
      ? []
      : [[name, { weight, mean: round(scales[at]?.mean ?? 0), spread: round(scales[at]?.spread ?? 1) }] as const];
  });
  return { bias: round(bias), features: Object.fromEntries(used) };
}

function chance({ bias, features }: PublishWeights, given: Record<string, number>): number {
  const logit = Object.entries(features).reduce(
    (sum, [name, { weight, mean, spread }]) => sum + (weight * ((given[name] ?? 0) - mean)) / spread,
    bias,
  );
  return 1 / (1 + Math.exp(-logit));
}
