import type { CallClocks } from "./call-clocks.ts";
import type { ChatSource } from "./chat-source.ts";
import { createGoogleChatSource } from "./google-chat/source.ts";
import type { ChatPlatform, KnowledgePlatform } from "./manifests.ts";
import type { SocketDispatcher } from "./slack/socket.ts";
import { createSlackSource } from "./slack/source.ts";
import { createThreadedTargets, type ThreadedTarget } from "./target-threads.ts";
import type { TargetAddresses } from "./targets.ts";
import { createTeamsSource } from "./teams/source.ts";

/** A manifest's decrypted fields as stored; the connector refuses a configuration with missing ones. */
type Config = Record<string, string>;

/** The available platforms by manifest id. A released manifest without an entry does not compile. */
export interface ConnectorRegistry {
  sources: Record<ChatPlatform, ChatSource<Config>>;
  targets: Record<KnowledgePlatform, ThreadedTarget>;
}

export interface ConnectorEnvironment extends TargetAddresses {
  /** The guarded fetch, which makes all outgoing calls. */
  fetch: typeof globalThis.fetch;
  /** The guarded fetch for calls that wait for an event; `fetch` serves them when this is absent. */
  waitingFetch?: typeof globalThis.fetch;
  /** Guarded too, for WebSockets; the plain one in tests. */
  socketDispatcher?: SocketDispatcher;
  /** Clocks that all processes share in the database; each connector's own when absent. */
  clocks?: CallClocks | undefined;
  slackDistribution: "internal" | "commercial";
  /** Addresses of stand-ins; the platforms' own when absent. */
  slackApiUrl?: string | undefined;
  googleChatApiUrl?: string | undefined;
  googleTokenUrl?: string | undefined;
  googlePubsubUrl?: string | undefined;
  googleWorkspaceEventsUrl?: string | undefined;
}

export function createConnectors(environment: ConnectorEnvironment): ConnectorRegistry {
  const { fetch, clocks, socketDispatcher, slackDistribution, slackApiUrl } = environment;
  const { confluenceGatewayUrl, notionApiUrl, notionRequestsPerSecond, graphApiUrl, microsoftLoginUrl } = environment;
  return {
    sources: {
      slack: createSlackSource({
        fetch,
        clocks,
        distribution: slackDistribution,
        ...(socketDispatcher && { socketDispatcher }),
        ...(slackApiUrl && { apiBaseUrl: `${slackApiUrl}/` }),
      }) as ChatSource<Config>,
      "google-chat": googleChatSource(environment),
      teams: teamsSource(environment),
    },
    targets: createThreadedTargets({
      fetch,
      clocks,
      confluenceGatewayUrl,
      notionApiUrl,
      notionRequestsPerSecond,
      graphApiUrl,
      microsoftLoginUrl,
    }),
  };
}

function googleChatSource(environment: ConnectorEnvironment): ChatSource<Config> {
  const { fetch, clocks, googleChatApiUrl, googleTokenUrl } = environment;
  return createGoogleChatSource({
    fetch,
    clocks,
    // A stand-in has its own web pages for messages and no rate limit.
    ...(googleChatApiUrl && {
      apiBaseUrl: googleChatApiUrl,
      webUrl: new URL(googleChatApiUrl).origin,
      requestsPerSecond: Number.POSITIVE_INFINITY,
    }),
    ...(googleTokenUrl && { tokenUrl: googleTokenUrl }),
    live: {
      waitingFetch: environment.waitingFetch,
      pubsubUrl: environment.googlePubsubUrl,
      workspaceEventsUrl: environment.googleWorkspaceEventsUrl,
    },
  }) as ChatSource<Config>;
}

function teamsSource({ fetch, clocks, graphApiUrl, microsoftLoginUrl }: ConnectorEnvironment): ChatSource<Config> {
  return createTeamsSource({
    fetch,
    clocks,
    // A stand-in has its own web pages for messages and no rate limit.
    ...(graphApiUrl && {
      apiBaseUrl: `${graphApiUrl}/v1.0`,
      webUrl: new URL(graphApiUrl).origin,
      isUnlimited: true,
    }),
    ...(microsoftLoginUrl && { loginUrl: microsoftLoginUrl }),
  }) as ChatSource<Config>;
}
