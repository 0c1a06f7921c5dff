/**
 * Metadata of a client without a secret. A program on a person's computer cannot keep a secret, and PKCE is enough for
 * servers.
 */
export const buildClientMetadata = ({
  id,
  name,
  redirectUris,
}: {
  id: string;
  name: string;
  redirectUris: string[];
}) => ({
  client_id: id,
  client_name: name,
  redirect_uris: redirectUris,
  // Allows any port on the person's computer (RFC 8252), and URLs such as cursor://.
  application_type: "native" as const,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code" as const],
  token_endpoint_auth_method: "none" as const,
});

/**
 * URL schemes of editors and agents. Other schemes without a dot may start parts of the operating system: 'ms-msdt:',
 * 'search-ms:'.
 */
const APP_SCHEMES = new Set(
  ["claude", "cursor", "goose", "raycast", "vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "zed"].map(
    (scheme) => `${scheme}:`,
  ),
);
const OWN_COMPUTER = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * True for redirect URLs to which a code may be sent: https, the person's computer, a known app, or a scheme named
 * after a domain (RFC 8252, section 7.1).
 */
export function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  if (protocol === "https:") return true;
  if (protocol === "http:") return OWN_COMPUTER.has(hostname);
  return APP_SCHEMES.has(protocol) || /^[a-z0-9-]+(\.[a-z0-9-]+)+:$/.test(protocol);
}

/** Characters that are invisible, or that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

export const isPlainName = (name: string): boolean => !INVISIBLE.test(name) && name.isWellFormed();

/** The displayed name of a program that has a metadata document. */
export const cleanClientName = (name: string): string =>
  name.replaceAll(new RegExp(INVISIBLE, "gu"), "").toWellFormed().trim().slice(0, 100);
