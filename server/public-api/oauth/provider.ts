import { generateKeyPairSync } from "node:crypto";
import { type Configuration, errors, type JWK, Provider } from "oidc-provider";
import { safeDatabaseError } from "../../db/pool.ts";
import type { Database } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getNetwork } from "../../http/network.ts";
import { countWithinLimit } from "../../http/rate-limit.ts";
import { parseAccountId } from "./account-id.ts";
import { APP_SCOPES, getTokenResource, LONGEST_GRANT_DAYS, OAUTH_PATHS } from "./addresses.ts";
import { isSafeRedirect } from "./client-metadata.ts";
import { mayEnterWorkspace } from "./connection-queries.ts";
import { createOAuthStorage } from "./storage.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetimes in seconds. */
const LIFETIMES = {
  AccessToken: HOUR,
  AuthorizationCode: MINUTE,
  RefreshToken: 30 * DAY,
  Grant: LONGEST_GRANT_DAYS * DAY,
  Interaction: 15 * MINUTE,
  Session: 15 * MINUTE,
  IdToken: MINUTE,
};

/** The limit of client metadata documents fetched for one network. */
const FETCHES = { limit: 30, windowSeconds: 10 * MINUTE };

declare module "node:http" {
  interface IncomingMessage {
    /** The authorization server's message for a person who cannot be redirected to the program. */
    oauthProblem?: { status: number; message: string };
  }
}

/**
 * Creates the authorization server. It issues codes with PKCE for programs without a secret, and refresh tokens that
 * change with each use.
 */
export function createAuthorizationServer({ env, db, secrets, fetch, log }: Deps): Provider {
  const cookie = {
    signed: true,
    httpOnly: true,
    sameSite: "lax",
    secure: env.PUBLIC_URL.startsWith("https:"),
  } as const;
  const provider = new Provider(env.PUBLIC_URL, {
    adapter: createOAuthStorage(db),
    scopes: [],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: {
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
    // Tokens are random and no identity is revealed, so the server signs nothing. The library requires a key anyway.
    jwks: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }) as JWK] },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    ttl: LIFETIMES,
    cookies: { keys: [secrets.hmac("cookies", "oauth")], long: cookie, short: cookie },
    routes: { authorization: OAUTH_PATHS.authorize, token: OAUTH_PATHS.token, revocation: OAUTH_PATHS.revoke },
    interactions: { url: (_context, { uid }) => `${OAUTH_PATHS.consent}/${uid}` },
    findAccount: async (_context, accountId) => {
      const person = parseAccountId(accountId);
      if (!person || !(await mayEnterWorkspace(db, person))) return undefined;
      return { accountId, claims: async () => ({ sub: accountId }) };
    },
    renderError: (context, { error, error_description: why }) => {
      context.req.oauthProblem = { status: context.status, message: why ?? error };
      context.respond = false;
    },
    // The guarded fetch uses its own connections, so the library's dispatcher is dropped.
    fetch: (url, options) => {
      const { dispatcher: _, ...plain } = options as RequestInit & { dispatcher?: unknown };
      return fetch(url, plain);
    },
    features: featuresFor(db, getTokenResource(env.PUBLIC_URL)),
  });
  // The proxy headers can be trusted, because `hand-over.ts` sets them.
  provider.proxy = true;
  provider.on("server_error", (_context, error) =>
    log.error({ err: safeDatabaseError(error) }, "The authorization server failed"),
  );
  return provider;
}

const OFF = { enabled: false };

const featuresFor = (db: Database, resource: string): Configuration["features"] => ({
  devInteractions: OFF,
  rpInitiatedLogout: OFF,
  userinfo: OFF,
  dPoP: OFF,
  pushedAuthorizationRequests: OFF,
  revocation: {
    enabled: true,
    allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo: (_context, asked) => {
      if (asked !== resource) throw new errors.InvalidTarget();
      return { scope: APP_SCOPES.join(" "), audience: resource, accessTokenFormat: "opaque", accessTokenTTL: HOUR };
    },
  },
  clientIdMetadataDocument: {
    enabled: true,
    ack: "draft-02",
    allowFetch: ({ ip }) => countWithinLimit(db, `client document ${getNetwork(ip)}`, FETCHES),
    allowClient: (_context, { redirectUris = [] }) => redirectUris.every(isSafeRedirect),
  },
});
