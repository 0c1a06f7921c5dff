import { createConfluenceOAuth } from "./confluence/oauth.ts";
import { GATEWAY_URL } from "./confluence/reach.ts";
import { createGithubOAuth } from "./git-docs/oauth/github.ts";
import { createGitlabOAuth } from "./git-docs/oauth/gitlab.ts";
import { createGoogleChatOAuth } from "./google-chat/oauth.ts";
import type { Fetch } from "./http.ts";
import type { OAuthPlatform } from "./manifests.ts";
import { createNotionOAuth } from "./notion/oauth.ts";
import type { OAuthProvider } from "./oauth.ts";
import { createSlackOAuth } from "./slack/oauth.ts";

/** The base addresses of OAuth platforms, for tests and hosts of one's own. The platforms' own addresses if absent. */
export interface OAuthAddresses {
  slackApiUrl?: string | undefined;
  atlassianAuthUrl?: string | undefined;
  confluenceGatewayUrl?: string | undefined;
  notionApiUrl?: string | undefined;
  googleAuthUrl?: string | undefined;
  googleTokenUrl?: string | undefined;
  googleChatApiUrl?: string | undefined;
  githubUrl?: string | undefined;
  gitlabUrl?: string | undefined;
}

export type OAuthProviders = Readonly<Record<OAuthPlatform, OAuthProvider>>;

/**
 * Creates the OAuth providers by manifest id. A platform with OAuth and without an entry is a compile error. `fetch` is
 * the guarded fetch.
 */
export const createOAuthProviders = (fetch: Fetch, at: OAuthAddresses): OAuthProviders => ({
  slack: createSlackOAuth({ fetch, apiBaseUrl: at.slackApiUrl ?? "https://slack.com/api" }),
  "google-chat": createGoogleChatOAuth({
    fetch,
    authUrl: at.googleAuthUrl ?? "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: at.googleTokenUrl ?? "https://oauth2.googleapis.com/token",
    apiBaseUrl: at.googleChatApiUrl ?? "https://chat.googleapis.com",
  }),
  confluence: createConfluenceOAuth({
    fetch,
    authUrl: at.atlassianAuthUrl ?? "https://auth.atlassian.com",
    gatewayUrl: at.confluenceGatewayUrl ?? GATEWAY_URL,
  }),
  notion: createNotionOAuth({ fetch, apiBaseUrl: at.notionApiUrl ?? "https://api.notion.com" }),
  github: createGithubOAuth({ fetch, baseUrl: at.githubUrl ?? "https://github.com" }),
  gitlab: createGitlabOAuth({ fetch, baseUrl: at.gitlabUrl ?? "https://gitlab.com" }),
});
