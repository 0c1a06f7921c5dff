import { CONNECTION_SWITCHED_OFF, type ConnectionListener } from "../chat-source.ts";
import { ConnectorError } from "../errors.ts";
import { readPubsubMessage } from "./event-delivery.ts";
import type { PubsubApi, ReceivedMessage } from "./pubsub-api.ts";
import {
  describeFailure,
  type LiveIntervals,
  renewSubscriptions,
  type SubscriptionChange,
  waitFor,
} from "./renew-subscriptions.ts";
import { SpaceSubscriptions } from "./space-subscriptions.ts";
import type { WorkspaceEventsApi } from "./workspace-events-api.ts";

const LONGEST_RETRY_MS = 60_000;
const EMPTY_PAUSE_MS = 250;
/** The longest time for removing a subscription. A subscription that is not removed expires after a week. */
const LONGEST_REMOVAL_MS = 30_000;

export interface ListenOptions {
  /** Creates the API clients. The signal ends their calls. */
  connect(signal: AbortSignal): { pubsub: PubsubApi; workspaceEvents: WorkspaceEventsApi };
  now: () => number;
  times: LiveIntervals;
}

/**
 * Maintains the subscriptions of the monitored spaces and pulls their events until the listener's signal ends it.
 * Restarts after failures. Never throws.
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
      trouble = describeFailure(error);
    }
    if (signal.aborted) break;
    listener.onDisconnected(trouble);
    await waitFor(trouble === null ? wait : lookAgainMs, signal);
    wait = Math.min(LONGEST_RETRY_MS, wait * 2);
  }
  if (signal.reason === CONNECTION_SWITCHED_OFF && kept.size > 0) await removeSubscriptions(options, kept);
}

/** Removes subscriptions and ignores failures, because subscriptions that remain expire by themselves. */
async function removeSubscriptions({ connect, now }: ListenOptions, kept: Set<string>): Promise<void> {
  try {
    const { pubsub, workspaceEvents } = connect(AbortSignal.timeout(LONGEST_REMOVAL_MS));
    await new SpaceSubscriptions(workspaceEvents, await pubsub.findTopic(), { now, kept }).keep([]);
  } catch {
    return;
  }
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
  const change: SubscriptionChange = { isNew: false };
  const halves = [
    renewSubscriptions(subscriptions, { listener, change, signal, now, times }),
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

interface PullContext {
  listener: ConnectionListener;
  change: SubscriptionChange;
  signal: AbortSignal;
  onAnswer: () => void;
}

async function pullEvents(pubsub: PubsubApi, { listener, change, signal, onAnswer }: PullContext): Promise<void> {
  while (!signal.aborted) {
    const received = await pubsub.pull();
    onAnswer();
    // Google may return an empty response immediately.
    if (received.length === 0) await waitFor(EMPTY_PAUSE_MS, signal);
    await pubsub.acknowledge(await takeAll(received, listener, change));
  }
}

/**
 * Returns the deliveries to acknowledge, which are the stored and the irrelevant ones. Pub/Sub delivers all others
 * again.
 */
async function takeAll(
  received: ReceivedMessage[],
  listener: ConnectionListener,
  change: SubscriptionChange,
): Promise<string[]> {
  const taken: string[] = [];
  for (const { ackId, message } of received) {
    const { isAboutSubscription, events, press } = readPubsubMessage(message);
    if (isAboutSubscription) change.isNew = true;
    try {
      for (const event of events) await listener.onEvent(event);
      if (press) await listener.onInteraction(press);
      taken.push(ackId);
    } catch {
      // The failure was logged where it occurred. The event's content must not be logged.
    }
  }
  return taken;
}
