import { createHash } from "node:crypto";
import * as z from "zod";
import { CredentialsRejected, RateLimited, Refused } from "../errors.ts";
import type { MediaWikiConfig } from "./manifest.ts";

/** A session with the wiki that is signed in. */
export interface WikiSession {
  cookies: string;
  /** The token that every change requires: https://www.mediawiki.org/wiki/API:Tokens */
  token: string;
  /** The account's name, without the bot's name. */
  user: string;
}

/** Sends `form` by POST. Without `form`, sends a GET request. */
export type SendRequest = <Answer>(
  question: { query: Record<string, string>; form?: Record<string, string>; cookies: string },
  schema: z.ZodType<Answer>,
) => Promise<{ answer: Answer; cookies: string }>;

const loginToken = z.object({ query: z.object({ tokens: z.object({ logintoken: z.string() }) }) });
const login = z.object({ login: z.object({ result: z.string(), wait: z.number().nullish() }) });
const whoAmI = z.object({
  query: z.object({ tokens: z.object({ csrftoken: z.string() }), userinfo: z.object({ name: z.string() }) }),
});

const THROTTLED_S = 300;

/** https://www.mediawiki.org/wiki/API:Login, with a bot password. */
export async function signIn(ask: SendRequest, { apiKey }: Pick<MediaWikiConfig, "apiKey">): Promise<WikiSession> {
  const [name = "", password = ""] = parted(apiKey);
  const first = await ask({ query: { action: "query", meta: "tokens", type: "login" }, cookies: "" }, loginToken);
  const form = { lgname: name, lgpassword: password, lgtoken: first.answer.query.tokens.logintoken };
  const second = await ask({ query: { action: "login" }, form, cookies: first.cookies }, login);
  const { result, wait } = second.answer.login;
  if (result === "Throttled")
    throw new RateLimited("The wiki takes no more attempts to sign in for a while.", (wait ?? THROTTLED_S) * 1000);
  if (result === "Aborted" || result === "NeedToken")
    throw new Refused("The wiki does not let this account sign in with a bot password.");
  if (result !== "Success") throw new CredentialsRejected("The wiki does not accept this user and bot password.");
  const last = await ask({ query: { action: "query", meta: "tokens|userinfo" }, cookies: second.cookies }, whoAmI);
  const { tokens, userinfo } = last.answer.query;
  return { cookies: last.cookies, token: tokens.csrftoken, user: userinfo.name };
}

/** The session's key in the cache: a hash, so that the key contains no password. */
export const getSessionKey = ({ baseUrl, apiKey }: MediaWikiConfig) =>
  createHash("sha256").update(`${baseUrl}\n${apiKey}`).digest("hex");

/** Splits at the first colon, because a password may contain colons and a name cannot contain one. */
function parted(apiKey: string): [string, string] {
  const at = apiKey.indexOf(":");
  return [apiKey.slice(0, at).trim(), apiKey.slice(at + 1).trim()];
}

/** Adds the cookies that a response sets to the stored cookies; https://www.rfc-editor.org/rfc/rfc6265#section-5.3 */
export function mergeCookies(before: string, set: string[]): string {
  const jar = new Map(
    before
      .split("; ")
      .filter(Boolean)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf("=")), pair]),
  );
  for (const line of set) {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf("="));
    const isOver = attributes.some((attribute) => /^(?:max-age=(?:0|-\d+)|expires=.*\b19\d\d\b.*)$/i.test(attribute));
    if (isOver || pair.endsWith("=deleted")) jar.delete(name);
    else if (name) jar.set(name, pair);
  }
  return [...jar.values()].join("; ");
}
