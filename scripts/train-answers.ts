import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerDialogs } from "../evals/answer-dialogs.ts";
import { scores } from "../evals/measures.ts";
import { crossFit, fitAnswers } from "./learning/answer-ranker.ts";

/**
 * Fits which message answers which question on the dialogs of Molweni (Apache-2.0), whose discourse links were drawn by
 * people. No chance is used but the seed of the folds.
 */
const { values } = parseArgs({ options: { data: { type: "string" } } });
const file =
  values.data &&
  [join(values.data, "raw", "molweni.tar.gz"), join(values.data, "molweni.tar.gz")].find((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
if (!file) {
  process.stderr.write(
    `Say --data DIR: a folder with raw/molweni.tar.gz, the folder DP of https://github.com/HIT-SCIR/Molweni.\n`,
  );
  process.exit(2);
}
const dialogs = answerDialogs(file);
const { threshold, hits, chosen, wanted } = crossFit(dialogs);
const { f1, precision, recall } = scores(hits, chosen, wanted);
process.stdout.write(
  `${dialogs.length} dialogs, unseen folds: F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, threshold ${threshold}\n`,
);
const weights = { ...fitAnswers(dialogs), threshold };
writeFileSync(new URL("../engine/local/answer-weights.json", import.meta.url), `${JSON.stringify(weights)}\n`);
