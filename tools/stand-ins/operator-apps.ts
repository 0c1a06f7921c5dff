import type { OAuthApp } from "./oauth.ts";

const CLIENT = { clientId: "lorekeep-app", clientSecret: "secret-of-the-app" };

/** Returns the app that an operator registered on a platform, for a product at this public address. */
export const operatorApps = (publicUrl: string, platform: string): OAuthApp[] => [
  { ...CLIENT, redirectUri: `${publicUrl}/api/connections/${platform}/callback` },
];

/** The product's settings for the app on a platform; `name` begins the settings' names. */
export const appSettings = (name: string): Record<string, string> => ({
  [`${name}_CLIENT_ID`]: CLIENT.clientId,
  [`${name}_CLIENT_SECRET`]: CLIENT.clientSecret,
});

/** The product's settings for an app on each platform that the demo connects by OAuth. */
export const operatorSettings: Record<string, string> = Object.assign(
  {},
  ...["SLACK", "ATLASSIAN", "NOTION", "GOOGLE_CHAT"].map(appSettings),
);
