import * as z from "zod";
import { CredentialsRejected, createRateLimited, NotFound, Unreachable } from "../errors.ts";
import {
  type Fetch,
  type HttpResponse,
  parseJsonIfValid,
  parseRetryAfter,
  rethrowAsWithoutEffect,
  sendRequest,
} from "../http.ts";
import { TokenCache } from "../token-cache.ts";

/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000;
/** ServiceNow's usual lifetime of a token, for a response without a lifetime. */
const DEFAULT_SECONDS = 30 * 60;

interface OAuthClient {
  origin: string;
  clientId: string;
  clientSecret: string;
}

/** The credentials: a user name and a password, or an OAuth client that acts as a user. */
export type SignIn = { userName: string; password: string } | OAuthClient;

/** Parses the field that contains either kind of credential. A client id has 32 characters, 0 to 9 and a to f. */
export function parseSignIn(origin: string, given: string): SignIn {
  const [, first = "", second = ""] = /^([^:]*):?(.*)$/s.exec(given.trim()) ?? [];
  return /^[0-9a-f]{32}$/.test(first)
    ? { origin, clientId: first, clientSecret: second }
    : { userName: first, password: second };
}

export type AccessTokens = TokenCache<OAuthClient, string>;

interface TokenTransport {
  fetch: Fetch;
  timeoutMs?: number | undefined;
}

export const createAccessTokens = (platform: TokenTransport): AccessTokens =>
  new TokenCache({ ask: (client) => askForToken(platform, client), marginMs: MARGIN_MS });

const granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().positive().nullish(),
});

/** https://www.servicenow.com/docs/r/platform-security/authentication/client-credentials.html */
async function askForToken(platform: TokenTransport, { origin, clientId, clientSecret }: OAuthClient) {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const call = { method: "POST", url: `${origin}/oauth_token.do`, headers: {}, form } as const;
  const answer = await sendRequest({ ...platform, platform: "ServiceNow" }, call).catch(rethrowAsWithoutEffect);
  if (answer.status !== 200) throw refusalOf(answer);
  const parsed = granted.safeParse(parseJsonIfValid(answer.text));
  if (!parsed.success)
    throw new Unreachable("ServiceNow answered with something it does not document.", { mayHaveHappened: false });
  const { access_token: token, expires_in: seconds } = parsed.data;
  return { token, seconds: seconds ?? DEFAULT_SECONDS };
}

function refusalOf({ status, headers }: HttpResponse) {
  if (status === 429) return createRateLimited("ServiceNow", parseRetryAfter(headers));
  if (status === 404 || (status >= 300 && status < 400))
    return new NotFound("There is no ServiceNow instance at this address.");
  if (status >= 500 || status === 408)
    return new Unreachable(`ServiceNow answered with an error (${status}).`, { mayHaveHappened: false });
  return new CredentialsRejected(
    "ServiceNow gives this OAuth client no token. Check its Client ID and Client Secret, that its entry names an OAuth Application User, and that the system property glide.oauth.inbound.client.credential.grant_type.enabled is true.",
  );
}
