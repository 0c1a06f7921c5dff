import type { HttpAnswer } from "../http.ts";

/** Blocks with links: one that Notion dislikes refuses the whole request, so it goes as text. */
export async function linksAsNeeded(body: object, send: (body: object) => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await send(body);
  if (!isAboutALink(answer)) return answer;
  const withUsual = await send(withoutLinks(body, isUsual));
  return isAboutALink(withUsual) ? send(withoutLinks(body)) : withUsual;
}

/** 'Invalid URL for link.', with which Notion refuses a request as a whole; it does not say which link. */
function isAboutALink({ status, text }: HttpAnswer): boolean {
  return status === 400 && /invalid url for link/i.test(text);
}

/** An address as everybody has it: a host with a domain and plain characters. */
function isUsual(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isPublicHost = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(hostname);
  return /^https?:$/.test(protocol) && isPublicHost && /^[\w.~:/?#@!$&'()*+,;=%-]+$/.test(address);
}

/** The same request with every link as text, or only those that are not `kept`. */
function withoutLinks<Json>(json: Json, kept: (address: string) => boolean = () => false): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    key === "link" && isLink(value) && !kept(value.url) ? undefined : value,
  ) as Json;
}

const isLink = (value: unknown): value is { url: string } =>
  typeof value === "object" && value !== null && "url" in value && typeof value.url === "string";
