import { Console } from "node:console";
import { parseArgs } from "node:util";
import { evaluateDetection } from "./evaluate-detection.ts";
import { evaluateGrouping } from "./evaluate-grouping.ts";
import { evaluateKinds } from "./evaluate-kinds.ts";
import { evaluateWriting } from "./evaluate-writing.ts";

/**
 * Measures the local engine on labelled conversations, a simple rule beside it.
 * `node evals/evaluate.ts --data DIR [--task detection|disentangle|kinds|summary] [--json]`
 */
const TASKS: Record<string, (directory: string) => Record<string, object[]>> = {
  disentangle: (directory) => ({ "telling conversations apart (0 to 100)": evaluateGrouping(directory) }),
  detection: (directory) => {
    const { summary, passed, sensitivities } = evaluateDetection(directory);
    return {
      "detection (%), balanced point": summary,
      "what is let through, by kind of negative": passed,
      "operating points on the strict rows": sensitivities,
    };
  },
  kinds: (directory) => ({ "kinds of articles (%)": evaluateKinds(directory) }),
  summary: (directory) => ({ "writing (%)": evaluateWriting(directory) }),
};

const { values } = parseArgs({
  options: { data: { type: "string" }, task: { type: "string" }, json: { type: "boolean", default: false } },
});
const names = values.task ? [values.task] : Object.keys(TASKS);
if (!values.data || names.some((name) => !TASKS[name])) {
  process.stderr.write(
    `Say --data DIR with the labelled files, and if you like --task ${Object.keys(TASKS).join("|")}.\n`,
  );
  process.exit(2);
}
for (const name of names) {
  const tables = TASKS[name]?.(values.data) ?? {};
  for (const [title, table] of Object.entries(tables)) {
    if (values.json) process.stdout.write(`${JSON.stringify({ task: name, title, table })}\n`);
    else {
      process.stdout.write(`\n${title}\n`);
      new Console(process.stdout).table(table);
    }
  }
}
