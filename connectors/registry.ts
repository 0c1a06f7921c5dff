import type { CallClocks } from "./call-clocks.ts";
import type { ChatSource } from "./chat-source.ts";
import { createGoogleChatSource } from "./google-chat/source.ts";
import type { ChatPlatform, KnowledgePlatform } from "./manifests.ts";
import type { SocketDispatcher } from "./slack/socket.ts";
import { createSlackSource } from "./slack/source.ts";
import { type ThreadedTarget, targetsInThreads } from "./target-threads.ts";
import type { TargetAddresses } from "./targets.ts";
import { createTeamsSource } from "./teams/source.ts";

/** Decrypted fields of a manifest, as they are stored: the connector refuses what is missing. */
type Config = Record<string, string>;

/** The platforms that work, by the id of their manifest. A live manifest without its line here does not compile. */
export interface ConnectorRegistry {
  sources: Record<ChatPlatform, ChatSource<Config>>;
  targets: Record<KnowledgePlatform, ThreadedTarget>;
}

export interface ConnectorEnvironment extends TargetAddresses {
  /** The guarded fetch: the only way out. */
  fetch: typeof globalThis.fetch;
  /** The same, for calls that wait until something happens; `fetch` when absent. */
  waitingFetch?: typeof globalThis.fetch;
  /** Guarded as well, for WebSockets; the plain one in tests. */
  socketDispatcher?: SocketDispatcher;
  /** Of all processes on the database; each connector's own when absent. */
  clocks?: CallClocks | undefined;
  slackDistribution: "internal" | "commercial";
  /** Of stand-ins; the platforms' own addresses when absent. */
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
    targets: targetsInThreads({
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
    // A stand-in shows its messages itself and keeps no rate.
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
    // A stand-in shows its messages itself and keeps no rate.
    ...(graphApiUrl && {
      apiBaseUrl: `${graphApiUrl}/v1.0`,
      webUrl: new URL(graphApiUrl).origin,
      isUnlimited: true,
    }),
    ...(microsoftLoginUrl && { loginUrl: microsoftLoginUrl }),
  }) as ChatSource<Config>;
}
