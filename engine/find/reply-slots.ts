import type { OpenConversation } from "./open-conversations.ts";

/** A message that may still be answered. */
export interface Slot {
  /** The caller's number of the message. */
  position: number;
  /** Its place in what was read. */
  order: number;
  author: number;
  sentAt: number;
  words: string[];
  wordSet: Set<string>;
  mentions: number[];
  isQuestion: boolean;
  isAck: boolean;
  isGreeting: boolean;
  length: number;
  conversation: number;
  answeredByOther: boolean;
  parentAuthor: number;
}

/** What is known of the message that is read, before it is put beside others. */
export interface Incoming {
  slot: Slot;
  /** What the same person said last. */
  ownLast: Slot | undefined;
  ownIsRecent: boolean;
  /** The last message that named the person. */
  addressing: Slot | undefined;
  isAddressed: boolean;
  hasMention: boolean;
  followsOn: boolean;
  fresh: boolean;
  previous: Slot | undefined;
  /** Silence since then by the channel's pace: 0 to 4. */
  sincePrevious: number;
}

/** Of the messages between the one that is read and a candidate. */
export interface Between {
  byMe: number;
  authors: Map<number, number>;
  conversations: Set<number>;
}

export interface Against {
  /** The candidate is the k-th last message. */
  k: number;
  candidate: Slot;
  open: OpenConversation;
  between: Between;
  /** Lexical tie of the two. */
  tie: number;
  bestTie: number;
  bestOpenTie: number;
}
