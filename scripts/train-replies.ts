import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chatMessages, readRows, type StreamRow } from "../evals/bench-rows.ts";
import { asWorkplaceChat } from "../evals/workplace-streams.ts";
import { spokenRow } from "../server/cli/chat-rows.ts";
import { REPLY_FEATURES, ReplyReader, WINDOW_MESSAGES } from "../server/pipeline/local-engine/reply-reader.ts";
import { seededRandom } from "./seeded-random.ts";

/**
 * Fits the reply model on the Ubuntu IRC reply graph (irc-disentanglement, CC-BY-4.0). The same seed gives the same
 * weights. Half of the streams are stretched, so that time counts relative to the channel, and copies are thinned out
 * and stripped of names, as a team's channel is.
 */
const HIDDEN = 24;
const EPOCHS = 4;
/** A copy keeps about a sixth of a stream. */
const WORKPLACE_COPIES = 6;
const random = seededRandom(20_261_121);

interface Example {
  rows: number;
  features: Float32Array;
  gold: number[];
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data)
  throw new Error("Say --data DIR: a folder with disentangle.train.jsonl.gz (jkkummerfeld/irc-disentanglement).");
const streams = readRows<StreamRow>(values.data, "disentangle.train.jsonl.gz");
const examples = streams.flatMap((row) => [
  ...examplesOf(row, random() < 0.5 ? Math.exp(random() * 6) : 1),
  ...Array.from({ length: WORKPLACE_COPIES }, () => examplesOf(asWorkplaceChat(row, random), 1)).flat(),
]);
process.stdout.write(`${examples.length} examples\n`);

const weights = train(examples);
const file = new URL("../server/pipeline/local-engine/reply-weights.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(weights)}\n`);

/** Features along the true reply graph; the labels start at `scoredFrom`, what comes before is only context. */
function examplesOf(row: StreamRow, stretch: number): Example[] {
  const spoken = row.messages.map((message) => spokenRow(message));
  const messages = chatMessages(row.messages);
  const reader = new ReplyReader();
  const found: Example[] = [];
  const start = messages[0]?.sentAt.getTime() ?? 0;
  for (const [index, said] of spoken.entries()) {
    const message = messages[index];
    if (!said || !message) continue;
    const candidates = reader.read(said.i, {
      author: said.author || "someone",
      authorName: said.author || "someone",
      sentAt: start + (message.sentAt.getTime() - start) * stretch + index,
      text: said.text ?? "",
    });
    const parents = said.replyTo?.filter((parent) => parent !== said.i) ?? [];
    const isLabelled = said.i >= row.scoredFrom && said.replyTo !== undefined;
    const gold = isLabelled
      ? (parents.length ? parents : [said.i]).map((parent) => candidates.indexOf(parent)).filter((at) => at !== -1)
      : [];
    if (gold.length) {
      found.push({
        rows: candidates.length,
        features: reader.features.slice(0, candidates.length * REPLY_FEATURES),
        gold,
      });
    }
    reader.settle(isLabelled && parents.length ? Math.max(...parents) : said.i);
  }
  return found;
}

function train(all: Example[]) {
  const hidden = Float64Array.from({ length: REPLY_FEATURES * HIDDEN }, () => (random() - 0.5) * 0.6);
  const bias = Float64Array.from({ length: HIDDEN }, () => 0.05);
  const output = Float64Array.from({ length: HIDDEN }, () => (random() - 0.5) * 0.8);
  const parameters = [hidden, bias, output];
  const gradients = parameters.map((values) => new Float64Array(values.length));
  const first = parameters.map((values) => new Float64Array(values.length));
  const second = parameters.map((values) => new Float64Array(values.length));
  const [gHidden, gBias, gOutput] = gradients as [Float64Array, Float64Array, Float64Array];
  const active = new Float64Array((WINDOW_MESSAGES + 1) * HIDDEN);
  const scores = new Float64Array(WINDOW_MESSAGES + 1);
  const order = all.map((_, index) => index);
  const batch = 32;
  const steps = EPOCHS * Math.ceil(all.length / batch);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    let loss = 0;
    for (const [at, index] of order.entries()) {
      const example = all[index];
      if (!example) continue;
      loss += backward(example);
      if ((at + 1) % batch === 0 || at === order.length - 1) update();
    }
    process.stdout.write(`epoch ${epoch + 1}: loss ${(loss / all.length).toFixed(4)}\n`);
  }
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return {
    hidden: Array.from({ length: REPLY_FEATURES }, (_, feature) =>
      Array.from(hidden.subarray(feature * HIDDEN, (feature + 1) * HIDDEN), round),
    ),
    hiddenBias: Array.from(bias, round),
    output: Array.from(output, round),
  };

  function backward({ rows, features, gold }: Example): number {
    let top = -Infinity;
    for (let row = 0; row < rows; row++) {
      let score = 0;
      for (let unit = 0; unit < HIDDEN; unit++) active[row * HIDDEN + unit] = bias[unit]!;
      for (let feature = 0; feature < REPLY_FEATURES; feature++) {
        const value = features[row * REPLY_FEATURES + feature]!;
        if (value !== 0)
          for (let unit = 0; unit < HIDDEN; unit++)
            active[row * HIDDEN + unit]! += value * hidden[feature * HIDDEN + unit]!;
      }
      for (let unit = 0; unit < HIDDEN; unit++) score += Math.max(0, active[row * HIDDEN + unit]!) * output[unit]!;
      scores[row] = score;
      top = Math.max(top, score);
    }
    let total = 0;
    let goldTotal = 0;
    for (let row = 0; row < rows; row++) {
      const mass = Math.exp(scores[row]! - top);
      total += mass;
      if (gold.includes(row)) goldTotal += mass;
    }
    for (let row = 0; row < rows; row++) {
      const mass = Math.exp(scores[row]! - top);
      const error = mass / total - (gold.includes(row) ? mass / goldTotal : 0);
      if (Math.abs(error) < 1e-6) continue;
      for (let unit = 0; unit < HIDDEN; unit++) {
        const value = active[row * HIDDEN + unit]!;
        if (value <= 0) continue;
        gOutput[unit]! += error * value;
        const back = error * output[unit]!;
        gBias[unit]! += back;
        for (let feature = 0; feature < REPLY_FEATURES; feature++) {
          const input = features[row * REPLY_FEATURES + feature]!;
          if (input !== 0) gHidden[feature * HIDDEN + unit]! += back * input;
        }
      }
    }
    return -Math.log(Math.max(1e-12, goldTotal / total));
  }

  /** Adam with a rate that falls to nothing. */
  function update(): void {
    step++;
    const rate = 0.004 * (1 - step / (steps + 1));
    for (const [group, values] of parameters.entries()) {
      const gradient = gradients[group]!;
      const m = first[group]!;
      const v = second[group]!;
      for (let i = 0; i < values.length; i++) {
        const g = gradient[i]! / batch + 1e-5 * values[i]!;
        m[i] = 0.9 * m[i]! + 0.1 * g;
        v[i] = 0.999 * v[i]! + 0.001 * g * g;
        values[i]! -= (rate * (m[i]! / (1 - 0.9 ** step))) / (Math.sqrt(v[i]! / (1 - 0.999 ** step)) + 1e-8);
      }
      gradient.fill(0);
    }
  }
}
