import { Refused } from "../errors.ts";
import type { ConfluenceConfig } from "./manifest.ts";

/**
 * The address before `/wiki`: a site (`https://acme.atlassian.net`), or for scoped tokens the gateway
 * (`https://api.atlassian.com/ex/confluence/{cloudId}`). Accepts any address of the site.
 */
export function parseSiteUrl(config: Pick<ConfluenceConfig, "baseUrl">): string {
  if (!URL.canParse(config.baseUrl.trim())) throw new Refused("The Confluence base URL is not an address.");
  const { origin, pathname } = new URL(config.baseUrl.trim());
  return origin + pathname.replace(/\/wiki(\/.*)?$/, "").replace(/\/+$/, "");
}

/** True for Atlassian's gateway, through which pages are written but cannot be opened in a browser. */
export function isGateway(url: string): boolean {
  return /\/ex\/confluence\/[^/]+$/.test(url);
}
