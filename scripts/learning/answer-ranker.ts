import { answerCues, mayAnswer, REACH, type ReadMessage } from "../../engine/local/answer-cues.ts";
import { type AnswerWeights, likeliestQuestions } from "../../engine/local/answers-in.ts";
import { foldsOf } from "./folds.ts";
import { fitSparse, type SparseRow } from "./logistic.ts";

export interface LabelledDialog {
  messages: ReadMessage[];
  /** Pairs of positions as `question-answer`. */
  answers: Set<string>;
  /** Dialogs that share a message are in one group: they are cut from the same hour of a channel. */
  group: string;
}

export interface AnswerFit {
  l2: number;
  rounds: number;
}
export const ANSWER_FIT: AnswerFit = { l2: 20, rounds: 150 };
/** A cue seen less often says nothing of other rooms. */
const FEWEST = 12;
const THRESHOLDS = Array.from({ length: 31 }, (_, step) => (step - 20) / 10);
const FOLDS = 10;
const SEED = 20_261_121;

export function fitAnswers(
  dialogs: LabelledDialog[],
  options: AnswerFit = ANSWER_FIT,
): Omit<AnswerWeights, "threshold"> {
  const seen = new Map<string, number>();
  const pairs = dialogs.flatMap(({ messages, answers }) =>
    pairsOf(messages).map(([question, answer]) => {
      const cues = answerCues(messages, question, answer);
      for (const cue of cues) seen.set(cue, (seen.get(cue) ?? 0) + 1);
      return { cues, target: Number(answers.has(`${question}-${answer}`)) };
    }),
  );
  const names = [...seen].flatMap(([cue, count]) => (count >= FEWEST ? [cue] : [])).sort();
  const at = new Map(names.map((cue, index) => [cue, index]));
  const rows: SparseRow[] = pairs.map(({ cues, target }) => ({
    inputs: Uint32Array.from(cues.flatMap((cue) => at.get(cue) ?? [])),
    scale: 1,
    target,
    weight: 1,
  }));
  const { weights, bias } = fitSparse(rows, names.length, options.l2, options.rounds);
  return {
    bias: rounded(bias),
    cues: Object.fromEntries(names.map((cue, index) => [cue, rounded(weights[index] ?? 0)])),
  };
}

/** Weights of each fold fitted on the other folds, and the threshold that serves all of them best. */
export function crossFit(dialogs: LabelledDialog[], options: AnswerFit = ANSWER_FIT) {
  const folds = foldsOf(
    dialogs.map(({ group }) => group),
    FOLDS,
    SEED,
  );
  const wanted = dialogs.reduce((sum, { answers }) => sum + answers.size, 0);
  const found = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const weights = fitAnswers(
      dialogs.filter((_dialog, index) => folds[index] !== fold),
      options,
    );
    return dialogs.flatMap(({ messages, answers }, index) =>
      folds[index] === fold
        ? likeliestQuestions(messages, weights).map(({ question, answer, score }) => ({
            score,
            isRight: answers.has(`${question}-${answer}`),
          }))
        : [],
    );
  });
  const points = THRESHOLDS.map((threshold) => {
    const chosen = found.filter(({ score }) => score >= threshold);
    return { threshold, hits: chosen.filter(({ isRight }) => isRight).length, chosen: chosen.length, wanted };
  });
  const f1 = ({ hits, chosen }: (typeof points)[number]) => (2 * hits) / Math.max(1, chosen + wanted);
  return points.reduce((best, point) => (f1(point) > f1(best) ? point : best));
}

function pairsOf(messages: ReadMessage[]): [number, number][] {
  return messages.flatMap((_, answer) =>
    Array.from({ length: Math.min(answer, REACH) }, (_none, step): [number, number] => [
      answer - 1 - step,
      answer,
    ]).filter(([question]) => mayAnswer(messages, question, answer)),
  );
}

function rounded(weight: number): number {
  return Math.round(weight * 1_000) / 1_000;
}
