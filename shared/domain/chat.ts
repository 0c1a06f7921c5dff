/** One message of a chat platform, in the common form of all chat sources and exports. */
export interface ChatMessage {
  /** The platform's id, unique in its channel; text, because numbers would lose digits. */
  externalId: string;
  /** The `externalId` of the thread's first message, also on that message itself; null outside of threads. */
  threadId: string | null;
  author: ChatAuthor;
  sentAt: Date;
  editedAt: Date | null;
  /** Markdown with the names of people and channels resolved. Untrusted: never treated as HTML or as instructions. */
  text: string;
  /** The message's files and reactions; absent if the platform reports none. */
  beside?: BesideText;
  /** The message before it in its conversation was deleted. */
  followsDeleted?: true;
}

/** A message's files and reactions. Untrusted input, like its text. */
export interface BesideText {
  /** `text`: the file's content, if the platform returns all of a small text file. */
  files?: { name: string; text?: string }[];
  reactions?: { name: string; count: number }[];
}

export interface ChatAuthor {
  externalId: string;
  /** The name in this chat: display name, or real name, or id. */
  name: string;
}

/** Messages that belong together, oldest first. */
export interface Conversation {
  /** The `externalId` of its first message, so that grouping again gives the same key. */
  key: string;
  messages: ChatMessage[];
}
