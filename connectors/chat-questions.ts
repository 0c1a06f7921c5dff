import type { ChatReply } from "./thread-answering.ts";

export const QUESTION_ANSWERS = ["publish", "fix", "not-knowledge"] as const;
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number];
/** A person's decision about a question. `fixed`: the person corrected the article in the chat. */
export type QuestionResolution = QuestionAnswer | "fixed";

/** Asks the author of an answer, in the thread of that answer, whether the article about it is right. */
export interface ThreadAsking<Config> {
  /**
   * Posts the question and returns the message's id. If the call's outcome is unknown, `findPostedQuestion` finds the message by
   * `question.id`.
   */
  ask(config: Config, question: ThreadQuestion, signal?: AbortSignal): Promise<string>;
  /** Finds the message with this question, posted after `since`; null if the thread contains none. */
  findAsked(config: Config, question: ThreadQuestion, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Replaces the posted question with the person's decision. */
  tell(config: Config, told: DecidedQuestion, signal?: AbortSignal): Promise<void>;
  /**
   * Explains to the person who pressed a button why the press had no effect. Only that person sees the reply. Does
   * nothing on a platform without private replies.
   */
  replyToPresser(config: Config, press: QuestionPress, why: IgnoredPressReason, signal: AbortSignal): Promise<void>;
  /** Corrections of articles in the chat. If absent, articles can be corrected only in the product. */
  fixes?: ChatArticleFixes<Config>;
}

/** Lets a person correct an article in a form of the chat platform. */
export interface ChatArticleFixes<Config> {
  /**
   * Opens the form. Returns false if the article is too long for a form. `triggerId` was sent with the button press.
   */
  open(config: Config, form: ArticleFixForm, triggerId: string, signal: AbortSignal): Promise<boolean>;
  /** Builds the response to the platform after a person pressed Save. */
  reply(submission: ArticleFixSubmission, outcome: ArticleFixOutcome): ChatReply;
}

export interface ArticleFixForm {
  questionId: string;
  channelId: string;
  articleUrl: string;
  /** The edition of the article that the form shows. */
  edition: string;
  /** True if saving publishes the article, which was waiting for a review. */
  publishes: boolean;
  /** True if the article changed after the form was opened. The form then shows the typed text and the current text. */
  isLate: boolean;
  title: ArticleFixField;
  sections: { heading: string; fields: ArticleFixField[] }[];
  /** The initial value of the field for additional sentences. */
  added: string;
}

export interface ArticleFixField {
  id: string;
  label: string;
  text: string;
  isCode: boolean;
  /** The article's current text if another person changed it meanwhile; null otherwise. */
  now: string | null;
}

/** The values of a submitted correction form. */
export interface ArticleFixSubmission {
  teamId: string;
  questionId: string;
  channelId: string;
  /** The platform's id of the person who submitted the form. */
  by: string;
  edition: string;
  /** The typed texts by field id. */
  texts: ReadonlyMap<string, string>;
  added: string;
  /** True if the person wants another person to correct the article. */
  leavesIt: boolean;
}

export type ArticleFixOutcome =
  /** Saved. `notice` informs the person about the saved changes. */
  | { kind: "done"; notice: string | null }
  /** Not saved. The typed values stay in the form. */
  | { kind: "refused"; why: string }
  | { kind: "again"; form: ArticleFixForm };

/**
 * The reason why a button press had no effect: another person was asked, the question was answered already, or the
 * question no longer exists.
 */
export type IgnoredPressReason = "not-asked" | "answered" | "over";

export interface ThreadQuestion {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of the person who is asked. */
  askedOf: string;
  /** The address of the article. */
  articleUrl: string;
  /**
   * True if the article is already published. The question then asks whether the article is right, and not whether to
   * publish it.
   */
  isPublished: boolean;
}

export interface DecidedQuestion extends ThreadQuestion {
  messageId: string;
  /** The decision about the question. Null if it came too late, because the article no longer exists. */
  answer: QuestionResolution | null;
}

/** A press on a button of a question in chat. */
export interface QuestionPress {
  /**
   * The platform team in which the button was pressed. Null on a platform without teams, where the press affects every
   * workspace that shares the connection.
   */
  teamId: string | null;
  channelId: string;
  messageId: string;
  questionId: string;
  /** The platform's id of the person who pressed the button. */
  by: string;
  answer: QuestionAnswer;
  /** The platform's address for a reply that only the person who pressed sees; null if the platform sent none. */
  replyAt: string | null;
  /** The platform's id of the thread with the question. */
  threadId: string | null;
  /** The platform's permission to open a form, valid for a few seconds; null if the platform sent none. */
  triggerId: string | null;
}
