import type { Engine, Finding } from "../engine/contract.ts";
import { createSentenceEncoder } from "../engine/encoder/sentence-encoder.ts";
import { createLocalEngine } from "../engine/local-engine.ts";
import { createLlmEngine } from "../engine/model/llm-engine.ts";
import type { Model } from "../engine/model/model.ts";
import { UNSAVED_SETTINGS } from "../shared/domain/detection.ts";
import { pairsOfHalf } from "./canonical-pairs.ts";
import type { MeasuredModel, Spent } from "./configured-model.ts";
import { judgedBy, measuresOf } from "./evaluate-canonical.ts";
import { isOfMatters, isOfTrades } from "./matters.ts";
import { type OfficeConversation, officeConversation, officeConversations } from "./office-conversations.ts";

/** Questions that wait for the model together. */
const AT_ONCE = 8;
/** What an article must reach to go out without a person, by the risk that a new workspace accepts. */
const GOES_OUT = 0.8;

interface Written {
  of: OfficeConversation;
  finding: Finding;
  /** Null where the conversation gets no article. */
  confidence: number | null;
  isByModel: boolean;
}

/** The model on office chat and on pairs that nothing was fitted on: which get an article, how sure of it, and what is merged. */
export async function evaluateLlmWriting({ name, price, open }: MeasuredModel, every: number) {
  const [spent, fallbacks] = [zero(), { count: 0 }];
  const engine = engineWith(open(spent, spent), fallbacks);
  const written = await writtenBy(engine, everyNth(officeConversations("unseen"), every));
  const pairs = everyNth(
    pairsOfHalf("check").filter((pair) => isOfMatters(pair) || isOfTrades(pair)),
    every,
  );
  const judged = await judgedBy(pairs, (known, fresh) => compared(engine, known, fresh), AT_ONCE);
  const local = createLocalEngine(createSentenceEncoder());
  const judgedLocally = await judgedBy(pairs, (known, fresh) => compared(local, known, fresh));
  return {
    [`office chat, written by ${name}`]: [true, false].map((knowledge) => rowOf(written, knowledge)),
    "pairs kept back, matters and trades (%)": [
      { by: "local", ...measuresOf(judgedLocally) },
      { by: `local, then ${name}`, ...measuresOf(judged) },
    ],
    "calls of both": [
      {
        ...spent,
        "without an answer": fallbacks.count,
        dollars: Math.round((spent.input * price.input + spent.output * price.output) / 1_000) / 1_000,
      },
    ],
  };
}

function engineWith(model: Model, fallbacks: { count: number }): Engine {
  return createLlmEngine({
    local: createLocalEngine(createSentenceEncoder()),
    model,
    onFallback: async () => {
      fallbacks.count++;
    },
  });
}

function compared(engine: Engine, ...[known, fresh]: Parameters<NonNullable<Engine["compare"]>>) {
  if (!engine.compare) throw new Error("The engine compares nothing");
  return engine.compare(known, fresh);
}

async function writtenBy(engine: Engine, conversations: OfficeConversation[]): Promise<Written[]> {
  const written: Written[] = [];
  const waiting = [...conversations];
  const writeNext = async () => {
    for (let of = waiting.shift(); of; of = waiting.shift()) {
      const conversation = officeConversation(of);
      const finding = await engine.detect(conversation, UNSAVED_SETTINGS);
      const article = finding.isKnowledge
        ? await engine.write(conversation, finding, { channelName: of.channel, knownTags: [] })
        : null;
      const confidence = article && (article.confidence ?? finding.score);
      written.push({ of, finding, confidence, isByModel: article?.writtenBy === "llm" });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeNext));
  return written;
}

function rowOf(written: Written[], knowledge: boolean) {
  const some = written.filter(({ of }) => of.knowledge === knowledge);
  const articles = some.filter(({ confidence }) => confidence !== null);
  return {
    conversations: knowledge ? "with knowledge" : "without",
    count: some.length,
    articles: articles.length,
    "by the model": articles.filter(({ isByModel }) => isByModel).length,
    "sure enough to go out": articles.filter(({ confidence }) => (confidence ?? 0) >= GOES_OUT).length,
  };
}

function everyNth<Row>(rows: Row[], every: number): Row[] {
  return rows.filter((_row, place) => place % every === 0);
}

function zero(): Spent {
  return { calls: 0, input: 0, output: 0 };
}
