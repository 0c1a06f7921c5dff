import { createLocalEngine } from "../engine/local-engine.ts";
import { canChange } from "../engine/model/judge.ts";
import { createLlmEngine } from "../engine/model/llm-engine.ts";
import type { Model, Question } from "../engine/model/model.ts";
import { estimateTokens } from "../engine/model/tokens.ts";
import { BALANCED_SENSITIVITY } from "../shared/domain/detection.ts";
import { type PromptData, type Purpose, plausibleAnswer } from "../stand-ins/llm/plausible.ts";
import { benchConversation, type DetectionRow, readRows } from "./bench-rows.ts";
import type { MeasuredModel, Spent } from "./configured-model.ts";
import { scores } from "./measures.ts";
import { ownConversations } from "./own-conversations.ts";

const SETTINGS = { sensitivity: BALANCED_SENSITIVITY, minMessageLength: 20, detectionKeywords: [] };
/** How much of a workplace's conversations is knowledge. */
const PREVALENCE = 0.15;
const CONTEXT_TOKENS = 128_000;

interface Judged {
  row: DetectionRow;
  positive: boolean;
  /** Chosen by the local engine alone. */
  alone: boolean;
  isAsked: boolean;
  isKnowledge: boolean;
}

/**
 * Says what fixed rules say: its verdicts show that the machinery works and not how good a model is. What does not depend on
 * it is how many calls the local engine saves, what they would have found, and, at an assumed price, what the rest costs.
 */
const SCRIPTED: MeasuredModel = { name: "the scripted model", price: { input: 1, output: 4 }, open: scriptedModel };

/** The engine with a model on the rows of detection; of all rows each `every`th, since a model is slow and is paid. */
export async function evaluateLlm(data: string, { name, price, open } = SCRIPTED, every = 1) {
  const rows = readRows<DetectionRow>(data, "detection.dev.jsonl.gz")
    .filter(({ strict }) => strict !== false)
    .filter((_row, place) => place % every === 0);
  const judging = zero();
  const writing = zero();
  const model = open(judging, writing);
  const local = createLocalEngine();
  let fallbacks = 0;
  const engine = createLlmEngine({
    local,
    model,
    onFallback: async () => {
      fallbacks++;
    },
  });
  const judged: Judged[] = [];
  let articles = 0;
  for (const row of rows) {
    const conversation = benchConversation(row.id, row.messages);
    const alone = await local.detect(conversation, SETTINGS);
    const before = judging.calls;
    const finding = await engine.detect(conversation, SETTINGS);
    const isAsked = judging.calls > before;
    judged.push({
      row,
      positive: row.label === "knowledge",
      alone: alone.isKnowledge,
      isAsked,
      isKnowledge: finding.isKnowledge,
    });
    if (!finding.isKnowledge) continue;
    await engine.write(conversation, finding, { channelName: "", knownTags: [] });
    articles++;
  }
  const positives = judged.filter(({ positive }) => positive);
  const negatives = judged.filter(({ positive }) => !positive);
  const saved = (some: typeof judged) => 1 - some.filter(({ isAsked }) => isAsked).length / Math.max(1, some.length);
  const chatter = ownConversations().check.filter(({ label }) => label !== "knowledge");
  let silent = 0;
  for (const row of chatter) {
    silent += Number(!canChange(await local.detect(benchConversation(row.id, row.messages), SETTINGS), SETTINGS));
  }
  const asked = judged.filter(({ isAsked }) => isAsked).length;
  const savedAtWork = PREVALENCE * saved(positives) + (1 - PREVALENCE) * saved(negatives);
  const size = (some: typeof judged) =>
    some.reduce((sum, { row }) => sum + row.messages.length, 0) / Math.max(1, some.length);
  const conversations = 1_000 / (PREVALENCE * size(positives) + (1 - PREVALENCE) * size(negatives));
  const callCost = costOf(judging, price) / Math.max(1, asked);
  const articleCost = costOf(writing, price) / Math.max(1, articles);
  const quality = (choose: (item: (typeof judged)[number]) => boolean) => {
    const chosen = judged.filter(choose);
    const { precision, recall, f1 } = scores(
      chosen.filter(({ positive }) => positive).length,
      chosen.length,
      positives.length,
    );
    return { precision: percent(precision), recall: percent(recall), F1: percent(f1) };
  };
  return {
    "the local engine as filter (%)": [
      { measure: "calls saved, strict rows (no answer could change the outcome)", value: percent(saved(judged)) },
      { measure: "calls saved, conversations that hold nothing", value: percent(saved(negatives)) },
      {
        measure: "calls saved, own events, builds, planning, meta",
        value: percent(silent / Math.max(1, chatter.length)),
      },
      { measure: "knowledge no model sees (recall it costs at most)", value: percent(saved(positives)) },
      { measure: `calls saved where ${percent(PREVALENCE)} % is knowledge`, value: percent(savedAtWork) },
      { measure: "answers the local engine had to replace", value: percent(fallbacks / Math.max(1, asked + articles)) },
    ],
    [`the same rows (%), with ${name}`]: [
      { engine: "local", ...quality(({ alone }) => alone) },
      { engine: `local, then ${name}`, ...quality(({ isKnowledge }) => isKnowledge) },
    ],
    [`cost in dollars at ${price.input} in and ${price.output} out a million tokens, where ${percent(PREVALENCE)} % is knowledge`]:
      [
        { what: "judging a conversation", ...perOne(judging, asked), dollars: money(callCost) },
        { what: "writing an article", ...perOne(writing, articles), dollars: money(articleCost) },
        {
          what: "judging 1,000 messages, no filter",
          calls: round(conversations),
          dollars: money(conversations * callCost),
        },
        {
          what: "judging 1,000 messages",
          calls: round(conversations * (1 - savedAtWork)),
          dollars: money(conversations * (1 - savedAtWork) * callCost),
        },
        {
          what: "this run",
          calls: judging.calls + writing.calls,
          dollars: money(costOf(judging, price) + costOf(writing, price)),
        },
        {
          what: "1,000 messages with their articles",
          calls: round(conversations * (1 - savedAtWork + PREVALENCE)),
          dollars: money(conversations * ((1 - savedAtWork) * callCost + PREVALENCE * articleCost)),
        },
      ],
  };
}

/** Answers as the stand-in does, without a wire between, and counts what a provider would bill. */
function scriptedModel(judging: Spent, writing: Spent): Model {
  return {
    contextTokens: CONTEXT_TOKENS,
    async ask<Answer>(question: Question<Answer>) {
      const purpose = {
        judge: "judge",
        write: "article",
        compose: "article",
        review: "review",
        compare: "comparison",
        condense: "statements",
        answer: "claims",
      } as Partial<Record<Question<Answer>["purpose"], Purpose>>;
      const data: PromptData = question.data;
      const given = plausibleAnswer(purpose[question.purpose] ?? "statements", data);
      const spent = question.purpose === "judge" ? judging : writing;
      spent.calls++;
      spent.input += estimateTokens(question.instructions + JSON.stringify(question.data));
      spent.output += estimateTokens(JSON.stringify(given));
      const parsed = question.schema.safeParse(given);
      if (!parsed.success) return { kind: "unusable", problem: "It does not fit the schema." };
      const problem = question.problemOf?.(parsed.data) ?? null;
      return problem === null ? { kind: "answer", answer: parsed.data } : { kind: "unusable", problem };
    },
  };
}

function zero(): Spent {
  return { calls: 0, input: 0, output: 0 };
}

function costOf({ input, output }: Spent, price: MeasuredModel["price"]): number {
  return (input * price.input + output * price.output) / 1_000_000;
}

function perOne({ calls, input, output }: Spent, count: number) {
  const share = (total: number) => Math.round(total / Math.max(1, count));
  return { calls: round(calls / Math.max(1, count)), "tokens in": share(input), "tokens out": share(output) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function money(dollars: number): number {
  return Math.round(dollars * 100_000) / 100_000;
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
