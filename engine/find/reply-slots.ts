/** A conversation of which at least one message may still be answered. */
export interface OpenConversation {
  lastAt: number;
  /** `order` of its last message. */
  lastOrder: number;
  size: number;
  opener: number;
  authors: Set<number>;
  words: Set<string>;
  /** The lexical tie (weight of shared words) between the current message and the whole conversation. */
  tie: number;
  /** Number of its messages that may still be answered. */
  within: number;
}

interface MemberMessage {
  conversation: number;
  author: number;
  sentAt: number;
  order: number;
  words: string[];
}

/** The conversations that a next message may still belong to. */
export class OpenConversations {
  private readonly byRoot = new Map<number, OpenConversation>();

  get(conversation: number): OpenConversation | undefined {
    return this.byRoot.get(conversation);
  }

  /** Stores each conversation's tie to the current message and returns the strongest. */
  tieBy(tieTo: (words: Set<string>) => number): number {
    let strongest = 0;
    for (const open of this.byRoot.values()) {
      open.tie = tieTo(open.words);
      if (open.tie > strongest) strongest = open.tie;
    }
    return strongest;
  }

  join(member: MemberMessage): void {
    let open = this.byRoot.get(member.conversation);
    if (!open) {
      open = {
        lastAt: 0,
        lastOrder: 0,
        size: 0,
        opener: member.author,
        authors: new Set(),
        words: new Set(),
        tie: 0,
        within: 0,
      };
      this.byRoot.set(member.conversation, open);
    }
    open.lastAt = member.sentAt;
    open.lastOrder = member.order;
    open.size++;
    open.within++;
    open.authors.add(member.author);
    for (const word of member.words) open.words.add(word);
  }

  /** Removes a message that can no longer be answered. */
  leave(member: MemberMessage): void {
    const open = this.byRoot.get(member.conversation);
    if (open && --open.within === 0) this.byRoot.delete(member.conversation);
  }
}

/** A message that may still be answered. */
export interface AnswerableMessage {
  /** The caller's index of the message. */
  position: number;
  /** Index of the message in reading order. */
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

/** Features of the current message alone, without a candidate. */
export interface IncomingMessage {
  slot: AnswerableMessage;
  /** The author's previous message. */
  ownLast: AnswerableMessage | undefined;
  ownIsRecent: boolean;
  /** The last message that named the person. */
  addressing: AnswerableMessage | undefined;
  isAddressed: boolean;
  hasMention: boolean;
  followsOn: boolean;
  fresh: boolean;
  previous: AnswerableMessage | undefined;
  /** Silence since `previous`, relative to the channel's usual gap: 0 to 4. */
  sincePrevious: number;
}

/** Counts of the messages between the current one and a candidate. */
export interface MessageGap {
  byMe: number;
  authors: Map<number, number>;
  conversations: Set<number>;
}

export interface CandidateFeatures {
  /** The candidate is the k-th last message. */
  k: number;
  candidate: AnswerableMessage;
  open: OpenConversation;
  between: MessageGap;
  /** The lexical tie (weight of shared words) of the two. */
  tie: number;
  bestTie: number;
  bestOpenTie: number;
}
