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

/** After this many days a program has to be connected again, even if it is in use. */
export const LONGEST_GRANT_DAYS = 365;

/** The resource for which tokens are valid (RFC 8707): only the URL of the MCP server. */
export const getTokenResource = (publicUrl: string): string => `${publicUrl}/mcp`;

/** The path of the metadata of `getTokenResource` (RFC 9728), below the well-known path. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";

/** Builds the header of a refusal. It tells a program how to get access. */
export const buildChallenge = (publicUrl: string, error?: "invalid_token" | "insufficient_scope"): string =>
  [
    'Bearer realm="MCP"',
    ...(error ? [`error="${error}"`] : []),
    `scope="${APP_SCOPES.join(" ")}"`,
    `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"`,
  ].join(", ");
