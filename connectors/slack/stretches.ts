import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { CompleteStretch } from "../chat-source.ts";
import { parseMicros } from "./timestamp.ts";

const SECOND = 1_000_000;
/**
 * Slack's free plan hides messages older than 90 days without deleting them. Before the oldest visible message nothing older than
 * this is reported as complete.
 */
export const ALWAYS_SHOWN = 85 * 86_400 * SECOND;

/** A stretch of the channel's own messages; `from` 0 is the channel's beginning. A page without messages proves nothing. */
export function buildChannelStretch(from: number, oldest: number | null, now: number, to: number): CompleteStretch[] {
  if (oldest === null) return [];
  return buildStretch(null, from > 0 ? from : Math.max(0, Math.min(oldest, now - ALWAYS_SHOWN)), to);
}

export function buildStretch(threadId: string | null, fromMicros: number, toMicros: number): CompleteStretch[] {
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

/** Compares ids as text: timestamps have ten digits of seconds since 2001, so text order is time order. */
export const sortMessages = (messages: ChatMessage[]) =>
  messages.sort((a, b) => (a.externalId < b.externalId ? -1 : a.externalId > b.externalId ? 1 : 0));
