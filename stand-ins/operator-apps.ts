import type { OAuthApp } from "./oauth.ts";

const CLIENT = { clientId: "lorekeep-app", clientSecret: "secret-of-the-app" };

/** What an operator registered on a platform, as the person's browser names it: the app for a product at this address. */
export const operatorApps = (publicUrl: string, platform: string): OAuthApp[] => [
  { ...CLIENT, redirectUri: `${publicUrl}/api/connections/${platform}/callback` },
];

/** The product's settings for an app on each platform that has OAuth. */
export const operatorSettings: Record<string, string> = Object.fromEntries(
  ["SLACK", "ATLASSIAN", "NOTION", "GOOGLE_CHAT"].flatMap((platform) => [
    [`${platform}_CLIENT_ID`, CLIENT.clientId],
    [`${platform}_CLIENT_SECRET`, CLIENT.clientSecret],
  ]),
);
