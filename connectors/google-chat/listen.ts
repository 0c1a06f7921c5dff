import { setTimeout as sleepFor } from "node:timers/promises";
import { type ConnectionListener, SWITCHED_OFF } from "../chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../errors.ts";
import { readPubsubMessage } from "./event-delivery.ts";
import type { PubsubApi, ReceivedMessage } from "./pubsub-api.ts";
import { SpaceSubscriptions } from "./space-subscriptions.ts";
import type { WorkspaceEventsApi } from "./workspace-events-api.ts";

export interface LiveTimes {
  /** How often is looked whether other spaces are monitored. */
  channelsEveryMs: number;
  /** How often Google is asked how the subscriptions are, although nothing says that something changed. */
  lookEveryMs: number;
  /** The same, after something was changed, and while something is wrong that a person may have put right. */
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
const LONGEST_RETRY_MS = 60_000;
const EMPTY_PAUSE_MS = 250;
/** What is not removed by then lapses after a week. */
const LONGEST_REMOVAL_MS = 30_000;

export interface ListenOptions {
  /** Made with the signal that ends their calls. */
  connect(signal: AbortSignal): { pubsub: PubsubApi; workspaceEvents: WorkspaceEventsApi };
  now: () => number;
  times: LiveTimes;
}

/**
 * Keeps the subscriptions of the monitored spaces and pulls what they bring, until the listener's signal ends it. What breaks is
 * begun again. Never throws.
 */
export async function listenToSpaces(options: ListenOptions, listener: ConnectionListener): Promise<void> {
  const { signal } = listener;
  const { firstRetryMs, lookAgainMs } = options.times;
  const kept = new Set<string>();
  let wait = firstRetryMs;
  while (!signal.aborted) {
    let trouble: string | null = null;
    try {
      await untilItBreaks(options, kept, listener, () => {
        wait = firstRetryMs;
      });
    } catch (error) {
      trouble = sentenceOf(error);
    }
    if (signal.aborted) break;
    listener.onDisconnected(trouble);
    await pause(trouble === null ? wait : lookAgainMs, signal);
    wait = Math.min(LONGEST_RETRY_MS, wait * 2);
  }
  if (signal.reason === SWITCHED_OFF && kept.size > 0) await removeSubscriptions(options, kept);
}

/** Nobody is left to be told of what Google refuses; what stays lapses by itself. */
async function removeSubscriptions({ connect, now }: ListenOptions, kept: Set<string>): Promise<void> {
  try {
    const { pubsub, workspaceEvents } = connect(AbortSignal.timeout(LONGEST_REMOVAL_MS));
    await new SpaceSubscriptions(workspaceEvents, await pubsub.findTopic(), { now, kept }).keep([]);
  } catch {
    return;
  }
}

/** Null when it is tried again by itself; what is wrong on our side is told where it went wrong. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof RateLimited || error instanceof Unreachable) return null;
  return error instanceof ConnectorError ? error.message : null;
}

async function untilItBreaks(
  { connect, now, times }: ListenOptions,
  kept: Set<string>,
  listener: ConnectionListener,
  onAnswer: () => void,
): Promise<void> {
  const broken = new AbortController();
  const signal = AbortSignal.any([listener.signal, broken.signal]);
  const { pubsub, workspaceEvents } = connect(signal);
  const subscriptions = new SpaceSubscriptions(workspaceEvents, await pubsub.findTopic(), { now, kept });
  const change: Change = { isNew: false };
  const halves = [
    keepSubscriptions(subscriptions, { listener, change, signal, now, times }),
    pullEvents(pubsub, { listener, change, signal, onAnswer }),
  ].map(async (half) => {
    try {
      await half;
    } finally {
      broken.abort();
    }
  });
  const ended = await Promise.allSettled(halves);
  const reasons = ended.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  const reason = reasons.find((one) => one instanceof ConnectorError) ?? reasons[0];
  if (reason !== undefined) throw reason;
}

/** Whether Google said that something happened to a subscription. */
interface Change {
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
async function keepSubscriptions(subscriptions: SpaceSubscriptions, keeping: Keeping): Promise<void> {
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

interface Pulling {
  listener: ConnectionListener;
  change: Change;
  signal: AbortSignal;
  onAnswer: () => void;
}

async function pullEvents(pubsub: PubsubApi, { listener, change, signal, onAnswer }: Pulling): Promise<void> {
  while (!signal.aborted) {
    const received = await pubsub.pull();
    onAnswer();
    // Google may answer at once that there is nothing.
    if (received.length === 0) await pause(EMPTY_PAUSE_MS, signal);
    await pubsub.acknowledge(await takeAll(received, listener, change));
  }
}

/** Answers what is stored, or nothing to us: only that is acknowledged, the rest comes again. */
async function takeAll(received: ReceivedMessage[], listener: ConnectionListener, change: Change): Promise<string[]> {
  const taken: string[] = [];
  for (const { ackId, message } of received) {
    const { isAboutSubscription, events, press } = readPubsubMessage(message);
    if (isAboutSubscription) change.isNew = true;
    try {
      for (const event of events) await listener.onEvent(event);
      if (press) await listener.onInteraction(press);
      taken.push(ackId);
    } catch {
      // Told where it failed; nothing of the event may be said here.
    }
  }
  return taken;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}
