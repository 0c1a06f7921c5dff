import type { CallClocks } from "./call-clocks.ts";
import type { ChatSource } from "./chat-source.ts";
import { createConfluenceTarget } from "./confluence/target.ts";
import { createGitDocsTarget } from "./git-docs/target.ts";
import { createGoogleChatSource } from "./google-chat/source.ts";
import { createIntercomTarget } from "./intercom/target.ts";
import { createJiraTarget } from "./jira/target.ts";
import type { KnowledgeTarget } from "./knowledge-target.ts";
import type { ChatPlatform, KnowledgePlatform } from "./manifests.ts";
import { createMediaWikiTarget } from "./mediawiki/target.ts";
import { createNotionTarget } from "./notion/target.ts";
import { createServicenowTarget } from "./servicenow/target.ts";
import { createSharepointTarget } from "./sharepoint/target.ts";
import type { SocketDispatcher } from "./slack/socket.ts";
import { createSlackSource } from "./slack/source.ts";
import { createTeamsSource } from "./teams/source.ts";
import { createZendeskTarget } from "./zendesk/target.ts";

/** Decrypted fields of a manifest, as they are stored: the connector refuses what is missing. */
type Config = Record<string, string>;

/** The platforms that work, by the id of their manifest. A live manifest without its line here does not compile. */
export interface ConnectorRegistry {
  sources: Record<ChatPlatform, ChatSource<Config>>;
  targets: Record<KnowledgePlatform, KnowledgeTarget<Config>>;
}

export interface ConnectorEnvironment {
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
  confluenceGatewayUrl?: string | undefined;
  notionApiUrl?: string | undefined;
  /** Notion's own limit when absent. */
  notionRequestsPerSecond?: number | undefined;
  googleChatApiUrl?: string | undefined;
  googleTokenUrl?: string | undefined;
  googlePubsubUrl?: string | undefined;
  googleWorkspaceEventsUrl?: string | undefined;
  graphApiUrl?: string | undefined;
  microsoftLoginUrl?: string | undefined;
}

export function createConnectors(environment: ConnectorEnvironment): ConnectorRegistry {
  const { fetch, clocks, socketDispatcher, slackDistribution, slackApiUrl, confluenceGatewayUrl } = environment;
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
    targets: {
      confluence: createConfluenceTarget({
        fetch,
        clocks,
        ...(confluenceGatewayUrl && { gatewayUrl: confluenceGatewayUrl }),
      }) as KnowledgeTarget<Config>,
      notion: notionTarget(environment),
      sharepoint: sharepointTarget(environment),
      jira: createJiraTarget({ fetch, clocks }) as KnowledgeTarget<Config>,
      "git-docs": createGitDocsTarget({ fetch, clocks }) as KnowledgeTarget<Config>,
      intercom: createIntercomTarget({ fetch, clocks }) as KnowledgeTarget<Config>,
      mediawiki: createMediaWikiTarget({ fetch, clocks }) as KnowledgeTarget<Config>,
      servicenow: createServicenowTarget({ fetch, clocks }) as KnowledgeTarget<Config>,
      zendesk: createZendeskTarget({ fetch, clocks }) as KnowledgeTarget<Config>,
    },
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

function notionTarget({
  fetch,
  clocks,
  notionApiUrl,
  notionRequestsPerSecond,
}: ConnectorEnvironment): KnowledgeTarget<Config> {
  return createNotionTarget({
    fetch,
    clocks,
    ...(notionApiUrl && { apiBaseUrl: notionApiUrl }),
    ...(notionRequestsPerSecond && { requestsPerSecond: notionRequestsPerSecond }),
  }) as KnowledgeTarget<Config>;
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

function sharepointTarget(environment: ConnectorEnvironment): KnowledgeTarget<Config> {
  const { fetch, clocks, graphApiUrl, microsoftLoginUrl } = environment;
  return createSharepointTarget({
    fetch,
    clocks,
    ...(graphApiUrl && { apiBaseUrl: `${graphApiUrl}/v1.0` }),
    ...(microsoftLoginUrl && { loginUrl: microsoftLoginUrl }),
  }) as KnowledgeTarget<Config>;
}
