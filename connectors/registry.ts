import type { CallClocks } from "./call-clocks.ts";
import type { ChatSource } from "./chat-source.ts";
import { createGoogleChatSource } from "./google-chat/source.ts";
import type { ChatPlatform, KnowledgePlatform } from "./manifests.ts";
import type { SocketDispatcher } from "./slack/socket.ts";
import { createSlackSource } from "./slack/source.ts";
import { createThreadedTargets, type ThreadedTarget } from "./target-threads.ts";
import type { TargetAddresses } from "./targets.ts";
import { createTeamsSource } from "./teams/source.ts";

/**
 * The decrypted fields of a manifest as they are stored. The connector refuses a configuration without a required
 * field.
 */
type Config = Record<string, string>;

/** The connectors by manifest id. A manifest without an entry is a compile error. */
export interface ConnectorRegistry {
  sources: Record<ChatPlatform, ChatSource<Config>>;
  targets: Record<KnowledgePlatform, ThreadedTarget>;
}

export interface ConnectorEnvironment extends TargetAddresses {
  /** The guarded fetch, which makes all outgoing calls. */
  fetch: typeof globalThis.fetch;
  /** The guarded fetch for calls that wait for an event. If absent, `fetch` is used. */
  waitingFetch?: typeof globalThis.fetch;
  /** The dispatcher for guarded WebSockets. Tests use a plain one. */
  socketDispatcher?: SocketDispatcher;
  /** Clocks for rate limits that all processes share in the database. If absent, each connector has its own clocks. */
  clocks?: CallClocks | undefined;
  slackDistribution: "internal" | "commercial";
  /** The base addresses of platforms, for tests. The platforms' own addresses if absent. */
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
    // Only for the stand-in, which has its own web pages for messages and no rate limit.
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
    // Only for the stand-in, which has its own web pages for messages and no rate limit.
    ...(graphApiUrl && {
      apiBaseUrl: `${graphApiUrl}/v1.0`,
      webUrl: new URL(graphApiUrl).origin,
      isUnlimited: true,
    }),
    ...(microsoftLoginUrl && { loginUrl: microsoftLoginUrl }),
  }) as ChatSource<Config>;
}
