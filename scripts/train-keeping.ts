import { writeFileSync } from "node:fs";
import { KEEP_FEATURES, keepFeatures } from "../engine/local/keep-features.ts";
import { logitOfTrees, type ShippedTrees } from "../engine/local/shipped-trees.ts";
import { SURELY_KEPT, SURELY_LEFT_OUT } from "../engine/local/worth-keeping.ts";
import { areaUnderCurve } from "../evals/measures.ts";
import { labelledReading, officeGold } from "../evals/office-gold.ts";
import { fitTrees } from "./learning/boosted-trees.ts";
import { seededRandom } from "./seeded-random.ts";

/**
 * Fits the chance that an article needs a sentence on conversations of offices whose sentences were labelled one by one
 * (evals/office-gold.jsonl): boosted trees over what `keep-features.ts` reads. The same labels give the same weights.
 */
const FOLDS = 8;
const TREES = 250;
const DEPTH = 3;
/** What may be in an article counts a little as if it had to. */
const MAY_BE = 0.3;

interface Row {
  features: Float64Array;
  target: number;
  weight: number;
  conversation: number;
}

const rows = officeGold().flatMap((gold, conversation) => {
  const { reading, sentences } = labelledReading(gold);
  const features = keepFeatures(
    sentences.map(({ piece }) => piece),
    reading.parsed,
    reading.shape,
  );
  return sentences.flatMap(({ letter }, at): Row[] => {
    const own = features[at];
    if (!own || letter === null) return [];
    const target = Number(letter === "m" || letter === "o");
    return [{ features: own, target, weight: letter === "o" ? MAY_BE : 1, conversation }];
  });
});

report();
const file = new URL("../engine/local/keep-weights.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(fit(rows))}\n`);

/** How it does on conversations it was not fitted on. */
function report(): void {
  const judged = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isIn = ({ conversation }: Row) => conversation % FOLDS === fold;
    const trees = fit(rows.filter((row) => !isIn(row)));
    return rows.filter(isIn).map((row) => ({ row, score: 1 / (1 + Math.exp(-logitOfTrees(trees, row.features))) }));
  });
  const clear = judged.filter(({ row }) => row.weight === 1);
  const auc = areaUnderCurve(clear.map(({ row, score }) => ({ score, positive: row.target === 1 })));
  const share = (some: typeof clear, test: (one: (typeof clear)[number]) => boolean) =>
    `${some.filter(test).length} of ${some.length}`;
  const surely = clear.filter(({ score }) => score >= SURELY_KEPT);
  const hardly = clear.filter(({ score }) => score < SURELY_LEFT_OUT);
  process.stdout.write(
    `${rows.length} sentences; conversations left out: AUC ${auc.toFixed(3)}; needed from ${SURELY_KEPT} on ${share(surely, ({ row }) => row.target === 1)}, under ${SURELY_LEFT_OUT} ${share(hardly, ({ row }) => row.target === 1)}\n`,
  );
}

function fit(some: Row[]): ShippedTrees {
  const { trees, bias } = fitTrees(
    some.map(({ features }) => features),
    Float64Array.from(some, ({ target }) => target),
    Float64Array.from(some, ({ weight }) => weight),
    {
      trees: TREES,
      depth: DEPTH,
      rate: 0.08,
      leastWeight: 3,
      l2: 2,
      columns: 0.5,
      random: seededRandom(3),
      signs: new Int8Array(KEEP_FEATURES.length),
    },
  );
  const round = (values: number[]) => values.map((value) => Math.round(value * 10_000) / 10_000);
  return {
    depth: DEPTH,
    bias: Math.round(bias * 10_000) / 10_000,
    features: trees.map(({ features }) => features),
    cuts: trees.map(({ cuts }) => round(cuts)),
    leaves: trees.map(({ leaves }) => round(leaves)),
  };
}
