import type { CallClocks } from "../call-clocks.ts";
import type { ChatChange, LiveEvents } from "../chat-source.ts";
import { ConnectorError, CredentialsRejected, RateLimited, Unreachable } from "../errors.ts";
import type { Fetch } from "../http.ts";
import { createPace } from "../pace.ts";
import { type AccessTokens, type GoogleCredentials, readCredentials } from "./access-token.ts";
import { parseStoredEvent, type StoredEvent } from "./event-delivery.ts";
import { listenToSpaces } from "./listen.ts";
import { type GoogleChatConfig, googleChatManifest } from "./manifest.ts";
import { PubsubApi } from "./pubsub-api.ts";
import type { SpaceReader } from "./read-space.ts";
import { LIVE_INTERVALS, type LiveIntervals } from "./renew-subscriptions.ts";
import { WorkspaceEventsApi } from "./workspace-events-api.ts";

const PUBSUB_API = "https://pubsub.googleapis.com";
const WORKSPACE_EVENTS_API = "https://workspaceevents.googleapis.com";
/** Google allows 100 changes a minute. https://developers.google.com/workspace/events/guides/limits */
const SUBSCRIPTION_CALLS_A_SECOND = 1.5;

export interface LiveOptions {
  /** The guarded fetch with a long timeout, for calls that wait for an event. */
  waitingFetch?: Fetch | undefined;
  pubsubUrl?: string | undefined;
  workspaceEventsUrl?: string | undefined;
  subscriptionCallsPerSecond?: number;
  times?: LiveIntervals;
}

interface LiveDependencies extends LiveOptions {
  fetch: Fetch;
  tokens: AccessTokens;
  clock: () => number;
  clocks: CallClocks | undefined;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readerOf(config: GoogleChatConfig, channelId: string, signal: AbortSignal | undefined): SpaceReader;
  /** Returns our app's id, `users/123`; null if our app may not answer. */
  ownApp(config: GoogleChatConfig, channelId: string, signal: AbortSignal | undefined): Promise<string | null>;
}

/**
 * Reads Google Chat's events from a Pub/Sub subscription. An event contains only the name of a message, which is then
 * read.
 */
export function createLiveEvents(seams: LiveDependencies): {
  live: LiveEvents<GoogleChatConfig>;
  /**
   * Returns a sentence with the reason why live events would not arrive; null if they would arrive or are not
   * configured.
   */
  findTrouble(config: GoogleChatConfig, signal?: AbortSignal): Promise<string | null>;
} {
  const { fetch, tokens, clock, sleep, waitingFetch = fetch, times = LIVE_INTERVALS } = seams;
  const time = { now: clock, sleep };
  const callsPerSecond = seams.subscriptionCallsPerSecond ?? SUBSCRIPTION_CALLS_A_SECOND;
  const pubsubPace = createPace("Google Pub/Sub", Number.POSITIVE_INFINITY, time, seams.clocks);
  const eventsPace = createPace("Google Workspace Events", callsPerSecond, time, seams.clocks);

  function connect(config: GoogleChatConfig, signal: AbortSignal | undefined) {
    const { credentials, subscription } = readLiveSettings(config);
    const common = { tokens, credentials, signal };
    return {
      pubsub: new PubsubApi({
        ...common,
        fetch: waitingFetch,
        pace: pubsubPace,
        apiBaseUrl: seams.pubsubUrl ?? PUBSUB_API,
        subscription,
      }),
      workspaceEvents: new WorkspaceEventsApi({
        ...common,
        fetch,
        pace: eventsPace,
        apiBaseUrl: seams.workspaceEventsUrl ?? WORKSPACE_EVENTS_API,
      }),
    };
  }

  return {
    live: {
      readEvents: (config, payloads, options) => readEvents(seams, config, payloads, options),

      connection: {
        field: "pubsubSubscription",
        isOfTeams: false,
        keyOf: ({ accessToken = "", pubsubSubscription = "" }) => `${accessToken.trim()} ${pubsubSubscription.trim()}`,
        sourceOf: ({ pubsubSubscription = "" }) => pubsubSubscription.trim(),
        listen(config, listener) {
          return listenToSpaces({ connect: (signal) => connect(config, signal), now: clock, times }, listener);
        },
      },
    },

    async findTrouble(config, signal) {
      if (!config.pubsubSubscription?.trim()) return null;
      try {
        const { pubsub, workspaceEvents } = connect(config, signal);
        await pubsub.findTopic();
        await workspaceEvents.list();
        return null;
      } catch (error) {
        if (error instanceof ConnectorError) return `Live events: ${error.message}`;
        throw error;
      }
    },
  };
}

/** Reads each message once, even if several events name it. */
async function readEvents(
  { readerOf, ownApp }: Pick<LiveDependencies, "readerOf" | "ownApp">,
  config: GoogleChatConfig,
  payloads: string[],
  { withoutNames, signal }: Parameters<LiveEvents<GoogleChatConfig>["readEvents"]>[2],
): Promise<(ChatChange | null)[]> {
  const events = payloads.map(parseStoredEvent);
  const found = new Map<string, ChatChange>();
  const bySpace = Map.groupBy(events.filter(needsReading), ({ space }) => space);
  for (const [space, ofSpace] of bySpace) {
    const ids = [...new Set(ofSpace.map(({ message }) => message))];
    const read = await readerOf(config, space, signal).readMessages(ids, { withoutNames }).catch(nothingIfRefused);
    if (read === null) continue;
    const isAppNamed = [...read.appsNamed.values()].some((apps) => apps.length > 0);
    const own = isAppNamed ? await ownApp(config, space, signal) : null;
    for (const [id, change] of changesIn(space, read, own)) found.set(`${space} ${id}`, change);
  }
  return events.map((event) => (event ? changeOf(event, found) : null));
}

function* changesIn(
  space: string,
  { messages, skipped, appsNamed }: Awaited<ReturnType<SpaceReader["readMessages"]>>,
  own: string | null,
): Generator<[id: string | null, ChatChange]> {
  for (const message of messages) {
    const asksUs = own !== null && appsNamed.get(message.externalId)?.includes(own) === true;
    const said = { kind: "message", channelId: space, message, isEdit: false } as const;
    yield [message.externalId, { ...said, ...(asksUs && { asksUs }) }];
  }
  for (const one of skipped) yield [one.externalId, { kind: "message-skipped", channelId: space, skipped: one }];
}

/**
 * Returns null for messages that these credentials may not read now. A later check reads them after the permission was
 * given.
 */
function nothingIfRefused(error: unknown): null {
  if (!(error instanceof ConnectorError) || error instanceof RateLimited || error instanceof Unreachable) throw error;
  return null;
}

/** Whether the event's message must be read. A deleted message cannot be read any more. */
const needsReading = (event: StoredEvent | null): event is StoredEvent => event !== null && event.kind !== "deleted";

/**
 * Converts an event and its message to a change. Ignores a message that Google no longer shows, because another event
 * or the next check reports its deletion.
 */
function changeOf(
  { kind, space, message, at }: StoredEvent,
  found: ReadonlyMap<string, ChatChange>,
): ChatChange | null {
  if (kind === "deleted")
    return { kind: "message-deleted", channelId: space, externalId: message, sentAt: new Date(at) };
  const change = found.get(`${space} ${message}`) ?? null;
  if (change?.kind !== "message") return change;
  // A mention of our app that an edit added does not count as a question.
  const { asksUs, ...said } = change;
  return { ...said, isEdit: kind === "updated", ...(asksUs && kind === "created" && { asksUs }) };
}

function readLiveSettings(config: GoogleChatConfig): { credentials: GoogleCredentials; subscription: string } {
  const subscription = config.pubsubSubscription?.trim() ?? "";
  const credentials = readCredentials(config);
  if (!("serviceAccount" in credentials))
    throw new CredentialsRejected(
      "Live events need the JSON key of a service account as the access token. Without it each check finds what is new.",
    );
  const field = googleChatManifest.fields.find(({ key }) => key === "pubsubSubscription");
  if (field && "pattern" in field && !field.pattern.test(subscription))
    throw new CredentialsRejected(
      "The Pub/Sub subscription needs its whole name, such as projects/acme/subscriptions/lorekeep.",
    );
  return { credentials, subscription };
}
