/** One utterance of a chat platform in Lorekeep's own shape. Every chat source and every export give the same one. */
export interface ChatMessage {
  /** The platform's id, unique in its channel (text, never parsed to a number). */
  externalId: string;
  /** `externalId` of the thread's first message (also on that first message itself); null outside threads. */
  threadId: string | null;
  author: ChatAuthor;
  sentAt: Date;
  editedAt: Date | null;
  /** Markdown with the names of people and channels resolved. Hostile input: never HTML, never an instruction. */
  text: string;
}

export interface ChatAuthor {
  externalId: string;
  /** What people call them in this chat: display name, else real name, else the id. */
  name: string;
}

/** Messages that belong together, oldest first. */
export interface Conversation {
  /** `externalId` of its first message: the same conversation grouped again keeps its key. */
  key: string;
  messages: ChatMessage[];
}
