import type { z } from "zod";
import { ModelUnavailable } from "../contract.ts";

/** The purpose of a model call. The server chooses model, reasoning effort and price by the purpose. */
export type CallPurpose = "find" | "write" | "check" | "answer" | "follow-up";

/** One question to a language model, which has no tools and sees only `instructions` and `data`. */
export interface ModelQuestion<Answer> {
  /** The purpose of the call, and the name of the answer's schema in the request. */
  purpose: CallPurpose;
  /** Changes with the prompt's wording, so that an answer to an old prompt is not reused. */
  promptVersion: string;
  instructions: string;
  /** Untrusted text that people wrote, without secrets. It is sent as JSON between delimiters. */
  data: Record<string, unknown>;
  /**
   * Keys of `data` that do not change the question. A stored answer is reused even if the values of these keys differ.
   */
  hints?: readonly string[];
  /**
   * The `externalId`s of the messages in the question. If one of the messages is erased, the stored answer is erased
   * too.
   */
  sources?: string[];
  schema: z.ZodType<Answer>;
  /** The schema that is sent to the model, if it is stricter than `schema`. */
  wireSchema?: z.ZodType;
  /** Returns a sentence that explains why a well-formed answer is unusable; null for a usable answer. */
  problemOf?: (answer: Answer) => string | null;
  maxOutputTokens: number;
  /** Called with the part of the answer received so far, which is not checked yet. Never called for a stored answer. */
  onPartial?: (soFar: unknown) => void;
  /** Aborts the call when no caller waits for the answer any longer. */
  signal?: AbortSignal;
}

/** One of several items that are sent in one call. */
export interface BatchQuestionItem<Answer> extends Pick<ModelQuestion<Answer>, "data" | "problemOf"> {
  sources: string[];
  /** Returns a sentence that explains why a usable answer is worth a second attempt; null for a good answer. */
  flawOf?: (answer: Answer) => string | null;
}

/** One question about several items in a single call. Each item gets its own answer. */
export interface BatchQuestion<Answer>
  extends Pick<ModelQuestion<Answer>, "purpose" | "promptVersion" | "instructions" | "hints" | "maxOutputTokens"> {
  /** The schema of the answer about one item. */
  schema: z.ZodObject & z.ZodType<Answer>;
  /** The key in `data` of the list of items. */
  itemsName: string;
  /** Data for all items. It is sent before the list. */
  data: Record<string, unknown>;
  items: BatchQuestionItem<Answer>[];
}

/** The reply when the model cannot answer now. Nothing was decided, and the question can be asked again later. */
export interface UnavailableReply {
  kind: "waits";
  /** `off`: the model does not work until a person changes something (API key, credit, model name, or a switch). */
  reason: "cap" | "limit" | "outage" | "off";
  /** The earliest useful time for a retry; null if unknown. */
  until: Date | null;
  /** The reason, written for people. It contains no text that the provider sent. */
  sentence: string;
}

export type ModelReply<Answer> =
  | { kind: "answer"; answer: Answer }
  /** The answer was paid for but is unusable. `problem` explains why, for a second attempt. */
  | { kind: "unusable"; problem: string }
  /** The model or the provider's filter declines this question. A second attempt would be declined too. */
  | { kind: "refused"; problem: string }
  | UnavailableReply;

/**
 * A language model for one workspace. Each call is recorded as a cost before its answer is used, and no question is
 * paid for twice.
 */
export interface LanguageModel {
  /** The size of the context window in tokens, for question and answer together. */
  readonly contextTokens: number;
  /** Never throws an error of the model. Throws if the database that stores the costs does not respond. */
  ask<Answer>(question: ModelQuestion<Answer>): Promise<ModelReply<Answer>>;
  /** Returns the reply to each item. Each item is paid for once, even if two calls contained it. */
  askTogether<Answer>(question: BatchQuestion<Answer>): Promise<ModelReply<Answer>[]>;
}

/** Asks the model. If the answer is unusable, asks once more and explains the problem. Throws `ModelUnavailable`. */
export async function askWithRetry<Answer>(model: LanguageModel, question: ModelQuestion<Answer>): Promise<Answer> {
  const first = await model.ask(question);
  if (first.kind === "answer") return first.answer;
  if (first.kind === "waits") throw toModelUnavailable(first);
  if (first.kind === "refused") throw new ModelUnavailable("refused", null, first.problem);
  const data = { ...question.data, problemWithYourLastAnswer: first.problem };
  const second = await model.ask({ ...question, data });
  if (second.kind === "answer") return second.answer;
  throw second.kind === "waits" ? toModelUnavailable(second) : new ModelUnavailable("refused", null, second.problem);
}

export const toModelUnavailable = ({ reason, until, sentence }: UnavailableReply) =>
  new ModelUnavailable(reason, until, sentence);

/**
 * Asks about all items in one call. If an item's answer is unusable or has a flaw, asks about the item once more and
 * explains the problem. If the second answer is unusable too, the result is the flawed first answer, or a
 * `ModelUnavailable`.
 */
export async function askEachItem<Answer>(
  model: LanguageModel,
  question: BatchQuestion<Answer>,
): Promise<({ answer: Answer } | ModelUnavailable)[]> {
  if (question.items.length === 0) return [];
  const replies = await model.askTogether(question);
  return Promise.all(
    replies.map(async (first, place) => {
      const item = question.items[place];
      if (first.kind === "answer") {
        const flaw = item?.flawOf?.(first.answer);
        if (!item || !flaw) return { answer: first.answer };
        const [better] = await model.askTogether({ ...question, items: [withProblem(item, flaw)] });
        return { answer: better?.kind === "answer" ? better.answer : first.answer };
      }
      if (first.kind === "waits") return toModelUnavailable(first);
      const isFinal = first.kind === "refused" && question.items.length === 1;
      if (!item || isFinal) return new ModelUnavailable("refused", null, first.problem);
      // Another item may have caused the refusal of the call, so this item is sent again alone and unchanged.
      const again = first.kind === "refused" ? item : withProblem(item, first.problem);
      const [second] = await model.askTogether({ ...question, items: [again] });
      if (second?.kind === "answer") return { answer: second.answer };
      if (second?.kind === "waits") return toModelUnavailable(second);
      return new ModelUnavailable("refused", null, second?.problem ?? first.problem);
    }),
  );
}

const withProblem = <Answer>(item: BatchQuestionItem<Answer>, problem: string): BatchQuestionItem<Answer> => ({
  ...item,
  data: { ...item.data, problemWithYourLastAnswer: problem },
});
