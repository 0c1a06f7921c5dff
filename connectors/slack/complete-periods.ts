import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { CompletePeriod } from "../chat-source.ts";
import { parseMicros } from "./timestamp.ts";

const SECOND = 1_000_000;
/**
 * The age of messages that Slack certainly shows. Slack's free plan hides messages older than 90 days without deleting
 * them. Older times count as read completely only if Slack shows an even older message.
 */
export const ALWAYS_SHOWN_AGE = 85 * 86_400 * SECOND;

/**
 * Returns the period of the channel's own messages that was read completely. `from` 0 is the channel's beginning. A
 * page without messages proves nothing.
 */
export function buildChannelPeriod(from: number, oldest: number | null, now: number, to: number): CompletePeriod[] {
  if (oldest === null) return [];
  return buildCompletePeriod(null, from > 0 ? from : Math.max(0, Math.min(oldest, now - ALWAYS_SHOWN_AGE)), to);
}

export function buildCompletePeriod(threadId: string | null, fromMicros: number, toMicros: number): CompletePeriod[] {
  const from = Math.ceil(fromMicros / 1000);
  const to = Math.floor((toMicros + 1) / 1000) - 1;
  return to < from ? [] : [{ threadId, from: new Date(from), to: new Date(to) }];
}

export const readTimestamp = (message: unknown) => parseMicros((message as { ts?: unknown } | null)?.ts);

export function findSpan(messages: readonly unknown[]): { oldest: number | null; newest: number | null } {
  const times = messages.map(readTimestamp).filter((time) => time !== null);
  if (times.length === 0) return { oldest: null, newest: null };
  return { oldest: times.reduce((a, b) => Math.min(a, b)), newest: times.reduce((a, b) => Math.max(a, b)) };
}

/**
 * Sorts messages by id as text. Timestamps have had ten digits of seconds since 2001, so the order of the text is the
 * order of time.
 */
export const sortMessages = (messages: ChatMessage[]) =>
  messages.sort((a, b) => (a.externalId < b.externalId ? -1 : a.externalId > b.externalId ? 1 : 0));
