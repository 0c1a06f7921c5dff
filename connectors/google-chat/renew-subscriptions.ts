import { setTimeout as sleepFor } from "node:timers/promises";
import type { ConnectionListener } from "../chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../errors.ts";
import type { SpaceSubscriptions } from "./space-subscriptions.ts";

export interface LiveTimes {
  /** The interval of checking for newly monitored spaces. */
  channelsEveryMs: number;
  /** The interval of checking the subscriptions without any notification. */
  lookEveryMs: number;
  /** The interval between two checks after a change, and while a person may be mending a problem. */
  lookAgainMs: number;
  /** The minimum interval between checks, however often Google sends notifications. */
  soonestMs: number;
  /** The pause before the first retry after Google did not answer, doubled each time up to a minute. */
  firstRetryMs: number;
}

export const LIVE_TIMES: LiveTimes = {
  channelsEveryMs: 15_000,
  lookEveryMs: 10 * 60_000,
  lookAgainMs: 2 * 60_000,
  soonestMs: 30_000,
  firstRetryMs: 1_000,
};

/**
 * Returns the sentence to show about a failure; null when it is retried automatically, or was reported where it
 * occurred.
 */
export function describeFailure(error: unknown): string | null {
  if (error instanceof RateLimited || error instanceof Unreachable) return null;
  return error instanceof ConnectorError ? error.message : null;
}

/** Whether Google notified us of a change to a subscription. */
export interface SubscriptionChange {
  isNew: boolean;
}

interface Keeping {
  listener: ConnectionListener;
  change: SubscriptionChange;
  signal: AbortSignal;
  now: () => number;
  times: LiveTimes;
}

/**
 * Checks the subscriptions when the monitored spaces change, when Google reports a change, and at intervals. Pulling continues
 * whatever Google answers.
 */
export async function renewSubscriptions(subscriptions: SpaceSubscriptions, keeping: Keeping): Promise<void> {
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
    await waitFor(times.channelsEveryMs, signal);
  }
}

/** Returns the time until the next check in milliseconds. */
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
    const trouble = describeFailure(error);
    listener.onDisconnected(trouble);
    return trouble === null ? times.soonestMs : times.lookAgainMs;
  }
}

export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}
