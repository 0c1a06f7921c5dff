import { z } from "zod";
import type { OAuthPlatform } from "../connectors/manifests.ts";
import type { OAuthAddresses } from "../connectors/oauth-providers.ts";
import type { ConnectorEnvironment } from "../connectors/registry.ts";
import { originValue, secretValue, wholeNumber } from "./env-values.ts";
import type { Secret } from "./secrets/secret.ts";

/**
 * The operator's settings for single platforms. Operators' settings files contain these names, so they are listed here.
 * The rest of the server reads the settings by manifest id.
 */
export const platformVariables = {
  SLACK_API_URL: originValue("https://slack.com/api").optional(),
  CONFLUENCE_GATEWAY_URL: originValue("https://api.atlassian.com/ex/confluence").optional(),
  NOTION_API_URL: originValue("https://api.notion.com").optional(),
  NOTION_REQUESTS_PER_SECOND: wholeNumber(1, 1_000).optional(),
  GOOGLE_CHAT_API_URL: originValue("https://chat.googleapis.com").optional(),
  GOOGLE_TOKEN_URL: originValue("https://oauth2.googleapis.com/token").optional(),
  GOOGLE_PUBSUB_URL: originValue("https://pubsub.googleapis.com").optional(),
  GOOGLE_WORKSPACE_EVENTS_URL: originValue("https://workspaceevents.googleapis.com").optional(),
  GRAPH_API_URL: originValue("https://graph.microsoft.com").optional(),
  MICROSOFT_LOGIN_URL: originValue("https://login.microsoftonline.com").optional(),
  ATLASSIAN_AUTH_URL: originValue("https://auth.atlassian.com").optional(),
  GOOGLE_AUTH_URL: originValue("https://accounts.google.com/o/oauth2/v2/auth").optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: secretValue.optional(),
  SLACK_SIGNING_SECRET: secretValue.optional(),
  ATLASSIAN_CLIENT_ID: z.string().optional(),
  ATLASSIAN_CLIENT_SECRET: secretValue.optional(),
  NOTION_CLIENT_ID: z.string().optional(),
  NOTION_CLIENT_SECRET: secretValue.optional(),
  GOOGLE_CHAT_CLIENT_ID: z.string().optional(),
  GOOGLE_CHAT_CLIENT_SECRET: secretValue.optional(),
  GITHUB_URL: originValue("https://github.com").optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: secretValue.optional(),
  GITLAB_URL: originValue("https://gitlab.com").optional(),
  GITLAB_CLIENT_ID: z.string().optional(),
  GITLAB_CLIENT_SECRET: secretValue.optional(),
  SLACK_DISTRIBUTION: z.enum(["internal", "commercial"], "Write internal or commercial.").default("internal"),
};

type PlatformEnv = z.output<z.ZodObject<typeof platformVariables>>;

/** The variables of the operator's own app at each platform. Either all or none of an app's variables must be set. */
export const PLATFORM_APPS = [
  ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_SIGNING_SECRET"],
  ["ATLASSIAN_CLIENT_ID", "ATLASSIAN_CLIENT_SECRET"],
  ["NOTION_CLIENT_ID", "NOTION_CLIENT_SECRET"],
  ["GOOGLE_CHAT_CLIENT_ID", "GOOGLE_CHAT_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GITLAB_CLIENT_ID", "GITLAB_CLIENT_SECRET"],
] as const satisfies (keyof typeof platformVariables)[][];

export const PLATFORM_SECRETS = [
  "SLACK_CLIENT_SECRET",
  "SLACK_SIGNING_SECRET",
  "ATLASSIAN_CLIENT_SECRET",
  "NOTION_CLIENT_SECRET",
  "GOOGLE_CHAT_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
  "GITLAB_CLIENT_SECRET",
] as const satisfies (keyof typeof platformVariables)[];

type Addresses = Omit<ConnectorEnvironment, "fetch" | "waitingFetch" | "socketDispatcher" | "clocks">;

export const readConnectorAddresses = (env: PlatformEnv): Addresses => ({
  slackDistribution: env.SLACK_DISTRIBUTION,
  slackApiUrl: env.SLACK_API_URL,
  confluenceGatewayUrl: env.CONFLUENCE_GATEWAY_URL,
  notionApiUrl: env.NOTION_API_URL,
  notionRequestsPerSecond: env.NOTION_REQUESTS_PER_SECOND,
  googleChatApiUrl: env.GOOGLE_CHAT_API_URL,
  googleTokenUrl: env.GOOGLE_TOKEN_URL,
  googlePubsubUrl: env.GOOGLE_PUBSUB_URL,
  googleWorkspaceEventsUrl: env.GOOGLE_WORKSPACE_EVENTS_URL,
  graphApiUrl: env.GRAPH_API_URL,
  microsoftLoginUrl: env.MICROSOFT_LOGIN_URL,
});

export const readOAuthAddresses = (env: PlatformEnv): OAuthAddresses => ({
  slackApiUrl: env.SLACK_API_URL,
  atlassianAuthUrl: env.ATLASSIAN_AUTH_URL,
  confluenceGatewayUrl: env.CONFLUENCE_GATEWAY_URL,
  notionApiUrl: env.NOTION_API_URL,
  googleAuthUrl: env.GOOGLE_AUTH_URL,
  googleTokenUrl: env.GOOGLE_TOKEN_URL,
  googleChatApiUrl: env.GOOGLE_CHAT_API_URL,
  githubUrl: env.GITHUB_URL,
  gitlabUrl: env.GITLAB_URL,
});

interface App {
  id: string | undefined;
  secret: Secret | undefined;
  /** The secret that verifies the platform's requests about the app. */
  signingSecret?: Secret | undefined;
}

export const readOAuthApps = (env: PlatformEnv): Record<OAuthPlatform, App> => ({
  slack: { id: env.SLACK_CLIENT_ID, secret: env.SLACK_CLIENT_SECRET, signingSecret: env.SLACK_SIGNING_SECRET },
  "google-chat": { id: env.GOOGLE_CHAT_CLIENT_ID, secret: env.GOOGLE_CHAT_CLIENT_SECRET },
  confluence: { id: env.ATLASSIAN_CLIENT_ID, secret: env.ATLASSIAN_CLIENT_SECRET },
  notion: { id: env.NOTION_CLIENT_ID, secret: env.NOTION_CLIENT_SECRET },
  github: { id: env.GITHUB_CLIENT_ID, secret: env.GITHUB_CLIENT_SECRET },
  gitlab: { id: env.GITLAB_CLIENT_ID, secret: env.GITLAB_CLIENT_SECRET },
});

/** A URL that answers any POST. It shows whether this server can reach other servers. */
export const getReachabilityProbe = (env: PlatformEnv): URL =>
  new URL(`${env.SLACK_API_URL ?? "https://slack.com/api"}/api.test`);
