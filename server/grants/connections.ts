import { CONNECT_PLATFORMS, type ConnectPlatform } from "../../connectors/manifests.ts";
import { createOAuthProviders } from "../../connectors/oauth-providers.ts";
import type { Env } from "../env.ts";
import { oauthAddresses, oauthApps } from "../platform-settings.ts";
import type { Connections } from "./tokens.ts";

/** The platforms for which the operator configured an app. `fetch` is the guarded one. */
export function createConnections(env: Env, fetch: typeof globalThis.fetch): Connections {
  const providers = createOAuthProviders(fetch, oauthAddresses(env));
  const apps = oauthApps(env);
  return Object.fromEntries(
    CONNECT_PLATFORMS.flatMap((platform) => {
      const { id, secret, signingSecret } = apps[platform];
      if (!id || !secret) return [];
      const client = { id, secret: secret.reveal(), redirectUri: redirectOf(env.PUBLIC_URL, platform) };
      return [[platform, { provider: providers[platform], client, signingSecret }]];
    }),
  );
}

/** The redirect URI that the operator registers at the platform. */
export const redirectOf = (publicUrl: string, platform: ConnectPlatform) =>
  `${publicUrl}/api/connections/${platform}/callback`;
