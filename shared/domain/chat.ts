/** One message of a chat platform, in the shape that every chat source and every export produces. */
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
  /** The files and reactions of the message; absent where the platform names none. */
  beside?: BesideText;
}

/** A message's files and reactions. Untrusted input, like its text. */
export interface BesideText {
  /** `text`: what is in it, where the platform gives the whole of a small file of text. */
  files?: { name: string; text?: string }[];
  reactions?: { name: string; count: number }[];
}

export interface ChatAuthor {
  externalId: string;
  /** The name in this chat: display name, else real name, else the id. */
  name: string;
}

/** Messages that belong together, oldest first. */
export interface Conversation {
  /** `externalId` of its first message: grouping the conversation again gives the same key. */
  key: string;
  messages: ChatMessage[];
}
