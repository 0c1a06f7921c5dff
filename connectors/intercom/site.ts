import { NotFound, Refused } from "../errors.ts";
import type { IntercomConfig } from "./manifest.ts";

/** The addresses of Intercom for API calls and for teammates. */
export interface IntercomSite {
  api: string;
  app: string;
}

/**
 * Intercom has three regions with separate hosts:
 * https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis
 */
export function getSite({ baseUrl }: Pick<IntercomConfig, "baseUrl">): IntercomSite {
  if (!URL.canParse(baseUrl.trim())) throw new Refused("The Intercom URL is not an address.");
  const { origin, hostname } = new URL(baseUrl.trim());
  if (!/(^|\.)intercom\.(io|com|help)$/.test(hostname)) return { api: origin, app: origin };
  const region = /(?:^|\.)(eu|au)\./.exec(hostname)?.[1];
  const of = region ? `.${region}` : "";
  return { api: `https://api${of}.intercom.io`, app: `https://app${of}.intercom.com` };
}

/** Accepts the collection's number or address. */
export function parseCollectionId({ spaceId }: Pick<IntercomConfig, "spaceId">): string {
  const id = /(?:^|\/collections?\/)(\d{1,15})(?!\d)/.exec(spaceId.trim())?.[1];
  if (!id) throw new Refused("A collection ID is a number: the one behind /collections/ in the collection's address.");
  return id;
}

export function parseArticleId(id: string): string {
  if (!/^\d{1,15}$/.test(id)) throw new NotFound("This is not the id of an Intercom article.");
  return id;
}
