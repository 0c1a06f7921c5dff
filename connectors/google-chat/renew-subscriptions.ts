import { setTimeout as sleepFor } from "node:timers/promises";
import type { ConnectionListener } from "../chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../errors.ts";
import type { SpaceSubscriptions } from "./space-subscriptions.ts";

export interface LiveIntervals {
  /** The interval between checks for newly monitored spaces. */
  channelsEveryMs: number;
  /** The interval between checks of the subscriptions if Google sends no notification. */
  lookEveryMs: number;
  /** The interval between checks after a change, and while a person may be solving a problem. */
  lookAgainMs: number;
  /** The shortest interval between checks, even if Google sends many notifications. */
  soonestMs: number;
  /** The pause before the first retry if Google does not respond. It doubles with each retry, up to a minute. */
  firstRetryMs: number;
}

export const LIVE_INTERVALS: LiveIntervals = {
  channelsEveryMs: 15_000,
  lookEveryMs: 10 * 60_000,
  lookAgainMs: 2 * 60_000,
  soonestMs: 30_000,
  firstRetryMs: 1_000,
};

/**
 * Returns a sentence about a failure for people. Null if the failure is retried automatically or was logged where it
 * occurred.
 */
export function describeFailure(error: unknown): string | null {
  if (error instanceof RateLimited || error instanceof Unreachable) return null;
  return error instanceof ConnectorError ? error.message : null;
}

/** Records that Google notified us of a change to a subscription. */
export interface SubscriptionChange {
  isNew: boolean;
}

interface RenewalContext {
  listener: ConnectionListener;
  change: SubscriptionChange;
  signal: AbortSignal;
  now: () => number;
  times: LiveIntervals;
}

/**
 * Checks the subscriptions if the monitored spaces change, if Google reports a change, and at intervals. Failures of a
 * check do not stop the pulling of events.
 */
export async function renewSubscriptions(subscriptions: SpaceSubscriptions, keeping: RenewalContext): Promise<void> {
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
  { listener, signal, times }: RenewalContext,
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
