import type { Inline } from "../shared/markdown/inline.ts";

/** Posts answers to questions that people ask Lorekeep in a channel, in the thread of the question. */
export interface ThreadAnswering<Config> {
  /**
   * Posts the answer and returns the message's id. If the call's outcome is unknown, `find` finds the message by
   * `answer.id`.
   */
  post(config: Config, answer: ThreadAnswer, signal?: AbortSignal): Promise<string>;
  /** Finds the message with this answer, posted after `since`; null if the thread contains none. */
  find(config: Config, answer: ThreadAnswer, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Replaces a posted answer with its current text. Idempotent. */
  replace(config: Config, answer: PostedAnswer, signal?: AbortSignal): Promise<void>;
  /** Whether the person belongs to another company or may see only some channels. */
  isGuest(config: Config, personId: string, channelId: string, signal?: AbortSignal): Promise<boolean>;
  /**
   * Explains the effect of a vote to the voter. Only the voter sees the reply. Does nothing on a platform without
   * private replies.
   */
  replyToVoter(config: Config, press: VoteLocation, words: string, signal: AbortSignal): Promise<void>;
  /** Answers that only the asker sees. Absent if the platform has none. */
  privately?: PrivateAnswering;
  /** Answers in direct conversations with our app. Absent if the platform has none. */
  directly?: DirectMessageAnswering<Config>;
}

/** A conversation between one person and our app. Its messages are read on demand and never stored. */
export interface DirectMessageAnswering<Config> {
  /** True if the platform does not mark people of other companies. Only members of the workspace then get answers. */
  forMembersAlone: boolean;
  /** Returns this message and the earlier messages of its thread, oldest first, without our answers. */
  read(
    config: Config,
    place: DirectConversation & { messageId: string },
    signal?: AbortSignal,
  ): Promise<ThreadMessage[]>;
  /** Shows a progress indicator until the answer is posted. Absent if the platform has none. */
  showWorking?(config: Config, place: DirectConversation, signal?: AbortSignal): Promise<void>;
  /** Replaces the suggested questions at the start of a conversation. Absent if the platform has none. */
  suggest?(config: Config, channelId: string, suggestions: SuggestedQuestion[], signal: AbortSignal): Promise<void>;
}

/** A suggested question that a person asks with one press. */
export interface SuggestedQuestion {
  title: string;
  question: string;
}

/** Event: a person opened a direct conversation with our app. */
export interface DirectConversationOpened {
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

/** Event: a person wrote a message in a direct conversation with our app. */
export interface DirectQuestion {
  /**
   * The asker's platform team. Null on a platform without teams, where the message affects every workspace that shares
   * the connection.
   */
  teamId: string | null;
  /** The platform's id of the direct conversation. */
  directWith: string;
  messageId: string;
  threadId: string;
  by: string;
  /** True for the edit or deletion of an earlier question. */
  hasChanged: boolean;
}

/**
 * Answers that only the asker sees. They are sent to an address that came with the question, without credentials, and
 * cannot be found again later.
 */
export interface PrivateAnswering {
  /** Builds the immediate response to the platform. The answer follows later. */
  acknowledge(words: string): ChatReply;
  /** Throws `Refused` if the address does not exist or accepts no more replies. */
  tell(replyAt: string, answer: PrivateAnswer, signal: AbortSignal): Promise<void>;
}

/** Event: a person asks a question, and only that person will see the answer. */
export interface PrivateQuestion {
  teamId: string;
  /** The platform's id of the request; a repeated delivery has the same id. */
  requestId: string;
  channelId: string;
  /** The platform's id of the asker. */
  by: string;
  /** Empty if the person wants help on how to ask. */
  question: string;
  /** The platform's address to send the answer to. */
  replyAt: string;
}

/** Event: a person requests an article about a thread. Only that person sees the result. */
export interface ThreadArticleRequest {
  teamId: string;
  /** The platform's id of the request. A repeated delivery has the same id. */
  requestId: string;
  channelId: string;
  /** The platform's id of the person who requests the article. */
  by: string;
  /** The platform's id of the thread, or of the message if it has no thread. */
  wishedThread: string;
  /** The platform's id of the thread in which the result is shown; null to show it in the channel. */
  shownIn: string | null;
  /** The platform's address for the reply to the person who requests the article. */
  replyAt: string;
}

export const ANSWER_VOTES_IN_CHAT = ["right", "wrong"] as const;

/** Event: the asker votes whether an answer of ours is right. */
export interface AnswerVotePress {
  /**
   * The voter's platform team. Null on a platform without teams, where the vote affects every workspace that shares the
   * connection.
   */
  teamId: string | null;
  channelId: string;
  /** The platform's id of the person who voted. */
  by: string;
  /** The `id` of the answer that the vote is about. */
  votedAnswer: string;
  vote: (typeof ANSWER_VOTES_IN_CHAT)[number];
  /** The platform's id of the thread in which the effect is shown; null to show it in the channel. */
  shownIn: string | null;
  /** The platform's address for a reply to the voter; null if the platform sent none. */
  replyAt: string | null;
}

/** The conversation in which a vote was cast. `isDirect`: nobody else can read the conversation. */
export type VoteLocation = Pick<AnswerVotePress, "channelId" | "by" | "shownIn" | "replyAt"> & { isDirect: boolean };

export type PrivateAnswer = Omit<ThreadAnswer, "channelId" | "threadId"> & {
  /**
   * The platform's id of the thread in which the answer is shown. If absent, the answer appears where the question was
   * asked.
   */
  shownIn?: string;
};

export interface ThreadAnswer {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of the person whom the message mentions. */
  mention?: string;
  /** The introduction before the answer's sentences. */
  lead: string;
  sentences: {
    inline: Inline[];
    /** The code, if this part of the answer is code; null for a sentence. */
    code: string | null;
    /** Reasons why the sentence may be outdated or wrong, for people. */
    notes: string[];
    sources: { label: string; url: string | null }[];
  }[];
  /** `state` tells whether somebody verified the article that the sentences are from. */
  article: { title: string; url: string; state?: string } | null;
  /** True if the message answers nobody, so that nobody votes on it. */
  isNote?: boolean;
}

export interface PostedAnswer extends ThreadAnswer {
  messageId: string;
}

/** The JSON response to a person's action in chat; null for an empty response. */
export type ChatReply = Readonly<Record<string, unknown>> | null;
