import type { z } from "zod";
import { ModelUnavailable } from "../contract.ts";

/** The server chooses model, reasoning effort and price by this purpose. */
export type CallPurpose = "find" | "write" | "check" | "answer" | "follow-up";

/** One question to a language model, which has no tools and sees only `instructions` and `data`. */
export interface ModelQuestion<Answer> {
  /** The purpose of the call; also the schema's name in the request. */
  purpose: CallPurpose;
  /** Changes with the prompt's wording, so that answers to an old wording are not reused. */
  promptVersion: string;
  instructions: string;
  /** Untrusted text by people. It is sent as JSON in a delimited slot; secrets are already removed. */
  data: Record<string, unknown>;
  /** Keys of `data` that do not change the question: a stored answer is reused where only these differ. */
  hints?: readonly string[];
  /** The `externalId`s of the messages in the question: the stored answer is erased together with them. */
  sources?: string[];
  schema: z.ZodType<Answer>;
  /** A schema sent to the model, if `schema` parses the answer less strictly. */
  wireSchema?: z.ZodType;
  /** Returns a sentence that explains why an answer of the right form is unusable; null if it is usable. */
  problemOf?: (answer: Answer) => string | null;
  maxOutputTokens: number;
  /** Called with the unchecked part of the answer received so far; never called for a stored answer. */
  onPartial?: (soFar: unknown) => void;
  /** Aborts the call when nobody waits for the answer any longer. */
  signal?: AbortSignal;
}

/** One of several items in one call. */
export interface QuestionItem<Answer> extends Pick<ModelQuestion<Answer>, "data" | "problemOf"> {
  sources: string[];
  /** Returns a sentence that explains why a usable answer is worth a second try; null if it is good. */
  flawOf?: (answer: Answer) => string | null;
}

/** The same question about several items, asked in a single call; each item gets an answer of its own. */
export interface SharedQuestion<Answer>
  extends Pick<ModelQuestion<Answer>, "purpose" | "promptVersion" | "instructions" | "hints" | "maxOutputTokens"> {
  /** Describes the answer to one item. */
  schema: z.ZodObject & z.ZodType<Answer>;
  /** Names the list of items in `data`. */
  itemsName: string;
  /** Data common to all items; sent before the list. */
  data: Record<string, unknown>;
  items: QuestionItem<Answer>[];
}

/** The reply if the model cannot answer now. Nothing was decided, and the question can be asked again later. */
export interface UnavailableReply {
  kind: "waits";
  /** `off`: the model does not work until a person changes something (key, credit, name of the model, switched off). */
  reason: "cap" | "limit" | "outage" | "off";
  /** The earliest useful time for a retry; null if unknown. */
  until: Date | null;
  /** The reason, written for people; it contains nothing that the provider sent. */
  sentence: string;
}

export type ModelReply<Answer> =
  | { kind: "answer"; answer: Answer }
  /** The answer was paid for and is unusable; `problem` says why, for a second try. */
  | { kind: "unusable"; problem: string }
  /** The model or the provider's filter declines this question; a retry does not help. */
  | { kind: "refused"; problem: string }
  | UnavailableReply;

/** A model for one workspace. Each call is billed before its answer is used, and no question is paid for twice. */
export interface LanguageModel {
  /** Size of the context window in tokens: question and answer together. */
  readonly contextTokens: number;
  /** Never throws because of the model; throws if the database with the costs does not answer. */
  ask<Answer>(question: ModelQuestion<Answer>): Promise<ModelReply<Answer>>;
  /** Returns the reply to each item. Each item is paid for once, whichever call contained it. */
  askTogether<Answer>(question: SharedQuestion<Answer>): Promise<ModelReply<Answer>[]>;
}

/** Asks, and asks once more with an explanation of the problem if the answer is unusable. Throws `ModelUnavailable`. */
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
 * Asks about all items in one call. Asks once more about each item with an unusable answer, with an explanation of the problem;
 * if that fails too, its result is a `ModelUnavailable`. A usable answer with a flaw is asked for again, too, and kept if that fails.
 */
export async function askEachItem<Answer>(
  model: LanguageModel,
  question: SharedQuestion<Answer>,
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
      // Another item may have caused the refusal of the call, so this item is asked on its own, unchanged.
      const again = first.kind === "refused" ? item : withProblem(item, first.problem);
      const [second] = await model.askTogether({ ...question, items: [again] });
      if (second?.kind === "answer") return { answer: second.answer };
      if (second?.kind === "waits") return toModelUnavailable(second);
      return new ModelUnavailable("refused", null, second?.problem ?? first.problem);
    }),
  );
}

const withProblem = <Answer>(item: QuestionItem<Answer>, problem: string): QuestionItem<Answer> => ({
  ...item,
  data: { ...item.data, problemWithYourLastAnswer: problem },
});
