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
  read(config: Config, place: DirectPlace & { messageId: string }, signal?: AbortSignal): Promise<ThreadMessage[]>;
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

export interface ThreadMessage {
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

/** JSON that answers what somebody did; null for nothing. */
export type ChatReply = Readonly<Record<string, unknown>> | null;
