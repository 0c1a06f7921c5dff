import { CredentialsRejected, Refused } from "../errors.ts";
import type { ZendeskConfig } from "./manifest.ts";

export interface ZendeskCredentials {
  /** The address of the Zendesk account, such as 'https://acme.zendesk.com'. */
  site: string;
  clientId: string;
  clientSecret: string;
}

/** Accepts any address of the Zendesk account. */
export function getSite({ baseUrl }: Pick<ZendeskConfig, "baseUrl">): string {
  if (!URL.canParse(baseUrl.trim())) throw new Refused("The Zendesk subdomain URL is not an address.");
  return new URL(baseUrl.trim()).origin;
}

export function readCredentials({ baseUrl, apiKey }: ZendeskConfig): ZendeskCredentials {
  const site = getSite({ baseUrl });
  const [, clientId, clientSecret] = /^([^\s:]+):(\S+)$/.exec(apiKey.trim()) ?? [];
  if (!clientId || !clientSecret)
    throw new CredentialsRejected("The OAuth client must be in the form identifier:secret.");
  return { site, clientId, clientSecret };
}

/** Accepts the section's number or address. */
export function parseSectionId({ spaceId }: ZendeskConfig): string {
  const id = /(?:^|\/sections\/)(\d{1,18})(?!\d)/.exec(spaceId.trim())?.[1];
  if (!id) throw new Refused("A section ID is a number: the one behind /sections/ in the section's address.");
  return id;
}
