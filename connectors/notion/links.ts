import type { HttpAnswer } from "../http.ts";

/**
 * Sends blocks with links. Notion refuses a whole request because of one invalid link, so an invalid link is sent as
 * text.
 */
export async function sendWithLinks(body: object, send: (body: object) => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await send(body);
  if (!isAboutALink(answer)) return answer;
  const withUsual = await send(withoutLinks(body, isUsual));
  return isAboutALink(withUsual) ? send(withoutLinks(body)) : withUsual;
}

/** 'Invalid URL for link.': Notion refuses the whole request and does not name the link. */
function isAboutALink({ status, text }: HttpAnswer): boolean {
  return status === 400 && /invalid url for link/i.test(text);
}

/** True for a typical address: a host with a domain, and plain characters. */
function isUsual(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isPublicHost = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(hostname);
  return /^https?:$/.test(protocol) && isPublicHost && /^[\w.~:/?#@!$&'()*+,;=%-]+$/.test(address);
}

/** Copies a request with links as text, except the links that are `kept`. */
function withoutLinks<Json>(json: Json, kept: (address: string) => boolean = () => false): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    key === "link" && isLink(value) && !kept(value.url) ? undefined : value,
  ) as Json;
}

const isLink = (value: unknown): value is { url: string } =>
  typeof value === "object" && value !== null && "url" in value && typeof value.url === "string";
