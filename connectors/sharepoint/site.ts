import { Refused } from "../errors.ts";
import type { AppCredentials } from "../microsoft-login.ts";
import type { SharepointConfig } from "./manifest.ts";

/** Returns the site's address in Graph's form: `host` or `host:/sites/knowledge`. Accepts any address of the site. */
export function parseSiteAddress({ baseUrl }: Pick<SharepointConfig, "baseUrl">): string {
  if (!URL.canParse(baseUrl.trim())) throw new Refused("The SharePoint site URL is not an address.");
  const { hostname, pathname } = new URL(baseUrl.trim());
  const [path] = /^\/(?:sites|teams)\/[^/]+/.exec(pathname) ?? [];
  return path ? `${hostname}:${path}` : hostname;
}

export function readCredentials({ apiKey }: Pick<SharepointConfig, "apiKey">): AppCredentials {
  const [, tenantId = "", appId = "", appSecret = ""] = /^([\w.-]+):([^\s:]+):(\S+)$/.exec(apiKey.trim()) ?? [];
  if (appSecret === "") throw new Refused("The credentials must be in the form tenant:app:secret.");
  return { tenantId, appId, appSecret };
}
