import { KEY_SCOPES, type KeyScope } from "../../../shared/domain/api-keys.ts";

/** What a connected program may be allowed to do: what the tools at /mcp do. */
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

/** After this many days a program asks to be connected again, however much it is used. */
export const LONGEST_GRANT_DAYS = 365;

/** What tokens are for (RFC 8707): the address of the MCP server, and nothing else. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Where the metadata of `resourceOf` is (RFC 9728): its path comes after the well-known one. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";

/** For the header of a refusal: where a program learns how to be let in. */
export const challenge = (publicUrl: string, error?: "invalid_token" | "insufficient_scope"): string =>
  [
    'Bearer realm="MCP"',
    ...(error ? [`error="${error}"`] : []),
    `scope="${APP_SCOPES.join(" ")}"`,
    `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"`,
  ].join(", ");
