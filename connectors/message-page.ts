import type { ChatMessage } from "../shared/domain/chat.ts";

/** Where reading goes on next time. Opaque to everybody but the source; stored as JSON beside the channel. */
export type Cursor = Readonly<Record<string, unknown>>;

export interface MessagePage {
  /** Oldest first, people only: no bots, joins or leaves. */
  messages: ChatMessage[];
  /** Messages that exist but could not be taken, each with the reason. One bad message never fails a page. */
  skipped: SkippedMessage[];
  /**
   * Stretches of the channel this page read without gaps. A message stored earlier that lies in one of them and is not on
   * the page was deleted at the source. `threadId` null: the channel's own messages; else the replies of that thread.
   */
  complete: CompleteStretch[];
  nextCursor: Cursor;
  /** True when nothing more is to be read now. */
  done: boolean;
}

export interface SkippedMessage {
  externalId: string | null;
  reason: string;
}

export interface CompleteStretch {
  threadId: string | null;
  /** Both ends included. */
  from: Date;
  to: Date;
}

export type RereadThreads = Pick<MessagePage, "messages" | "skipped" | "complete">;
