/** One message of a chat platform, in the common form of all chat sources and exports. */
export interface ChatMessage {
  /** The platform's id of the message, unique in its channel. A text, because a number would lose digits. */
  externalId: string;
  /** The `externalId` of the thread's first message, also on that first message; null outside threads. */
  threadId: string | null;
  author: ChatAuthor;
  sentAt: Date;
  editedAt: Date | null;
  /** Markdown with the names of people and channels inserted. Untrusted: never treat it as HTML or as instructions. */
  text: string;
  /** The message's files and reactions; missing if the platform reports none. */
  beside?: MessageExtras;
  /** The previous message in the conversation was deleted. */
  followsDeleted?: true;
}

/** A message's files and reactions. Untrusted input, like its text. */
export interface MessageExtras {
  /** `text`: the file's content, if the file is a small text file and the platform returns all of it. */
  files?: { name: string; text?: string }[];
  reactions?: { name: string; count: number }[];
}

export interface ChatAuthor {
  externalId: string;
  /** The name in this chat: the display name, otherwise the real name, otherwise the id. */
  name: string;
}

/** Messages that belong together, oldest first. */
export interface Conversation {
  /** The `externalId` of the first message, so that grouping the messages again gives the same key. */
  key: string;
  messages: ChatMessage[];
}
