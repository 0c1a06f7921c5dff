import type { z } from "zod";
import {
  type BatchAnswer,
  type BatchQuestion,
  buildBatchQuestion,
  type ModelQuestion,
  type ModelReply,
  prompts,
  splitBatchReply,
} from "../../engine/model/index.ts";
import type { ModelPurposeTest, ModelTest } from "../../shared/contract/language-model.ts";
import { computeCost } from "./call-parts.ts";
import { type CallOutcome, generateAnswer } from "./generate.ts";
import { explainRefusedAddress } from "./list-models.ts";
import type { ModelSet } from "./model-accounts.ts";
import { PURPOSE_FACTS } from "./purposes.ts";

/** An invented conversation, so that a test of the model sends no real messages. */
const SAMPLE = [
  { by: "person 1", text: "The export worker is stuck again. How do I restart it after a deployment?" },
  {
    by: "person 2",
    text: "Run `systemctl restart export-worker` on the jump host and wait for the line 'export ready' in its log. It takes about 2 minutes.",
  },
  { by: "person 2", text: "Never restart it between 22:00 and 23:00, the nightly export runs then." },
  { by: "person 1", text: "That worked, thank you!" },
];
const CHANNEL = "operations";
const MESSAGES = SAMPLE.map((message, index) => ({ number: index + 1, ...message }));
const ARTICLE = {
  title: "Restart the export worker after a deployment",
  statements: [
    { number: 1, part: "answer", text: "Run `systemctl restart export-worker` on the jump host.", sources: [2] },
    { number: 2, part: "answer", text: "It takes about 20 minutes.", sources: [2] },
  ],
};
const SENTENCES = [
  { number: 1, text: "Run `systemctl restart export-worker` on the jump host." },
  { number: 2, text: "The export worker is never restarted between 22:00 and 23:00." },
];

type AnyQuestion = Omit<ModelQuestion<unknown>, "schema" | "problemOf"> & {
  schema: z.ZodType;
  problemOf?(answer: unknown): string | null;
  /** Summarises the answer for people in a sentence or two. */
  summaryOf(answer: unknown): string;
};

const OUTPUT_TOKENS = 2_000;

/** Lists one question for each purpose of the product, about the invented conversation. */
export function listCheckQuestions(): AnyQuestion[] {
  const maxOutputTokens = OUTPUT_TOKENS;
  const matter = { question: ARTICLE.title, gist: "", kind: "howto", settled: "settled", messages: MESSAGES };
  return [
    {
      ...prompts.FIND_PROMPT,
      data: { channel: CHANNEL, openMatters: [], messages: MESSAGES },
      maxOutputTokens,
      summaryOf: foundIn,
    },
    aboutOne(
      { ...prompts.WRITE_PROMPT, itemsName: "matters", data: { channel: CHANNEL, categories: [], tags: [] } },
      matter,
      writtenIn,
    ),
    aboutOne(
      { ...prompts.CHECK_PROMPT, itemsName: "articles", data: {} },
      { messages: MESSAGES, ...ARTICLE },
      checkedIn,
    ),
    {
      ...prompts.ANSWER_PROMPT,
      data: { question: "When may I restart the export worker?", sentences: SENTENCES },
      maxOutputTokens,
      summaryOf: answeredIn,
    },
    {
      ...prompts.RESTATE_PROMPT,
      data: { question: "and at night?", previous: "When may I restart the export worker?", titles: [ARTICLE.title] },
      maxOutputTokens,
      summaryOf: restatedIn,
    },
  ];
}

type AnswerTo<Prompt extends { schema: z.ZodType }> = z.infer<Prompt["schema"]>;

const foundIn = ({ matters }: AnswerTo<typeof prompts.FIND_PROMPT>) =>
  matters.length === 0
    ? "It found nothing worth keeping."
    : `It found: ${matters.map((one) => one.question).join(" ")}`;

function writtenIn({ outcome, why, articles }: AnswerTo<typeof prompts.WRITE_PROMPT>): string {
  const [article] = articles;
  if (outcome !== "articles" || !article) return `It wrote no article${why ? `: ${why}` : "."}`;
  const statements = article.sections.flatMap((section) => section.statements.map(({ text }) => text));
  return `“${article.title}” ${statements.join(" ")}`;
}

function checkedIn({ yes, partly, no }: AnswerTo<typeof prompts.CHECK_PROMPT>): string {
  const reasons = [...partly, ...no].map(({ why }) => why);
  return [`${yes.length} of ${ARTICLE.statements.length} statements are right.`, ...reasons].join(" ");
}

const answeredIn = ({ claims }: AnswerTo<typeof prompts.ANSWER_PROMPT>) =>
  claims.length === 0 ? "It found no answer." : claims.map(({ text }) => text).join(" ");

const restatedIn = ({ standalone }: AnswerTo<typeof prompts.RESTATE_PROMPT>) => `It understood: “${standalone}”`;

function aboutOne<Answer>(
  asked: Omit<BatchQuestion<Answer>, "items" | "maxOutputTokens">,
  data: Record<string, unknown>,
  summaryOf: (answer: Answer) => string,
): AnyQuestion {
  const items = [{ data, sources: [] }];
  const question = buildBatchQuestion({ ...asked, items, maxOutputTokens: OUTPUT_TOKENS });
  const replyIn = (together: BatchAnswer) => splitBatchReply(asked, items, together)[0];
  return {
    ...question,
    problemOf: (together: BatchAnswer) => {
      const reply = replyIn(together);
      return reply?.kind === "unusable" ? reply.problem : null;
    },
    summaryOf: (together: BatchAnswer) => {
      const reply = replyIn(together);
      return reply?.kind === "answer" ? summaryOf(reply.answer) : "";
    },
  };
}

export interface CheckedCall {
  question: AnyQuestion;
  model: { provider: string; name: string };
  result: CallOutcome<unknown>;
  milliseconds: number;
  costMicros: number;
}

/** Calls the model once per purpose, in order. Stops at the first failure that the next calls would repeat. */
export async function checkModel(set: ModelSet, onCall: (call: CheckedCall) => Promise<void>): Promise<ModelTest> {
  const purposes: ModelPurposeTest[] = [];
  for (const question of listCheckQuestions()) {
    const model = set.models[PURPOSE_FACTS[question.purpose].job];
    const started = performance.now();
    const result = await generateAnswer(model, question as ModelQuestion<unknown>, set.patience);
    const milliseconds = Math.round(performance.now() - started);
    const costMicros = computeCost(model, result.usage);
    await onCall({ question, model, result, milliseconds, costMicros });
    const hasPrice = model.priceOf(result.usage.inputTokens) !== null;
    purposes.push({
      purpose: question.purpose,
      label: PURPOSE_FACTS[question.purpose].label,
      model: model.name,
      works: result.kind === "answer",
      message: result.kind === "answer" ? shortened(question.summaryOf(result.answer)) : problemOf(result),
      seconds: Math.round(milliseconds / 100) / 10,
      tokens: result.usage.inputTokens + result.usage.outputTokens,
      dollars: hasPrice ? costMicros / 1e6 : null,
    });
    if (result.kind === "failed" && result.reason === "off") break;
  }
  const priced = purposes.map(({ dollars }) => dollars);
  return {
    works: purposes.length > 0 && purposes.every(({ works }) => works),
    sample: SAMPLE,
    purposes,
    dollars: priced.includes(null) ? null : priced.reduce<number>((sum, dollars) => sum + (dollars ?? 0), 0),
  };
}

function problemOf(result: Exclude<CallOutcome<unknown>, { kind: "answer" }> | ModelReply<never>): string {
  if (result.kind === "unusable") return `It answered, but not in the form it was asked for. ${result.problem}`;
  return "problem" in result ? explainRefusedAddress(result.problem) : "";
}

const MOST_CHARACTERS = 400;

const shortened = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text);
