import { Refused } from "../errors.ts";
import type { ConfluenceConfig } from "./manifest.ts";

/**
 * The address before `/wiki`: a site (`https://acme.atlassian.net`), or for scoped tokens the gateway
 * (`https://api.atlassian.com/ex/confluence/{cloudId}`). People paste any address of the site.
 */
export function siteUrl(config: Pick<ConfluenceConfig, "baseUrl">): string {
  if (!URL.canParse(config.baseUrl.trim())) throw new Refused("The Confluence base URL is not an address.");
  const { origin, pathname } = new URL(config.baseUrl.trim());
  return origin + pathname.replace(/\/wiki(\/.*)?$/, "").replace(/\/+$/, "");
}

/** Whether it is Atlassian's gateway: pages are written through it, and nobody can open them there. */
export function isGateway(url: string): boolean {
  return /\/ex\/confluence\/[^/]+$/.test(url);
}
