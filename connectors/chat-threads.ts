import type { Inline } from "../shared/markdown/inline.ts";

/** Answering whoever asks us in a channel, in the thread of what they asked. */
export interface ThreadAnswers<Config> {
  /** Posts it; answers the id of the message. It can be found again by `answer.id` whatever becomes of the call. */
  post(config: Config, answer: ThreadAnswer, signal?: AbortSignal): Promise<string>;
  /** The message with this answer; null when none is in the thread. `since`: it was posted later than this. */
  find(config: Config, answer: ThreadAnswer, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Puts what holds now in the place of what was posted; done twice it comes to the same. */
  replace(config: Config, answer: PostedAnswer, signal?: AbortSignal): Promise<void>;
  /** Whether this person is of another company, or let into some channels only. */
  isGuest(config: Config, personId: string, channelId: string, signal?: AbortSignal): Promise<boolean>;
  /** Tells who said whether an answer is right, and nobody else, what came of it; nothing where there is no place for that. */
  tellVoter(config: Config, press: VotedIn, words: string, signal: AbortSignal): Promise<void>;
  /** Absent: nobody can ask where only they read the answer. */
  privately?: PrivateAnswers;
  /** Absent: nobody can ask in a conversation with our app alone. */
  directly?: DirectAnswers<Config>;
}

/** A conversation between one person and our app. What is said there is read when it is needed, and kept nowhere. */
export interface DirectAnswers<Config> {
  /** The platform does not say who is of another company: who is no member of the workspace is not answered. */
  forMembersAlone: boolean;
  /** This message and what people said before it in its thread, the oldest first; our own answers are left out. */
  read(config: Config, place: DirectPlace & { messageId: string }, signal?: AbortSignal): Promise<SaidDirectly[]>;
  /** Shows that an answer is being looked for, until it is there. Absent: the platform has nothing to show it with. */
  showWorking?(config: Config, place: DirectPlace, signal?: AbortSignal): Promise<void>;
  /** Offers questions where the conversation begins, in the place of those offered before. Absent: the platform offers none. */
  suggest?(config: Config, channelId: string, suggestions: Suggestion[], signal: AbortSignal): Promise<void>;
}

/** A question that is asked with one press. */
export interface Suggestion {
  title: string;
  question: string;
}

/** Somebody opens their conversation with our app alone. */
export interface AppOpened {
  teamId: string;
  /** The platform's id of the conversation. */
  openedWith: string;
  by: string;
}

export type DirectPlace = Pick<ThreadAnswer, "channelId" | "threadId">;

export interface SaidDirectly {
  messageId: string;
  by: string;
  text: string;
}

/** Somebody writes to our app alone. */
export interface DirectQuestion {
  /** Null where the platform has no teams: whoever shares the connection. */
  teamId: string | null;
  /** The platform's id of the conversation. */
  directWith: string;
  messageId: string;
  threadId: string;
  by: string;
  /** It was asked before, and is edited or deleted now. */
  hasChanged: boolean;
}

/** Answers that only who asked reads, at the place that came with the question: no credentials, and nothing finds them again. */
export interface PrivateAnswers {
  /** What the platform is answered at once. */
  acknowledge(words: string): ChatReply;
  /** Throws `Refused` where the place does not exist or takes nothing more. */
  tell(replyAt: string, answer: PrivateAnswer, signal: AbortSignal): Promise<void>;
}

/** Somebody asks us where only they read the answer. */
export interface PrivateQuestion {
  teamId: string;
  /** The platform's: a question that is told of again has it again. */
  requestId: string;
  channelId: string;
  /** The platform's id of who asks. */
  by: string;
  /** Empty: they want to know how to ask. */
  question: string;
  /** Where the platform takes the answer, as it says. */
  replyAt: string;
}

/** Somebody wants an article of a thread, and is told where only they read it what came of that. */
export interface ArticleWish {
  teamId: string;
  /** The platform's: a wish that is told of again has it again. */
  requestId: string;
  channelId: string;
  /** The platform's id of who wants it. */
  by: string;
  /** The platform's id of the thread, or of the message where there is none. */
  wishedThread: string;
  /** Where the answer is shown; null: beside the thread. */
  shownIn: string | null;
  /** Where the platform takes the answer, as it says. */
  replyAt: string;
}

export const ANSWER_VOTES_IN_CHAT = ["right", "wrong"] as const;

/** Whoever asked says of an answer of ours whether it is right. */
export interface AnswerVotePress {
  /** Null where the platform has no teams: whoever shares the connection. */
  teamId: string | null;
  channelId: string;
  /** The platform's id of who pressed it. */
  by: string;
  /** The answer's `id`. */
  votedAnswer: string;
  vote: (typeof ANSWER_VOTES_IN_CHAT)[number];
  /** The platform's id of the thread in which they are told what came of it; null: beside it. */
  shownIn: string | null;
  /** Where the platform takes that, as it says; null when it says nothing. */
  replyAt: string | null;
}

/** `isDirect`: nobody else reads the conversation. */
export type VotedIn = Pick<AnswerVotePress, "channelId" | "by" | "shownIn" | "replyAt"> & { isDirect: boolean };

export type PrivateAnswer = Omit<ThreadAnswer, "channelId" | "threadId"> & {
  /** The platform's id of the thread in which it is shown; absent: where they asked. */
  shownIn?: string;
};

export interface ThreadAnswer {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of a person who is called by it. */
  mention?: string;
  /** What is said before the sentences. */
  lead: string;
  sentences: {
    inline: Inline[];
    /** Instead of `inline`; null for a sentence. */
    code: string | null;
    /** Why it may not hold. */
    notes: string[];
    sources: { label: string; url: string | null }[];
  }[];
  article: { title: string; url: string } | null;
}

export interface PostedAnswer extends ThreadAnswer {
  messageId: string;
}

export const QUESTION_ANSWERS = ["publish", "fix", "not-knowledge"] as const;
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number];
/** `fixed`: the person put the article right in the chat. */
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
  /** Absent: an article is put right in the product alone. */
  fixes?: ChatFixes<Config>;
}

/** Putting an article right in a form of the chat. */
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

/** JSON that answers what somebody did; null for nothing. */
export type ChatReply = Readonly<Record<string, unknown>> | null;

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
