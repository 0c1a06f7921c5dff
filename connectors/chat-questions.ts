import type { ChatReply } from "./chat-threads.ts";

export const QUESTION_ANSWERS = ["publish", "fix", "not-knowledge"] as const;
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number];
/** `fixed`: the person corrected the article in the chat. */
export type QuestionResolution = QuestionAnswer | "fixed";

/** Asks the author of an answer about it, in the answer's thread. */
export interface ThreadQuestions<Config> {
  /** Posts the question and returns the message's id. `findAsked` finds it by `question.id` even after an unknown outcome. */
  ask(config: Config, question: ThreadQuestion, signal?: AbortSignal): Promise<string>;
  /** Finds the message with this question, posted after `since`; null when the thread has none. */
  findAsked(config: Config, question: ThreadQuestion, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Replaces the posted question by the person's decision. */
  tell(config: Config, told: DecidedQuestion, signal?: AbortSignal): Promise<void>;
  /** Tells only the person who pressed a button why it had no effect. Does nothing where the platform has no private reply. */
  replyToPresser(config: Config, press: QuestionPress, why: NotCounted, signal: AbortSignal): Promise<void>;
  /** Absent: articles can be corrected in the product only. */
  fixes?: ChatFixes<Config>;
}

/** Corrects an article in a form of the chat. */
export interface ChatFixes<Config> {
  /** Opens the form. Returns false when the article is too long for one. `triggerId` came with the press. */
  open(config: Config, form: FixForm, triggerId: string, signal: AbortSignal): Promise<boolean>;
  /** The response to the platform when somebody pressed Save. */
  reply(submission: FixSubmission, outcome: FixOutcome): ChatReply;
}

export interface FixForm {
  questionId: string;
  channelId: string;
  articleUrl: string;
  /** The article's edition that the form shows. */
  edition: string;
  /** True when saving publishes the article, which waited for a review. */
  publishes: boolean;
  /** True when the article changed after the form was opened. The form then shows the typed and the current text. */
  isLate: boolean;
  title: FixField;
  sections: { heading: string; fields: FixField[] }[];
  /** The initial value of the field for additional sentences. */
  added: string;
}

export interface FixField {
  id: string;
  label: string;
  text: string;
  isCode: boolean;
  /** The current text if somebody else changed it meanwhile; null otherwise. */
  now: string | null;
}

/** The values of a submitted correction form. */
export interface FixSubmission {
  teamId: string;
  questionId: string;
  channelId: string;
  /** The platform's id of the person who submitted it. */
  by: string;
  edition: string;
  /** Texts by field id. */
  texts: ReadonlyMap<string, string>;
  added: string;
  /** True when the person leaves the correction to somebody else. */
  leavesIt: boolean;
}

export type FixOutcome =
  /** `notice`: information about the saved changes. */
  | { kind: "done"; notice: string | null }
  /** Nothing was saved; the typed values stay in the form. */
  | { kind: "refused"; why: string }
  | { kind: "again"; form: FixForm };

/** Why a press had no effect: another person was asked, it was answered already, or the question no longer exists. */
export type NotCounted = "not-asked" | "answered" | "over";

export interface ThreadQuestion {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of the person who is asked. */
  askedOf: string;
  /** The address of the article. */
  articleUrl: string;
  /** True when the article is already published; the question then asks whether it is right, not whether to publish it. */
  isPublished: boolean;
}

export interface DecidedQuestion extends ThreadQuestion {
  messageId: string;
  /** The outcome of the question; null when the answer came too late, because the article no longer exists. */
  answer: QuestionResolution | null;
}

/** A press on one of a question's buttons. */
export interface QuestionPress {
  /**
   * The team in which the button was pressed; null on a platform without teams, where the press concerns everybody who
   * shares the connection.
   */
  teamId: string | null;
  channelId: string;
  messageId: string;
  questionId: string;
  /** The platform's id of the person who pressed. */
  by: string;
  answer: QuestionAnswer;
  /** The platform's address for a reply that only the person who pressed sees; null when the platform gave none. */
  replyAt: string | null;
  /** The platform's id of the thread with the question. */
  threadId: string | null;
  /** The platform's permission to open a form, valid for a few seconds; null when the platform gave none. */
  triggerId: string | null;
}
