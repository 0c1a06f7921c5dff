import * as z from "zod";
import { Unreachable } from "../errors.ts";
import { type Fetch, readJson, sendRequest } from "../http.ts";
import {
  askForTokens,
  type IntegrationOAuthProvider,
  type OAuthClient,
  readTokens,
  tokenAnswerSchema,
} from "../oauth.ts";

const NAME = "Google";
/** The scopes that a person grants: to read spaces, messages and members, and to identify the account. */
const SCOPES = [
  "openid",
  "email",
  "https://www.googleapis.com/auth/chat.spaces.readonly",
  "https://www.googleapis.com/auth/chat.messages.readonly",
  "https://www.googleapis.com/auth/chat.memberships.readonly",
];
const granted = tokenAnswerSchema.extend({ id_token: z.string().max(10_000) });
const claims = z.object({ sub: z.string().min(1).max(255), email: z.string().nullish() });

interface OAuthEndpoints {
  fetch: Fetch;
  /** The address of Google's consent page, `https://accounts.google.com/o/oauth2/v2/auth`. */
  authUrl: string;
  /** Google's address for tokens, `https://oauth2.googleapis.com/token`. */
  tokenUrl: string;
  /** The base address of Google Chat's API. */
  apiBaseUrl: string;
}

/** OAuth for access in a person's name: https://developers.google.com/identity/protocols/oauth2/web-server */
export function createGoogleChatOAuth({
  fetch,
  authUrl,
  tokenUrl,
  apiBaseUrl,
}: OAuthEndpoints): IntegrationOAuthProvider {
  async function ask(client: OAuthClient, more: Record<string, string>, signal?: AbortSignal) {
    const form = { client_id: client.id, client_secret: client.secret, ...more };
    return askForTokens({ fetch, name: NAME }, { url: tokenUrl, form, signal });
  }

  return {
    name: NAME,
    scopes: SCOPES,
    authorizationUrl: (client, state) =>
      new URL(
        `${authUrl}?${new URLSearchParams({
          client_id: client.id,
          redirect_uri: client.redirectUri,
          response_type: "code",
          scope: SCOPES.join(" "),
          state,
          // Google issues a refresh token only with 'offline'. It issues another only if the person consents again.
          access_type: "offline",
          prompt: "consent",
        })}`,
      ),
    async redeem(client, code, signal) {
      const more = { grant_type: "authorization_code", code, redirect_uri: client.redirectUri };
      const answer = readJson(await ask(client, more, signal), granted, NAME);
      const { sub, email } = claimsIn(answer.id_token);
      return { ...readTokens(answer), account: { id: sub, name: email ?? "a Google account" }, facts: {} };
    },
    async renew(client, refresh, signal) {
      const answer = await ask(client, { grant_type: "refresh_token", refresh_token: refresh }, signal);
      const tokens = readTokens(readJson(answer, tokenAnswerSchema, NAME));
      // Google sends no new refresh token, so the old one stays in use.
      return { ...tokens, refresh: tokens.refresh ?? refresh };
    },
    async revoke(_client, { access, refresh }, signal) {
      const url = new URL("revoke", tokenUrl).href;
      await sendRequest(
        { fetch, platform: NAME },
        { method: "POST", url, headers: {}, form: { token: refresh ?? access }, signal },
      );
    },
    mayReceive: (url) => url.href.startsWith(`${apiBaseUrl}/`),
  };
}

/**
 * Reads the claims of an id token. Its signature needs no check, because the token comes straight from Google over TLS:
 * https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation, point 6
 */
function claimsIn(idToken: string): z.infer<typeof claims> {
  try {
    return claims.parse(JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()));
  } catch (cause) {
    throw new Unreachable("Google did not say whose account it is.", { cause, mayHaveHappened: true });
  }
}
