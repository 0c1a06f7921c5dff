import { readFileSync } from "node:fs";
import { answerCues, mayAnswer, REACH, type ReadMessage, readMessages } from "./answer-cues.ts";
import type { ParsedConversation } from "./parse-conversation.ts";

/** What each cue of `answer-cues.ts` weighs, in logits; pairs above `threshold` are answers. */
export interface AnswerWeights {
  bias: number;
  threshold: number;
  cues: Record<string, number>;
}

let shipped: AnswerWeights | undefined;

/** Which message answers which question, as positions, in order of the questions. */
export function answersIn(
  conversation: ParsedConversation,
  weights: AnswerWeights = shippedWeights(),
): [number, number][] {
  return answersAmong(readMessages(conversation), weights);
}

/** A message answers one question at most: the likeliest one. */
export function answersAmong(messages: ReadMessage[], weights: AnswerWeights): [number, number][] {
  return likeliestQuestions(messages, weights)
    .filter(({ score }) => score >= weights.threshold)
    .map(({ question, answer }): [number, number] => [question, answer])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** For each message that may answer anything the question it answers most likely. */
export function likeliestQuestions(messages: ReadMessage[], weights: Omit<AnswerWeights, "threshold">) {
  return messages.flatMap((_, answer) => {
    let best: { question: number; answer: number; score: number } | undefined;
    for (let question = Math.max(0, answer - REACH); question < answer; question++) {
      if (!mayAnswer(messages, question, answer)) continue;
      const score = scoreOf(answerCues(messages, question, answer), weights);
      if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { question, answer, score };
    }
    return best ?? [];
  });
}

/** Log-odds above the threshold that one message answers the other. */
export function likelihoodOf(messages: ReadMessage[], question: number, answer: number): number {
  const weights = shippedWeights();
  return scoreOf(answerCues(messages, question, answer), weights) - weights.threshold;
}

function scoreOf(cues: string[], weights: Omit<AnswerWeights, "threshold">): number {
  return cues.reduce((sum, cue) => sum + (weights.cues[cue] ?? 0), weights.bias);
}

function shippedWeights(): AnswerWeights {
  shipped ??= readWeights();
  return shipped;
}

function readWeights(): AnswerWeights {
  return JSON.parse(readFileSync(new URL("./answer-weights.json", import.meta.url), "utf8"));
}
