import type { z } from "zod";
import { ModelWaits } from "../contract.ts";

/** The server chooses the model, its reasoning and its price by it. */
export type Purpose = "find" | "write" | "check" | "answer" | "follow-up";

/** One question to a language model. The model has no tools and sees nothing but `instructions` and `data`. */
export interface Question<Answer> {
  /** What it is asked for; names the answer's schema on the wire. */
  purpose: Purpose;
  /** Changes with the prompt's wording, so that stored answers to the old one are not taken for answers to the new one. */
  promptVersion: string;
  instructions: string;
  /** Hostile: what people said. It travels as JSON in a slot of its own, with secrets already taken out. */
  data: Record<string, unknown>;
  /** Names of data that only help: with others it is the same question, and what was paid for once is not asked again. */
  hints?: readonly string[];
  /** `externalId`s of the messages it is about: what was answered is erased with them. */
  sources?: string[];
  schema: z.ZodType<Answer>;
  /** How the answer is described to the model, where `schema` reads it less strictly. */
  wireSchema?: z.ZodType;
  /** Why an answer that fits the schema cannot be used, in a sentence; null when it can. */
  problemOf?: (answer: Answer) => string | null;
  maxOutputTokens: number;
  /** Told what has arrived of the answer so far, unchecked; not told of an answer that was paid for before. */
  onPartial?: (soFar: unknown) => void;
  /** Ends the call: nobody waits for the answer any longer. */
  signal?: AbortSignal;
}

/** One of several things that are asked about in one call. */
export interface QuestionItem<Answer> extends Pick<Question<Answer>, "data" | "problemOf"> {
  sources: string[];
}

/** The same question about several things, answered one by one in a single call. */
export interface SharedQuestion<Answer>
  extends Pick<Question<Answer>, "purpose" | "promptVersion" | "instructions" | "hints" | "maxOutputTokens"> {
  /** Describes the answer to one item. */
  schema: z.ZodObject & z.ZodType<Answer>;
  /** Names the list of items in `data`. */
  itemsName: string;
  /** Stands before the list and is the same for all items. */
  data: Record<string, unknown>;
  items: QuestionItem<Answer>[];
}

/** The question can be asked again later; nothing was decided. */
export interface ModelWait {
  kind: "waits";
  /** `off`: it does not work until a person changes something (key, credit, name of the model, switched off). */
  reason: "cap" | "limit" | "outage" | "off";
  /** When it is worth asking again; null where nobody knows. */
  until: Date | null;
  /** Why, for people, without anything the other side said. */
  sentence: string;
}

export type Reply<Answer> =
  | { kind: "answer"; answer: Answer }
  /** It was paid for and cannot be used; `problem` says why, for a second try. */
  | { kind: "unusable"; problem: string }
  /** The model or the provider's filter declines this question, today and tomorrow. */
  | { kind: "refused"; problem: string }
  | ModelWait;

/** A model as one workspace sees it: each call is accounted before its answer is used, and nothing is paid twice. */
export interface Model {
  /** Tokens of its window, question and answer together. */
  readonly contextTokens: number;
  /** Never throws because of the model; throws when the database that keeps the accounts does not answer. */
  ask<Answer>(question: Question<Answer>): Promise<Reply<Answer>>;
  /** The reply to each item; each is paid once, in whichever call it was asked. */
  askTogether<Answer>(question: SharedQuestion<Answer>): Promise<Reply<Answer>[]>;
}

/** Asks, and once more with the problem named when the answer cannot be used. Throws `ModelWaits`. */
export async function askTwice<Answer>(model: Model, question: Question<Answer>): Promise<Answer> {
  const first = await model.ask(question);
  if (first.kind === "answer") return first.answer;
  if (first.kind === "waits") throw waiting(first);
  if (first.kind === "refused") throw new ModelWaits("refused", null, first.problem);
  const data = { ...question.data, problemWithYourLastAnswer: first.problem };
  const second = await model.ask({ ...question, data });
  if (second.kind === "answer") return second.answer;
  throw second.kind === "waits" ? waiting(second) : new ModelWaits("refused", null, second.problem);
}

export const waiting = ({ reason, until, sentence }: ModelWait) => new ModelWaits(reason, until, sentence);

/**
 * Asks about all items in one call. An item without a usable answer is asked once more by itself, with the problem named. The place of an
 * item that nothing came of holds why it waits.
 */
export async function askEach<Answer>(
  model: Model,
  question: SharedQuestion<Answer>,
): Promise<({ answer: Answer } | ModelWaits)[]> {
  if (question.items.length === 0) return [];
  const replies = await model.askTogether(question);
  return Promise.all(
    replies.map(async (first, place) => {
      if (first.kind === "answer") return { answer: first.answer };
      if (first.kind === "waits") return waiting(first);
      const item = question.items[place];
      const isFinal = first.kind === "refused" && question.items.length === 1;
      if (!item || isFinal) return new ModelWaits("refused", null, first.problem);
      // A refusal of the whole call may be about another item: alone it is asked as it was.
      const data = first.kind === "refused" ? item.data : { ...item.data, problemWithYourLastAnswer: first.problem };
      const [second] = await model.askTogether({ ...question, items: [{ ...item, data }] });
      if (second?.kind === "answer") return { answer: second.answer };
      if (second?.kind === "waits") return waiting(second);
      return new ModelWaits("refused", null, second?.problem ?? first.problem);
    }),
  );
}
