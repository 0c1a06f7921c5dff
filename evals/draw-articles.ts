import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { seededRandom } from "../scripts/seeded-random.ts";
import { createLocalEngine } from "../server/pipeline/local-engine/local-engine.ts";
import { publishFeatures } from "../server/pipeline/local-engine/publish-features.ts";
import { publishability } from "../server/pipeline/local-engine/publishability.ts";
import { composeByMeaning } from "../server/pipeline/local-engine/write-article.ts";
import { createSentenceEncoder } from "../server/pipeline/sentence-encoder/sentence-encoder.ts";
import { UNSAVED_SETTINGS } from "../shared/domain/detection.ts";
import { articleStreams } from "./article-streams.ts";
import { articleText, conversationText } from "./articles-as-text.ts";

/**
 * Draws articles from permissive chat to be read beside their conversations: prints them, and keeps what
 * `article-labels.jsonl` needs in a file. `npm run file -- evals/draw-articles.ts --data DIR --seed 3 --count 40 --keep FILE [--source gitter]`
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
    // Also what scores this much, whatever the engine makes of it.
    floor: { type: "string", default: "" },
  },
});
const SETTINGS = UNSAVED_SETTINGS;
const encoder = createSentenceEncoder();
const engine = createLocalEngine(encoder);
const seed = Number(values.seed);
const drawn = [];
const counts: Record<string, number[]> = {};
for (const { source, channel, conversations } of articleStreams(values.data, seed)) {
  if (values.source && !values.source.split(",").includes(source)) continue;
  const count = (counts[source] ??= [0, 0, 0, 0]);
  for (const conversation of conversations) {
    count[0] = (count[0] ?? 0) + conversation.messages.length;
    count[1] = (count[1] ?? 0) + 1;
    const finding = await engine.detect(conversation, SETTINGS);
    if (!finding.isKnowledge && !(values.floor && finding.score >= Number(values.floor))) continue;
    const context = { channelName: channel, knownTags: [] };
    const composed = await composeByMeaning(encoder, conversation, finding.contentType, context, finding.score);
    const { told } = composed;
    const { confidence } = publishability(told);
    const article = { ...composed.article(), confidence };
    count[2] = (count[2] ?? 0) + 1;
    count[3] = (count[3] ?? 0) + Number(confidence >= 0.5);
    if (confidence >= Number(values.from)) drawn.push({ source, channel, conversation, article, told, confidence });
  }
}
for (const [source, [messages, formed, articles, published]] of Object.entries(counts))
  process.stderr.write(
    `${source}: ${messages} messages, ${formed} conversations, ${articles} articles, ${published} published\n`,
  );
if (values.counts) process.exit();
const random = seededRandom(seed + 1_000);
const chosen = drawn
  .map((item) => ({ item, at: random() }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, Number(values.count))
  .map(({ item }) => item);
if (values.keep) writeFileSync(values.keep, "");
for (const [index, { source, channel, conversation, article, told, confidence }] of chosen.entries()) {
  const { title, contentType } = article;
  process.stdout.write(`\n##### ${index} ${source}/${channel} ${contentType} conf ${confidence}\n`);
  process.stdout.write(`${articleText(article)}\n--- said\n${conversationText(conversation)}\n`);
  const features = Object.fromEntries(
    Object.entries(publishFeatures(told)).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]),
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
  if (values.keep) appendFileSync(values.keep, `${JSON.stringify({ ...line, features })}\n`);
}
