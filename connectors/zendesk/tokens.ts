import * as z from "zod";
import { type ConnectorError, CredentialsRejected, createRateLimited, NotFound, Unreachable } from "../errors.ts";
import {
  type Fetch,
  type HttpResponse,
  parseJsonIfValid,
  parseRetryAfter,
  rethrowAsWithoutEffect,
  sendRequest,
} from "../http.ts";
import { TokenCache } from "../token-cache.ts";
import type { ZendeskCredentials } from "./site.ts";

/**
 * Access to the help center, and to the user whom the token belongs to:
 * https://support.zendesk.com/hc/en-us/articles/4408845965210
 */
export const ZENDESK_SCOPES = ["hc:read", "hc:write", "users:read"];
/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000;
/** The lifetime of a token, if Zendesk's response contains none. */
const DEFAULT_SECONDS = 30 * 60;

export interface AccessToken {
  token: string;
  /** The granted scopes, which may be fewer than requested. Empty if Zendesk does not report them. */
  scopes: string[];
}

interface TokenTransport {
  fetch: Fetch;
  timeoutMs?: number | undefined;
}

export type AccessTokens = TokenCache<ZendeskCredentials, AccessToken>;

export const createAccessTokens = (platform: TokenTransport): AccessTokens =>
  new TokenCache({ ask: (credentials) => askForToken(platform, credentials), marginMs: MARGIN_MS });

/** https://developer.zendesk.com/api-reference/ticketing/oauth/grant_type_tokens/ */
async function askForToken(platform: TokenTransport, { site, clientId, clientSecret }: ZendeskCredentials) {
  const body = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    scope: ZENDESK_SCOPES.join(" "),
  };
  const call = { method: "POST", url: `${site}/oauth/tokens`, headers: {}, body } as const;
  const answer = await sendRequest({ ...platform, platform: "Zendesk" }, call).catch(rethrowAsWithoutEffect);
  if (answer.status !== 200 && answer.status !== 201) throw refusalOf(answer);
  const parsed = granted.safeParse(parseJsonIfValid(answer.text));
  if (!parsed.success)
    throw new Unreachable("Zendesk answered with something it does not document.", { mayHaveHappened: false });
  const { access_token: token, expires_in: seconds, scope } = parsed.data;
  const scopes = scope?.split(/\s+/).filter(Boolean) ?? [];
  return { token: { token, scopes }, seconds: seconds ?? DEFAULT_SECONDS };
}

const granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().positive().nullish(),
  scope: z.string().nullish(),
});
const refused = z.object({ error: z.string() });

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const SENTENCES: Record<string, string> = {
  unsupported_grant_type: "Zendesk gives this OAuth client no token by itself: its client kind has to be Confidential.",
  unauthorized_client: "Zendesk gives this OAuth client no token by itself: its client kind has to be Confidential.",
  invalid_scope: `The OAuth client may not do what is needed: allow the scopes ${ZENDESK_SCOPES.join(", ")}.`,
};

function refusalOf(answer: HttpResponse): ConnectorError {
  const { status, headers, text } = answer;
  if (status === 429) return createRateLimited("Zendesk", parseRetryAfter(headers));
  if (status === 404 || (status >= 300 && status < 400))
    return new NotFound(
      "There is no Zendesk at this address. Enter the subdomain's own address, ending in zendesk.com.",
    );
  if (status >= 500 || status === 408)
    return new Unreachable(`Zendesk answered with an error (${status}).`, { mayHaveHappened: false });
  const said = refused.safeParse(parseJsonIfValid(text));
  return new CredentialsRejected(
    (said.success && SENTENCES[said.data.error]) ||
      "Zendesk does not accept this OAuth client. Check its identifier and its secret.",
  );
}
