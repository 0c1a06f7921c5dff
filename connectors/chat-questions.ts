import type { ChatReply } from "./chat-threads.ts";

export const QUESTION_ANSWERS = ["publish", "fix", "not-knowledge"] as const;
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number];
/** `fixed`: the person corrected the article in the chat. */
export type QuestionOutcome = QuestionAnswer | "fixed";

/** Asking the person who gave an answer, in its thread. */
export interface ThreadQuestions<Config> {
  /** Posts it; answers the id of the message. It can be found again by `question.id` whatever becomes of the call. */
  ask(config: Config, question: ThreadQuestion, signal?: AbortSignal): Promise<string>;
  /** The message that asks this question; null when none is in the thread. `since`: it was posted later than this. */
  findAsked(config: Config, question: ThreadQuestion, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Puts what was decided in the place of the question. */
  tell(config: Config, told: ToldAnswer, signal?: AbortSignal): Promise<void>;
  /** Tells who pressed a button, and nobody else, why nothing came of it; nothing where the platform gives no place for that. */
  tellPresser(config: Config, press: QuestionPress, why: NotCounted, signal: AbortSignal): Promise<void>;
  /** Absent: an article is corrected in the product alone. */
  fixes?: ChatFixes<Config>;
}

/** Correcting an article in a form of the chat. */
export interface ChatFixes<Config> {
  /** False: the article is too long for such a form, and none was opened. `triggerId` came with the press. */
  open(config: Config, form: FixForm, triggerId: string, signal: AbortSignal): Promise<boolean>;
  /** What the platform is answered when somebody pressed Save. */
  reply(submission: FixSubmission, outcome: FixOutcome): ChatReply;
}

export interface FixForm {
  questionId: string;
  channelId: string;
  articleUrl: string;
  /** Of the article as the form shows it. */
  edition: string;
  /** Saving publishes it: it waits for somebody who read it. */
  publishes: boolean;
  /** The article changed after the form was opened: the form shows what was typed, and what the article says now. */
  isLate: boolean;
  title: FixField;
  sections: { heading: string; fields: FixField[] }[];
  /** For sentences that the article does not have. */
  added: string;
}

export interface FixField {
  id: string;
  label: string;
  text: string;
  isCode: boolean;
  /** What somebody else put there meanwhile; null when nobody did. */
  now: string | null;
}

/** What is in the form when somebody presses Save. */
export interface FixSubmission {
  teamId: string;
  questionId: string;
  channelId: string;
  /** The platform's id of who pressed it. */
  by: string;
  edition: string;
  /** By the ids of the fields. */
  texts: ReadonlyMap<string, string>;
  added: string;
  /** Somebody else is to fix it. */
  leavesIt: boolean;
}

export type FixOutcome =
  /** `notice`: what the person should know about what was saved. */
  | { kind: "done"; notice: string | null }
  /** Nothing was saved, what was typed stays in the form. */
  | { kind: "refused"; why: string }
  | { kind: "again"; form: FixForm };

/** Why a press changed nothing: somebody else was asked, it was answered before, or there is no such question any more. */
export type NotCounted = "not-asked" | "answered" | "over";

export interface ThreadQuestion {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of the person. */
  askedOf: string;
  /** Where the article can be read. */
  articleUrl: string;
  /** It stands already: the question is whether it is right, not whether to publish it. */
  isPublished: boolean;
}

export interface ToldAnswer extends ThreadQuestion {
  messageId: string;
  /** Null: it came too late, there is no such article any more. */
  answer: QuestionOutcome | null;
}

/** Somebody pressed one of a question's buttons. */
export interface QuestionPress {
  /** Null where the platform has no teams: whoever shares the connection. */
  teamId: string | null;
  channelId: string;
  messageId: string;
  questionId: string;
  /** The platform's id of who pressed it. */
  by: string;
  answer: QuestionAnswer;
  /** Where the platform takes an answer that only who pressed it sees, as it says; null when it says nothing. */
  replyAt: string | null;
  /** The platform's. */
  threadId: string | null;
  /** What a form is opened with, within seconds; null when the platform gives nothing. */
  triggerId: string | null;
}
