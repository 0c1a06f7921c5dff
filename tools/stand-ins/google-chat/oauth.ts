import type { FastifyInstance } from "fastify";
import { consentRoutes, type IssuedTokens, type OAuthApp, OAuthAuthority, OAuthRefusal } from "../oauth.ts";

const LIFETIME_SECONDS = 3_599;
/** The path of Google's consent page. `authUrl` ends with it. */
export const AUTH_PATH = "/o/oauth2/v2/auth";

export interface GoogleOAuthOptions {
  apps: OAuthApp[];
  /** The accounts that can be chosen on the consent page. `id` is Google's `sub`. */
  people: { id: string; email: string }[];
}

export const createGoogleAuthority = ({ apps, people }: GoogleOAuthOptions, now: () => number) =>
  new OAuthAuthority({
    apps,
    subjects: () => people.map(({ id, email }) => ({ id, name: email })),
    lifetime: LIFETIME_SECONDS,
    // Google does not replace refresh tokens.
    graceMs: null,
    tokenPrefix: { access: "ya29.", refresh: "1//" },
    now,
  });

type Form = Record<string, string | undefined>;

/**
 * The pages that authorize an app and that revoke an authorization.
 * https://developers.google.com/identity/protocols/oauth2/web-server
 */
export function addGoogleOAuth(app: FastifyInstance, authority: OAuthAuthority): void {
  consentRoutes(app, AUTH_PATH, "Google", authority);
  app.post<{ Body: Form }>("/revoke", async ({ body }, reply) => {
    if (authority.revoke(body["token"] ?? "")) return {};
    return reply.code(400).send({ error: "invalid_token", error_description: "Token expired or revoked" });
  });
}

/** Exchanges codes and refresh tokens for access tokens; null for any other grant type. */
export function exchangeUserToken(authority: OAuthAuthority | null, form: Form) {
  const { grant_type: kind, client_id: id = "", client_secret: secret = "" } = form;
  if (!authority || (kind !== "authorization_code" && kind !== "refresh_token")) return null;
  try {
    if (kind === "refresh_token")
      return { status: 200, body: answerOf(authority, authority.renew(id, secret, form["refresh_token"] ?? "")) };
    const issued = authority.redeem(id, secret, form["code"] ?? "", form["redirect_uri"] ?? "");
    return { status: 200, body: { ...answerOf(authority, issued), refresh_token: issued.refresh } };
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    if (error.code === "invalid_client")
      return { status: 401, body: { error: "invalid_client", error_description: "The OAuth client was not found." } };
    return { status: 400, body: { error: "invalid_grant", error_description: "Bad Request" } };
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function answerOf(authority: OAuthAuthority, { access, lifetime, scopes, subject, clientId }: IssuedTokens) {
  const email = authority.subjects.find(({ id }) => id === subject)?.name;
  const claims = { iss: "https://accounts.google.com", aud: clientId, sub: subject, email, email_verified: true };
  return {
    access_token: access,
    expires_in: lifetime,
    token_type: "Bearer",
    scope: scopes.join(" "),
    ...(scopes.includes("openid") && { id_token: `${part({ alg: "RS256" })}.${part(claims)}.signature` }),
  };
}
