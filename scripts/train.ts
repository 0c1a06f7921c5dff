import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

/** The training script of each part of the engine. The same files give the same weights. */
const PARTS: Record<string, string> = {
  replies: "train-replies.ts",
  detector: "train-detector.ts",
  "same-question": "train-same-question.ts",
  ask: "train-ask.ts",
};
const HELP = `Fits the local engine's weights and writes them to engine/{find,compare,answer}/*-weights.json.

npm run train -- --data DIR [--only ${Object.keys(PARTS).join("|")}]

DIR holds, of public sources under licences that allow it:
  tools/bench/detection.train.jsonl.gz     freeCodeCamp rooms (BSD-3-Clause), https://github.com/freeCodeCamp/gitter-history
  tools/bench/disentangle.train.jsonl.gz   Ubuntu IRC with its reply graph (CC-BY-4.0), https://github.com/jkkummerfeld/irc-disentanglement
  ask.dev.jsonl.gz                   questions with and without an answer in one passage (Apache-2.0), https://github.com/primeqa/clapnq
  raw/livechat-gitter.tar.gz         dialogs of Gitter rooms separated by hand (MIT), https://github.com/LiveChat2021/LiveChat
  raw/frminer.tar.gz                 IRC dialogs of three projects (MIT), https://github.com/FRMiner/FRMiner
docs/engine-command.md says what their rows look like. Everything else it is fitted on is in scripts/training-messages.
`;

const { values } = parseArgs({
  options: { data: { type: "string" }, only: { type: "string" }, help: { type: "boolean", short: "h" } },
});
const names = values.only ? [values.only] : Object.keys(PARTS);
if (values.help) process.stdout.write(HELP);
else if (!values.data || !statSync(values.data, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write(`Say --data with the folder of the sources.\n\n${HELP}`);
  process.exitCode = 2;
} else if (!names.every((name) => PARTS[name])) {
  process.stderr.write(`--only takes one of ${Object.keys(PARTS).join(", ")}.\n`);
  process.exitCode = 2;
} else {
  for (const name of names) {
    process.stdout.write(`\n== ${name}\n`);
    const script = join(import.meta.dirname, PARTS[name] ?? "");
    const { status } = spawnSync(process.execPath, [script, "--data", values.data], { stdio: "inherit" });
    if (status !== 0) {
      process.exitCode = 1;
      break;
    }
  }
}
