import type { ChatMessage } from "../shared/domain/chat.ts";

/**
 * The position at which reading continues. Only the chat source interprets it; others store it as JSON with the
 * channel.
 */
export type ReadingCursor = Readonly<Record<string, unknown>>;

export interface MessagePage {
  /** Messages by people, oldest first, without messages of bots, joins and leaves. */
  messages: ChatMessage[];
  /** Messages that could not be converted, each with the reason. A malformed message does not affect the others. */
  skipped: SkippedMessage[];
  /**
   * Periods that this page covers completely. If a stored message lies in such a period but not on the page, it was
   * deleted on the platform. `threadId` null means the channel's own messages; otherwise the period covers the replies
   * of that thread.
   */
  complete: CompletePeriod[];
  nextCursor: ReadingCursor;
  /** True if no further messages can be read now. */
  done: boolean;
}

export interface SkippedMessage {
  externalId: string | null;
  reason: string;
}

export interface CompletePeriod {
  threadId: string | null;
  /** The first time of the period. Both ends belong to the period. */
  from: Date;
  to: Date;
}

export type ThreadRereadResult = Pick<MessagePage, "messages" | "skipped" | "complete">;
