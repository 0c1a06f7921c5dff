import {
  type BatchAnswer,
  type BatchQuestion,
  type BatchQuestionItem,
  splitBatchReply,
} from "../../engine/model/index.ts";
import { toStorableText } from "../db/storable-text.ts";
import type { FinishedCall } from "./call-queries.ts";
import type { CallOutcome, TokenUsage } from "./generate.ts";
import type { TokenPrice } from "./models.ts";

/** A call's answer to one of its questions. `share` is this question's part of the call's tokens and price. */
export type CallPart = Pick<FinishedCall, "inputHash" | "sources" | "output" | "outcome"> & { share: number };
export type CallPartSplitter<Answer> = (result: CallOutcome<Answer>) => CallPart[];

type Spending = TokenUsage & { costMicros: number };

const KEPT_CHARACTERS_OF_UNUSABLE = 2_000;

export function toCallResult(result: CallOutcome<unknown>): Pick<FinishedCall, "output" | "outcome"> {
  if (result.kind === "failed") return { output: null, outcome: "failed" };
  if (result.kind === "answer") return { output: storable(result.answer), outcome: "ok" };
  const text = result.kind === "unusable" ? result.text.slice(0, KEPT_CHARACTERS_OF_UNUSABLE) : "";
  return { output: storable({ text, problem: result.problem }), outcome: "unusable" };
}

const storable = (output: unknown): unknown =>
  JSON.parse(JSON.stringify(output), (_key, value) => (typeof value === "string" ? toStorableText(value) : value));

/** Splits a call's answer by question. A question's share follows the length of its data. */
export function splitCallParts<Answer>(
  question: Pick<BatchQuestion<Answer>, "schema">,
  asked: readonly { item: BatchQuestionItem<Answer>; inputHash: string }[],
  together: BatchAnswer,
): CallPart[] {
  const items = asked.map(({ item }) => item);
  return splitBatchReply(question, items, together).flatMap((reply, place) => {
    const one = asked[place];
    if (!one) return [];
    const output = reply.kind === "answer" ? storable(reply.answer) : null;
    const outcome = reply.kind === "answer" ? ("ok" as const) : ("unusable" as const);
    const { sources, data } = one.item;
    return { inputHash: one.inputHash, sources, output, outcome, share: JSON.stringify(data).length };
  });
}

/** Divides tokens and price by the shares. The parts add up to the call's total. */
export function divideSpending(parts: readonly CallPart[], spent: Spending): (Omit<CallPart, "share"> & Spending)[] {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  return parts.map(({ share, ...part }) => {
    const from = before / whole;
    before += share;
    const to = before / whole;
    const of = (total: number) => Math.round(total * to) - Math.round(total * from);
    return {
      ...part,
      inputTokens: of(spent.inputTokens),
      outputTokens: of(spent.outputTokens),
      cachedTokens: of(spent.cachedTokens),
      cacheWriteTokens: of(spent.cacheWriteTokens),
      costMicros: of(spent.costMicros),
    };
  });
}

/** Computes the price in millionths of a US dollar. Cached tokens have their own price. */
export function computeCost(
  { priceOf }: { priceOf(inputTokens: number): TokenPrice | null },
  { inputTokens, outputTokens, cachedTokens, cacheWriteTokens }: TokenUsage,
): number {
  const price = priceOf(inputTokens);
  if (!price) return 0;
  const plain = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  return Math.ceil(
    plain * price.input +
      cachedTokens * price.cachedInput +
      cacheWriteTokens * price.cacheWrite +
      outputTokens * price.output,
  );
}
