import { KEY_SCOPES, type KeyScope } from "../../../shared/domain/api-keys.ts";

/** The scopes of connected programs: those of the tools at /mcp. */
export const APP_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter(
  (scope) => scope === "articles" || scope === "reports",
);

export const OAUTH_PATHS = {
  authorize: "/oauth/authorize",
  consent: "/oauth/consent",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

/** After this many days a program has to be connected again, however much it is used. */
export const LONGEST_GRANT_DAYS = 365;

/** The resource of tokens (RFC 8707): the URL of the MCP server, and nothing else. */
export const getTokenResource = (publicUrl: string): string => `${publicUrl}/mcp`;

/** The path of the metadata of `getTokenResource` (RFC 9728): its own path comes after the well-known one. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";

/** The header of a refusal, from which a program learns how to get access. */
export const buildChallenge = (publicUrl: string, error?: "invalid_token" | "insufficient_scope"): string =>
  [
    'Bearer realm="MCP"',
    ...(error ? [`error="${error}"`] : []),
    `scope="${APP_SCOPES.join(" ")}"`,
    `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"`,
  ].join(", ");
