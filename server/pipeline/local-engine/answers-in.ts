import { readFileSync } from "node:fs";
import { answerCues, mayAnswer, REACH, type ReadMessage, readMessages } from "./answer-cues.ts";
import type { Talk } from "./read-talk.ts";

/** What each cue of `answer-cues.ts` weighs, in logits; pairs above `threshold` are answers. */
export interface AnswerWeights {
  bias: number;
  threshold: number;
  cues: Record<string, number>;
}

let shipped: AnswerWeights | undefined;

/** Which message answers which question, as positions, in order of the questions. */
export function answersIn(talk: Talk, weights: AnswerWeights = shippedWeights()): [number, number][] {
  return answersAmong(readMessages(talk), weights);
}

/** A message answers one question at most: the likeliest one. */
export function answersAmong(messages: ReadMessage[], weights: AnswerWeights): [number, number][] {
  const pairs: [number, number][] = [];
  for (let answer = 1; answer < messages.length; answer++) {
    let best: { question: number; score: number } | undefined;
    for (let question = Math.max(0, answer - REACH); question < answer; question++) {
      if (!mayAnswer(messages, question, answer)) continue;
      const score = scoreOf(answerCues(messages, question, answer), weights);
      if (score >= weights.threshold && score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { question, score };
    }
    if (best) pairs.push([best.question, answer]);
  }
  return pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export function scoreOf(cues: string[], weights: AnswerWeights): number {
  return cues.reduce((sum, cue) => sum + (weights.cues[cue] ?? 0), weights.bias);
}

function shippedWeights(): AnswerWeights {
  shipped ??= JSON.parse(readFileSync(new URL("./answer-weights.json", import.meta.url), "utf8")) as AnswerWeights;
  return shipped;
}
