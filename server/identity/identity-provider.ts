import * as oidc from "openid-client";
import type { Env } from "../env.ts";
import type { Secret } from "../secrets/secret.ts";
import { type ProviderPerson, readGroups, readPerson } from "./provider-person.ts";

const SCOPES = "openid email profile";
const REDISCOVER_MS = 60 * 60 * 1000;
const TIMEOUT_SECONDS = 10;
/** The largest expected difference between the provider's clock and this machine's. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Values of a sign-in that must match when the browser returns from the provider. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IdentityProvider {
  /** The provider's name that people know. */
  readonly name: string;
  /**
   * Returns the URL at which the browser signs in. `asAnother` makes the provider ask for the account even if somebody is
   * signed in there.
   */
  begin(how: { asAnother: boolean }): Promise<{ url: URL; checks: SignInChecks }>;
  /** Exchanges the code in the URL to which the browser returned for the person's data. Throws `SignOnFailure`. */
  finish(address: URL, checks: SignInChecks): Promise<{ person: ProviderPerson; idToken: string; groups: string[] }>;
  /** Returns the URL that ends the provider's own session; null if the provider has no such URL. */
  signOutUrl(idToken: string | null): Promise<URL | null>;
}

export type FailureKind = "unreachable" | "cancelled" | "refused";

/** A failed sign-in at the provider. `log` is for the operator: a protocol code, never a token or the provider's text. */
export class SignOnFailure extends Error {
  readonly kind: FailureKind;
  readonly log: string;
  constructor(kind: FailureKind, log: string, options?: ErrorOptions) {
    super(`Single sign-on: ${kind} (${log})`, options);
    this.kind = kind;
    this.log = log;
  }
}

/** Creates the operator's provider; null if none is configured. `fetch` is the fetch that guards outgoing calls. */
export function createIdentityProvider(env: Env, fetch: typeof globalThis.fetch): IdentityProvider | null {
  if (!env.OIDC_ISSUER || !env.OIDC_CLIENT_ID) return null;
  const client = {
    name: env.OIDC_NAME,
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    secret: env.OIDC_CLIENT_SECRET,
    redirectUri: `${env.PUBLIC_URL}/api/login/callback`,
    signedOutUri: `${env.PUBLIC_URL}/`,
    scopes: SCOPES,
    trustsEmail: env.OIDC_TRUST_EMAIL,
  };
  return openIdentityProvider(client, fetch);
}

/** The product's registration at an identity provider. */
export interface ProviderRegistration {
  /** The provider's name that people know. */
  name: string;
  issuer: string;
  clientId: string;
  secret?: Secret | undefined;
  redirectUri: string;
  signedOutUri: string;
  scopes: string;
  /** If true, an address without `email_verified` counts as verified. */
  trustsEmail: boolean;
}

/** Opens a provider without calling the provider yet. `fetch` is the fetch that guards outgoing calls. */
export function openIdentityProvider(client: ProviderRegistration, fetch: typeof globalThis.fetch): IdentityProvider {
  const configuration = discovered(client, fetch);
  return {
    name: client.name,
    async begin({ asAnother }) {
      const config = await configuration();
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: client.redirectUri,
        scope: client.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: "S256",
        ...(asAnother && { prompt: "login" }),
      });
      return { url, checks };
    },
    async finish(address, { state, nonce, verifier }) {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || !tokens.id_token) throw new SignOnFailure("refused", "no id token");
        const isWhole = claims["email"] !== undefined || !config.serverMetadata().userinfo_endpoint;
        const more = isWhole ? {} : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
        const said = { ...more, ...claims };
        return { person: readPerson(said, client), idToken: tokens.id_token, groups: readGroups(said) };
      } catch (error) {
        throw failureOf(error);
      }
    },
    async signOutUrl(idToken) {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: client.signedOutUri,
        ...(idToken && { id_token_hint: idToken }),
      });
    },
  };
}

/** Returns the provider's metadata, cached for an hour. While the provider does not answer, the last metadata stay valid. */
function discovered(
  { issuer, clientId, secret }: ProviderRegistration,
  fetch: typeof globalThis.fetch,
): () => Promise<oidc.Configuration> {
  let kept: { config: Promise<oidc.Configuration>; at: number } | null = null;

  async function discover(): Promise<oidc.Configuration> {
    try {
      return await oidc.discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        secret ? withSecret(secret.reveal()) : oidc.None(),
        {
          [oidc.customFetch]: fetch as oidc.CustomFetch,
          timeout: TIMEOUT_SECONDS,
          execute: [
            // The signature is verified even though the token comes directly from the provider.
            oidc.enableNonRepudiationChecks,
            // Plain http is allowed only if EGRESS_ALLOW names the host.
            ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
          ],
        },
      );
    } catch (error) {
      throw failureOf(error, "unreachable");
    }
  }

  return () => {
    if (kept && Date.now() - kept.at < REDISCOVER_MS) return kept.config;
    const before = kept;
    const config = discover().catch((error: unknown) => {
      kept = null;
      if (before) return before.config;
      throw error;
    });
    kept = { config, at: Date.now() };
    return config;
  };
}

/**
 * Sends the client secret in the body if the provider supports that. Otherwise sends the secret in the header, which is the
 * standard's default.
 */
function withSecret(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    return (takesBody ? inBody : inHeader)(server, ...rest);
  };
}

function failureOf(error: unknown, otherwise: FailureKind = "refused"): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  const options = { cause: error };
  if (error instanceof oidc.AuthorizationResponseError)
    return new SignOnFailure(error.error === "access_denied" ? "cancelled" : "refused", error.error, options);
  if (error instanceof oidc.ResponseBodyError) return new SignOnFailure("refused", error.error, options);
  const name = error instanceof Error ? error.name : "";
  if (name === "Unreachable" || name === "TimeoutError") return new SignOnFailure("unreachable", name, options);
  const code = error instanceof Error && "code" in error ? String(error.code) : name;
  return new SignOnFailure(otherwise, code, options);
}
