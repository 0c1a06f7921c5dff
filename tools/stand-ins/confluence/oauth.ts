import type { FastifyInstance, FastifyReply } from "fastify";
import { consentRoutes, type IssuedTokens, type OAuthApp, OAuthAuthority, OAuthRefusal } from "../oauth.ts";
import type { ConfluenceState } from "./state.ts";

export interface ConfluenceOAuthOptions {
  apps: OAuthApp[];
  /** Further sites that people can authorize. */
  otherSites?: { id: string; name: string; url: string }[];
}

const HOUR = 3_600;
const GRACE_MS = 10 * 60_000;

/**
 * Creates the OAuth server of the stand-in. A token belongs to an account, by e-mail address.
 * https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
 */
export const createConfluenceOAuth = (state: ConfluenceState, { apps }: ConfluenceOAuthOptions): OAuthAuthority =>
  new OAuthAuthority({
    apps,
    subjects: () => state.accounts.map(({ email, name }) => ({ id: email, name })),
    lifetime: HOUR,
    graceMs: GRACE_MS,
  });

interface OAuthContext {
  authority: OAuthAuthority;
  state: ConfluenceState;
  urlOf: () => string;
  otherSites: { id: string; name: string; url: string }[];
}

/** Replaces `https://auth.atlassian.com` and the list of accessible sites. */
export function confluenceOAuthRoutes(
  app: FastifyInstance,
  { authority, state, urlOf, otherSites }: OAuthContext,
): void {
  consentRoutes(app, "/authorize", "Atlassian", authority);

  app.post<{ Body: Record<string, string | undefined> }>("/oauth/token", async ({ body, headers }, reply) => {
    if (!headers["content-type"]?.startsWith("application/json")) return refuse(reply, 400, "invalid_request");
    const { client_id: id = "", client_secret: secret = "", grant_type: type } = body;
    try {
      if (type === "refresh_token") return answerOf(authority.renew(id, secret, body["refresh_token"] ?? ""));
      if (type !== "authorization_code") return refuse(reply, 400, "unsupported_grant_type");
      return answerOf(authority.redeem(id, secret, body["code"] ?? "", body["redirect_uri"] ?? ""));
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      if (error.code === "invalid_client") return refuse(reply, 401, "access_denied");
      // This status is documented:
      // https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/#use-a-refresh-token
      return type === "refresh_token" ? refuse(reply, 403, "unauthorized_client") : refuse(reply, 403, "invalid_grant");
    }
  });

  app.get("/oauth/token/accessible-resources", async ({ headers }, reply) => {
    const found = authority.find(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
    if (!found) return refuse(reply, 401, "unauthorized");
    const scopes = found.scopes.filter((scope) => scope !== "offline_access");
    const isElsewhere = state.accounts.find(({ email }) => email === found.subject)?.isElsewhere;
    const here = isElsewhere ? [] : [{ id: state.cloudId, name: "acme", url: urlOf() }];
    return [...here, ...otherSites].map((site) => ({ ...site, scopes, avatarUrl: `${site.url}/avatar.png` }));
  });
}

/** The response contains a refresh token only with the scope `offline_access`. */
const answerOf = ({ access, refresh, lifetime, scopes }: IssuedTokens) => ({
  access_token: access,
  expires_in: lifetime,
  token_type: "Bearer",
  scope: scopes.join(" "),
  ...(scopes.includes("offline_access") && { refresh_token: refresh }),
});

const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).send({ error, error_description: "refused" });
