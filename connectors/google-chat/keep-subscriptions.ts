import { setTimeout as sleepFor } from "node:timers/promises";
import type { ConnectionListener } from "../chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../errors.ts";
import type { SpaceSubscriptions } from "./space-subscriptions.ts";

export interface LiveTimes {
  /** How often is looked whether other spaces are monitored. */
  channelsEveryMs: number;
  /** How often Google is asked how the subscriptions are, although nothing says that something changed. */
  lookEveryMs: number;
  /** The same, after something was changed, and while something is wrong that a person may have corrected. */
  lookAgainMs: number;
  /** At the soonest after the last time, however often Google says that something changed. */
  soonestMs: number;
  /** Before the first new try after Google did not answer, doubled each time up to a minute. */
  firstRetryMs: number;
}

export const LIVE_TIMES: LiveTimes = {
  channelsEveryMs: 15_000,
  lookEveryMs: 10 * 60_000,
  lookAgainMs: 2 * 60_000,
  soonestMs: 30_000,
  firstRetryMs: 1_000,
};

/** Null when it is tried again by itself; what is wrong on our side is told where it went wrong. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof RateLimited || error instanceof Unreachable) return null;
  return error instanceof ConnectorError ? error.message : null;
}

/** Whether Google said that something happened to a subscription. */
export interface Change {
  isNew: boolean;
}

interface Keeping {
  listener: ConnectionListener;
  change: Change;
  signal: AbortSignal;
  now: () => number;
  times: LiveTimes;
}

/**
 * When other spaces are monitored than before, when Google says that a subscription changed, and now and then. Whatever Google
 * answers, pulling goes on meanwhile.
 */
export async function keepSubscriptions(subscriptions: SpaceSubscriptions, keeping: Keeping): Promise<void> {
  const { listener, change, signal, now, times } = keeping;
  let kept: string | null = null;
  let lookedAt = 0;
  let lookIn = 0;
  while (!signal.aborted) {
    const channelIds = await listener.listChannels();
    const wanted = channelIds.join();
    const isDue = now() >= lookedAt + (change.isNew ? Math.min(lookIn, times.soonestMs) : lookIn);
    if (wanted !== kept || isDue) {
      change.isNew = false;
      lookIn = await keepOnce(subscriptions, channelIds, keeping);
      kept = wanted;
      lookedAt = now();
    }
    await pause(times.channelsEveryMs, signal);
  }
}

/** Answers in how many milliseconds to look again. */
async function keepOnce(
  subscriptions: SpaceSubscriptions,
  channelIds: string[],
  { listener, signal, times }: Keeping,
): Promise<number> {
  try {
    const { trouble, isSettled } = await subscriptions.keep(channelIds);
    if (trouble === null) listener.onConnected();
    else listener.onDisconnected(trouble);
    return trouble === null && isSettled ? times.lookEveryMs : times.lookAgainMs;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectorError)) throw error;
    const trouble = sentenceOf(error);
    listener.onDisconnected(trouble);
    return trouble === null ? times.soonestMs : times.lookAgainMs;
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}
