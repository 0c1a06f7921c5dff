/** A conversation of which at least one message may still be answered. */
export interface OpenConversation {
  lastAt: number;
  /** `order` of its last message. */
  lastOrder: number;
  size: number;
  opener: number;
  authors: Set<number>;
  words: Set<string>;
  /** Lexical tie of the current message to all that was said in it. */
  tie: number;
  /** How many of its messages may still be answered. */
  within: number;
}

interface Member {
  conversation: number;
  author: number;
  sentAt: number;
  order: number;
  words: string[];
}

/** What is known of the conversations that may still go on. */
export class OpenConversations {
  private readonly byRoot = new Map<number, OpenConversation>();

  get(conversation: number): OpenConversation | undefined {
    return this.byRoot.get(conversation);
  }

  /** Notes how strongly each is tied to the current message; returns the strongest tie. */
  tieBy(tieTo: (words: Set<string>) => number): number {
    let strongest = 0;
    for (const open of this.byRoot.values()) {
      open.tie = tieTo(open.words);
      if (open.tie > strongest) strongest = open.tie;
    }
    return strongest;
  }

  join(member: Member): void {
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

  /** The member can no longer be answered. */
  leave(member: Member): void {
    const open = this.byRoot.get(member.conversation);
    if (open && --open.within === 0) this.byRoot.delete(member.conversation);
  }
}
