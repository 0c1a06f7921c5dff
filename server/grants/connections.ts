import { CONNECT_PLATFORMS, type ConnectPlatform } from "../../connectors/manifests.ts";
import { createOAuthProviders } from "../../connectors/oauth-providers.ts";
import type { Env } from "../env.ts";
import type { Secret } from "../secrets/secret.ts";
import type { Connections } from "./tokens.ts";

/** The platforms for which the operator configured an app. `fetch` is the guarded way out. */
export function createConnections(env: Env, fetch: typeof globalThis.fetch): Connections {
  const providers = createOAuthProviders(fetch, {
    slackApiUrl: env.SLACK_API_URL,
    atlassianAuthUrl: env.ATLASSIAN_AUTH_URL,
    confluenceGatewayUrl: env.CONFLUENCE_GATEWAY_URL,
    notionApiUrl: env.NOTION_API_URL,
    googleAuthUrl: env.GOOGLE_AUTH_URL,
    googleTokenUrl: env.GOOGLE_TOKEN_URL,
    googleChatApiUrl: env.GOOGLE_CHAT_API_URL,
  });
  const apps: Record<
    ConnectPlatform,
    readonly [string | undefined, Secret | undefined, signingSecret?: Secret | undefined]
  > = {
    slack: [env.SLACK_CLIENT_ID, env.SLACK_CLIENT_SECRET, env.SLACK_SIGNING_SECRET],
    "google-chat": [env.GOOGLE_CHAT_CLIENT_ID, env.GOOGLE_CHAT_CLIENT_SECRET],
    confluence: [env.ATLASSIAN_CLIENT_ID, env.ATLASSIAN_CLIENT_SECRET],
    notion: [env.NOTION_CLIENT_ID, env.NOTION_CLIENT_SECRET],
  };
  return Object.fromEntries(
    CONNECT_PLATFORMS.flatMap((platform) => {
      const [id, secret, signingSecret] = apps[platform];
      if (!id || !secret) return [];
      const client = { id, secret: secret.reveal(), redirectUri: redirectOf(env.PUBLIC_URL, platform) };
      return [[platform, { provider: providers[platform], client, signingSecret }]];
    }),
  );
}

/** Registered at the platform by the operator. */
export const redirectOf = (publicUrl: string, platform: ConnectPlatform) =>
  `${publicUrl}/api/connections/${platform}/callback`;
