import type { Inline } from "../shared/markdown/inline.ts";

/** Answers people who ask Lorekeep in a channel, in the thread of their question. */
export interface ThreadAnswers<Config> {
  /** Posts the answer and returns the message's id. `find` finds it by `answer.id` even if the call's outcome is unknown. */
  post(config: Config, answer: ThreadAnswer, signal?: AbortSignal): Promise<string>;
  /** Finds the message with this answer, posted after `since`; null when the thread has none. */
  find(config: Config, answer: ThreadAnswer, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Replaces a posted answer with its current text. Idempotent. */
  replace(config: Config, answer: PostedAnswer, signal?: AbortSignal): Promise<void>;
  /** True for a person of another company, and for one admitted to some channels only. */
  isGuest(config: Config, personId: string, channelId: string, signal?: AbortSignal): Promise<boolean>;
  /** Tells only the voter the effect of their vote. Does nothing where the platform has no private reply. */
  replyToVoter(config: Config, press: VoteLocation, words: string, signal: AbortSignal): Promise<void>;
  /** Answers that only the asker sees. Absent where the platform has none. */
  privately?: PrivateAnswers;
  /** Absent: people cannot ask in a direct conversation with our app. */
  directly?: DirectAnswers<Config>;
}

/** A conversation between one person and our app. Its messages are read on demand and never stored. */
export interface DirectAnswers<Config> {
  /**
   * True where the platform does not mark people of other companies, so that only members of the workspace are
   * answered.
   */
  forMembersAlone: boolean;
  /** Returns this message and the earlier ones of its thread, oldest first, without our own answers. */
  read(
    config: Config,
    place: DirectConversation & { messageId: string },
    signal?: AbortSignal,
  ): Promise<ThreadMessage[]>;
  /** Shows a progress indicator until the answer is posted. Absent where the platform has none. */
  showWorking?(config: Config, place: DirectConversation, signal?: AbortSignal): Promise<void>;
  /** Replaces the suggested questions at the start of a conversation. Absent: the platform has no suggestions. */
  suggest?(config: Config, channelId: string, suggestions: SuggestedQuestion[], signal: AbortSignal): Promise<void>;
}

/** A suggested question that a person asks with one press. */
export interface SuggestedQuestion {
  title: string;
  question: string;
}

/** Somebody opened a direct conversation with our app. */
export interface AppOpened {
  teamId: string;
  /** The platform's id of the direct conversation. */
  openedWith: string;
  by: string;
}

export type DirectConversation = Pick<ThreadAnswer, "channelId" | "threadId">;

export interface ThreadMessage {
  messageId: string;
  by: string;
  text: string;
}

/** Somebody wrote a message in a direct conversation with our app. */
export interface DirectQuestion {
  /**
   * The team of the asker; null on a platform without teams, where the message concerns everybody who shares the
   * connection.
   */
  teamId: string | null;
  /** The platform's id of the direct conversation. */
  directWith: string;
  messageId: string;
  threadId: string;
  by: string;
  /** True for an edit or deletion of a message that was asked before. */
  hasChanged: boolean;
}

/** Answers that only the asker sees, sent to the question's own address without credentials. They cannot be found again. */
export interface PrivateAnswers {
  /** Builds the immediate response to the platform, before the answer is known. */
  acknowledge(words: string): ChatReply;
  /** Throws `Refused` when the address does not exist or accepts no more replies. */
  tell(replyAt: string, answer: PrivateAnswer, signal: AbortSignal): Promise<void>;
}

/** Somebody asks a question whose answer only they see. */
export interface PrivateQuestion {
  teamId: string;
  /** The platform's id of the request; a repeated delivery has the same id. */
  requestId: string;
  channelId: string;
  /** The platform's id of the asker. */
  by: string;
  /** Empty when the person wants help on how to ask. */
  question: string;
  /** The platform's address for the answer. */
  replyAt: string;
}

/** Somebody requests an article about a thread. The result is shown to them alone. */
export interface ArticleWish {
  teamId: string;
  /** The platform's id of the request; a repeated delivery carries the same id. */
  requestId: string;
  channelId: string;
  /** The platform's id of the person who requests the article. */
  by: string;
  /** The platform's id of the thread, or of the message if it has no thread. */
  wishedThread: string;
  /** The thread in which the result is shown; null shows it in the channel. */
  shownIn: string | null;
  /** The platform's address for the reply to that person. */
  replyAt: string;
}

export const ANSWER_VOTES_IN_CHAT = ["right", "wrong"] as const;

/** The asker votes on whether an answer of ours is right. */
export interface AnswerVotePress {
  /**
   * The team of the voter; null on a platform without teams, where the vote concerns everybody who shares the
   * connection.
   */
  teamId: string | null;
  channelId: string;
  /** The platform's id of the person who pressed. */
  by: string;
  /** The `id` of the answer that the vote is about. */
  votedAnswer: string;
  vote: (typeof ANSWER_VOTES_IN_CHAT)[number];
  /** The thread in which the effect is shown, by the platform's id; null shows it in the channel. */
  shownIn: string | null;
  /** The platform's address for a reply to the voter; null when the platform gave none. */
  replyAt: string | null;
}

/** `isDirect`: nobody else can read the conversation. */
export type VoteLocation = Pick<AnswerVotePress, "channelId" | "by" | "shownIn" | "replyAt"> & { isDirect: boolean };

export type PrivateAnswer = Omit<ThreadAnswer, "channelId" | "threadId"> & {
  /** The platform's id of the thread in which the answer is shown; absent: at the place of the question. */
  shownIn?: string;
};

export interface ThreadAnswer {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of the person whom the message mentions. */
  mention?: string;
  /** The words of the answer before its sentences. */
  lead: string;
  sentences: {
    inline: Inline[];
    /** Code in place of `inline`; null for a sentence. */
    code: string | null;
    /** Reasons why the sentence may be outdated or wrong. */
    notes: string[];
    sources: { label: string; url: string | null }[];
  }[];
  article: { title: string; url: string } | null;
}

export interface PostedAnswer extends ThreadAnswer {
  messageId: string;
}

/** The JSON response to a person's action; null for an empty response. */
export type ChatReply = Readonly<Record<string, unknown>> | null;
