import type { OAuthApp } from "./oauth.ts";

const CLIENT = { clientId: "lorekeep-app", clientSecret: "secret-of-the-app" };

/** Returns the app that an operator registered on a platform, for a product at this public address. */
export const operatorApps = (publicUrl: string, platform: string): OAuthApp[] => [
  { ...CLIENT, redirectUri: `${publicUrl}/api/connections/${platform}/callback` },
];

/** The product's settings for an app on each platform with OAuth. */
export const operatorSettings: Record<string, string> = Object.fromEntries(
  ["SLACK", "ATLASSIAN", "NOTION", "GOOGLE_CHAT"].flatMap((platform) => [
    [`${platform}_CLIENT_ID`, CLIENT.clientId],
    [`${platform}_CLIENT_SECRET`, CLIENT.clientSecret],
  ]),
);
