import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ReplyModel } from "../engine/find/reply-model.ts";
import { REPLY_FEATURES, ReplyReader } from "../engine/find/reply-reader.ts";
import { toPersonRow } from "../server/cli/chat-rows.ts";
import { createChatMessages, readRows, type StreamRow } from "../tools/evals/bench-rows.ts";
import { readGitterDialogs, simulateChannel } from "../tools/evals/dialog-streams.ts";
import { HELD_OUT_ROOMS } from "../tools/evals/grouping-sets.ts";
import { removeNames, toWorkplaceChat } from "../tools/evals/workplace-streams.ts";
import { type ReplyExample, ReplyNetwork, shuffle } from "./learning/reply-network.ts";
import { createSeededRandom } from "./seeded-random.ts";

/**
 * Trains the reply model on the Ubuntu IRC reply graph (irc-disentanglement, CC-BY-4.0) and on manually separated dialogs of
 * five Gitter rooms (livechat-gitter, MIT). The same seed gives the same weights. Neither source is a team's channel, so most
 * data is altered: stretched in time by up to 400, thinned to a few conversations, names removed, dialogs put into channels of
 * any pace.
 */
const HIDDEN = 32;
const WORKPLACE_COPIES = 3;
const SIMULATED_COPIES = 12;
/** The natural logarithm of the largest factor by which times are stretched. */
const LONGEST_STRETCH = 6;
/** The share of second-round streams that follow the model's own decisions. */
const OWN_DECISIONS = 0.7;
const random = createSeededRandom(20_261_121);

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data) {
  process.stderr.write(`Say --data DIR: a folder with disentangle.train.jsonl.gz, the training part of
https://github.com/jkkummerfeld/irc-disentanglement as one stream a line, and beside it, or in it, raw/livechat-gitter.tar.gz,
the folder data/manual of https://github.com/LiveChat2021/LiveChat.\n`);
  process.exit(2);
}
const streams = readRows<StreamRow>(values.data, "disentangle.train.jsonl.gz");
const dialogs = readGitterDialogs(values.data).filter(({ room }) => !HELD_OUT_ROOMS.includes(room));
const rooms = [...new Set(dialogs.map(({ room }) => room))];
if (!rooms.length) throw new Error("raw/livechat-gitter.tar.gz is not there.");

const network = new ReplyNetwork(HIDDEN, random);
fit("along the true conversations", { epochs: 2, rates: [0.004, 0.001] });
// The second round trains on the model's own wrong decisions, because later decisions depend on earlier ones.
fit("along the model's own decisions", { epochs: 2, rates: [0.0025, 0] }, new ReplyModel(network.weights()));
const file = new URL("../engine/find/reply-weights.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(network.weights())}\n`);

function fit(name: string, options: Parameters<ReplyNetwork["fit"]>[1], model?: ReplyModel): void {
  const examples = [
    ...streams.flatMap((row) => [
      ...examplesOf(row, model),
      ...examplesOf(someNamed(row), model, Math.exp(random() * LONGEST_STRETCH)),
      ...copies(WORKPLACE_COPIES, () => examplesOf(toWorkplaceChat(row, random), model)),
    ]),
    ...copies(SIMULATED_COPIES, () =>
      rooms.flatMap((room) => {
        const some = shuffle(
          dialogs.filter((dialog) => dialog.room === room),
          random,
        );
        return examplesOf(someNamed(simulateChannel(some, random)), model);
      }),
    ),
  ];
  process.stdout.write(`${examples.length} messages ${name}\n`);
  for (const loss of network.fit(examples, options)) process.stdout.write(`loss ${loss.toFixed(4)}\n`);
}

function copies<T>(count: number, make: () => T[]): T[] {
  return Array.from({ length: count }, make).flat();
}

/** Keeps names as they are in a third of the streams, and removes all names in a seventh. */
function someNamed(row: StreamRow): StreamRow {
  return removeNames(row, Math.max(0, random() * 2 - 0.7), random);
}

/**
 * Returns the features of each labelled message. Messages before `scoredFrom` are context only. For dialogs, any message of the
 * same dialog is right.
 */
function examplesOf(row: StreamRow, model?: ReplyModel, stretch = 1): ReplyExample[] {
  const messages = createChatMessages(row.messages);
  const reader = new ReplyReader();
  const found: ReplyExample[] = [];
  const start = messages[0]?.sentAt.getTime() ?? 0;
  const members = new Map<number, number[]>();
  const roots = new Map<number, string>();
  const decider = random() < OWN_DECISIONS ? model : undefined;
  for (const [index, raw] of row.messages.entries()) {
    const said = toPersonRow(raw);
    const message = messages[index];
    if (!said || !message) continue;
    const { i, conv } = said;
    const candidates = reader.read(i, {
      author: said.author || "someone",
      authorName: said.author || "someone",
      sentAt: start + (message.sentAt.getTime() - start) * stretch + index,
      text: said.text ?? "",
    });
    const isLabelled = i >= row.scoredFrom && conv !== null;
    const before = conv === null ? [] : (members.get(conv) ?? []);
    if (conv !== null) members.set(conv, [...before, i]);
    const parents = said.replyTo ? said.replyTo.filter((parent) => parent !== i) : before;
    const gold = (parents.length ? parents : [i])
      .map((parent) => candidates.indexOf(parent))
      .filter((at) => isLabelled && at !== -1);
    if (gold.length) {
      const features = reader.features.slice(0, candidates.length * REPLY_FEATURES);
      found.push({ rows: candidates.length, features, gold });
    }
    let parent = isLabelled && parents.length ? Math.max(...parents) : i;
    if (decider) {
      const conversations = candidates.map((candidate) => (candidate === i ? undefined : roots.get(candidate)));
      const { row: best } = decider.best(reader.features, conversations, new Float64Array(candidates.length));
      parent = candidates[best] ?? i;
      roots.set(i, roots.get(parent) ?? String(i));
    }
    reader.settle(parent);
  }
  return found;
}
