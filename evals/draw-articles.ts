import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createSentenceEncoder } from "../engine/encoder/sentence-encoder.ts";
import { createLocalEngine } from "../engine/local/local-engine.ts";
import { publishFeatures, type Told } from "../engine/local/publish-features.ts";
import { publishability } from "../engine/local/publishability.ts";
import { composeByMeaning } from "../engine/local/write-article.ts";
import { canChange } from "../engine/model/judge.ts";
import { createLlmEngine } from "../engine/model/llm-engine.ts";
import { seededRandom } from "../scripts/seeded-random.ts";
import type { WrittenArticle } from "../shared/domain/article.ts";
import type { Conversation } from "../shared/domain/chat.ts";
import { UNSAVED_SETTINGS } from "../shared/domain/detection.ts";
import { articleStreams } from "./article-streams.ts";
import { articleText, conversationText } from "./articles-as-text.ts";
import { configuredModel } from "./configured-model.ts";

/** Conversations that wait for the model together. */
const AT_ONCE = 8;

/**
 * Draws articles from permissive chat to be read beside their conversations: prints them, and keeps what
 * `article-labels.jsonl` needs in a file. `npm run file -- evals/draw-articles.ts --data DIR --seed 3 --count 40 --keep FILE [--source gitter] [--engine llm]`
 */
const { values } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    keep: { type: "string", default: "" },
    source: { type: "string", default: "" },
    from: { type: "string", default: "0" },
    counts: { type: "boolean", default: false },
    // `llm`: written by the configured model (docs/language-models.md).
    engine: { type: "string", default: "local" },
    // Also what scores this much, whatever the engine makes of it.
    floor: { type: "string", default: "" },
  },
});
const SETTINGS = UNSAVED_SETTINGS;
const seed = Number(values.seed);
const count = Number(values.count);

interface Drawn {
  source: string;
  channel: string;
  conversation: Conversation;
  article: WrittenArticle;
  /** What the local engine went by. */
  told?: Told;
  confidence: number;
}

const streams = articleStreams(values.data, seed).filter(
  ({ source }) => !values.source || values.source.split(",").includes(source),
);
const encoder = createSentenceEncoder();
const engine = createLocalEngine(encoder);
const chosen = values.engine === "llm" ? await writtenByModel() : chosenOf(await writtenLocally());

async function writtenLocally(): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  const counts: Record<string, number[]> = {};
  for (const { source, channel, conversations } of streams) {
    const counted = (counts[source] ??= [0, 0, 0, 0]);
    for (const conversation of conversations) {
      counted[0] = (counted[0] ?? 0) + conversation.messages.length;
      counted[1] = (counted[1] ?? 0) + 1;
      const finding = await engine.detect(conversation, SETTINGS);
      if (!finding.isKnowledge && !(values.floor && finding.score >= Number(values.floor))) continue;
      const context = { channelName: channel, knownTags: [] };
      const composed = await composeByMeaning(encoder, conversation, finding.contentType, context, finding.score);
      const { told } = composed;
      const { confidence } = publishability(told);
      const article = { ...composed.article(), confidence };
      counted[2] = (counted[2] ?? 0) + 1;
      counted[3] = (counted[3] ?? 0) + Number(confidence >= 0.5);
      if (confidence >= Number(values.from)) drawn.push({ source, channel, conversation, article, told, confidence });
    }
  }
  for (const [source, [messages, formed, articles, published]] of Object.entries(counts))
    process.stderr.write(
      `${source}: ${messages} messages, ${formed} conversations, ${articles} articles, ${published} published\n`,
    );
  if (values.counts) process.exit();
  return drawn;
}

/** Chosen are the conversations the model is asked about, since each costs a call; those it sees no knowledge in get no article. */
async function writtenByModel(): Promise<Drawn[]> {
  const asked: Omit<Drawn, "article" | "confidence">[] = [];
  for (const { source, channel, conversations } of streams)
    for (const conversation of conversations)
      if (canChange(await engine.detect(conversation, SETTINGS), SETTINGS))
        asked.push({ source, channel, conversation });
  const waiting = chosenOf(asked);
  const drawn: Drawn[] = [];
  const model = configuredModel().open({ calls: 0, input: 0, output: 0 }, { calls: 0, input: 0, output: 0 });
  const onFallback = async ({ problem }: { problem: string }) => void process.stderr.write(`${problem}\n`);
  const withModel = createLlmEngine({ local: engine, model, onFallback });
  const writeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const finding = await withModel.detect(next.conversation, SETTINGS);
      if (!finding.isKnowledge) continue;
      const context = { channelName: next.channel, knownTags: [] };
      const article = await withModel.write(next.conversation, finding, context);
      drawn.push({ ...next, article, confidence: article.confidence ?? finding.score });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeNext));
  process.stderr.write(`${asked.length} conversations to ask about, ${count} asked, ${drawn.length} articles\n`);
  return drawn;
}

/** As many as asked for, in an order of the seed's. */
function chosenOf<Row>(rows: Row[]): Row[] {
  const random = seededRandom(seed + 1_000);
  return rows
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}

if (values.keep) writeFileSync(values.keep, "");
for (const [index, { source, channel, conversation, article, told, confidence }] of chosen.entries()) {
  const { title, contentType } = article;
  process.stdout.write(`\n##### ${index} ${source}/${channel} ${contentType} conf ${confidence}\n`);
  process.stdout.write(`${articleText(article)}\n--- said\n${conversationText(conversation)}\n`);
  const features = Object.fromEntries(
    Object.entries(told ? publishFeatures(told) : {}).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]),
  );
  const first = conversation.messages[0]?.externalId ?? "";
  const published = confidence >= 0.5;
  const messages = conversation.messages.length;
  const line = {
    round: "fresh",
    seed,
    source,
    channel,
    first,
    messages,
    title,
    kind: contentType,
    confidence,
    published,
  };
  if (values.keep) appendFileSync(values.keep, `${JSON.stringify(told ? { ...line, features } : line)}\n`);
}
