import { Refused } from "../errors.ts";
import type { ConfluenceConfig } from "./manifest.ts";

/**
 * Returns the address before `/wiki`: a site (`https://acme.atlassian.net`) or, for tokens with scopes, the gateway
 * (`https://api.atlassian.com/ex/confluence/{cloudId}`). Accepts any address of the site.
 */
export function parseSiteUrl(config: Pick<ConfluenceConfig, "baseUrl">): string {
  if (!URL.canParse(config.baseUrl.trim())) throw new Refused("The Confluence base URL is not an address.");
  const { origin, pathname } = new URL(config.baseUrl.trim());
  return origin + pathname.replace(/\/wiki(\/.*)?$/, "").replace(/\/+$/, "");
}

/** Whether the address is Atlassian's API gateway. Calls work there, but a browser cannot open its pages. */
export function isGateway(url: string): boolean {
  return /\/ex\/confluence\/[^/]+$/.test(url);
}
