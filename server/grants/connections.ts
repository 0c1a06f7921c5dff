import { OAUTH_PLATFORMS, type OAuthPlatform } from "../../connectors/manifests.ts";
import { createOAuthProviders } from "../../connectors/oauth-providers.ts";
import type { Env } from "../env.ts";
import { readOAuthAddresses, readOAuthApps } from "../platform-settings.ts";
import type { OAuthConnections } from "./tokens.ts";

/** Returns the platforms for which the operator configured an OAuth app. `fetch` is the fetch that guards outgoing calls. */
export function createOAuthConnections(env: Env, fetch: typeof globalThis.fetch): OAuthConnections {
  const providers = createOAuthProviders(fetch, readOAuthAddresses(env));
  const apps = readOAuthApps(env);
  return Object.fromEntries(
    OAUTH_PLATFORMS.flatMap((platform) => {
      const { id, secret, signingSecret } = apps[platform];
      if (!id || !secret) return [];
      const client = { id, secret: secret.reveal(), redirectUri: getRedirectUri(env.PUBLIC_URL, platform) };
      return [[platform, { provider: providers[platform], client, signingSecret }]];
    }),
  );
}

/** Returns the redirect URI that the operator registers at the platform. */
export const getRedirectUri = (publicUrl: string, platform: OAuthPlatform) =>
  `${publicUrl}/api/connections/${platform}/callback`;
