import type { HttpResponse } from "../http.ts";

/**
 * Sends blocks with links. Notion refuses a whole request because of one invalid link, so the request is sent again
 * with invalid links as text.
 */
export async function sendWithoutInvalidLinks(
  body: object,
  send: (body: object) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const answer = await send(body);
  if (!isAboutALink(answer)) return answer;
  const withUsual = await send(withoutLinks(body, isUsual));
  return isAboutALink(withUsual) ? send(withoutLinks(body)) : withUsual;
}

/** Whether Notion refused the request because of a link ('Invalid URL for link.'). Notion does not name the link. */
function isAboutALink({ status, text }: HttpResponse): boolean {
  return status === 400 && /invalid url for link/i.test(text);
}

/** Whether the address is a typical one: a host with a domain, and plain characters. */
function isUsual(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isPublicHost = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(hostname);
  return /^https?:$/.test(protocol) && isPublicHost && /^[\w.~:/?#@!$&'()*+,;=%-]+$/.test(address);
}

/** Copies a request and turns links into text, except links for which `kept` returns true. */
function withoutLinks<Json>(json: Json, kept: (address: string) => boolean = () => false): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    key === "link" && isLink(value) && !kept(value.url) ? undefined : value,
  ) as Json;
}

const isLink = (value: unknown): value is { url: string } =>
  typeof value === "object" && value !== null && "url" in value && typeof value.url === "string";
