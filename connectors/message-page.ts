import type { ChatMessage } from "../shared/domain/chat.ts";

/** The position to continue reading from. Opaque to everybody but the source; stored as JSON with the channel. */
export type ReadingCursor = Readonly<Record<string, unknown>>;

export interface MessagePage {
  /** Oldest first, messages of people only: no bots, joins or leaves. */
  messages: ChatMessage[];
  /** Messages that could not be converted, each with the reason. A malformed message never fails a page. */
  skipped: SkippedMessage[];
  /**
   * Stretches that this page covers without gaps. A stored message that lies in a stretch but not on the page was deleted at the
   * source. `threadId` null means the channel's own messages, otherwise the replies of that thread.
   */
  complete: CompleteStretch[];
  nextCursor: ReadingCursor;
  /** True when no more messages can be read now. */
  done: boolean;
}

export interface SkippedMessage {
  externalId: string | null;
  reason: string;
}

export interface CompleteStretch {
  threadId: string | null;
  /** The period that was read; both ends are included. */
  from: Date;
  to: Date;
}

export type RereadThreads = Pick<MessagePage, "messages" | "skipped" | "complete">;
