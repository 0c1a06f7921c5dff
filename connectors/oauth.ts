import { createHash } from "node:crypto";
import * as z from "zod";
import { CredentialsRejected, MissingPermission, RateLimited, Refused, Unreachable } from "./errors.ts";
import {
  type Fetch,
  type HttpCall,
  type HttpResponse,
  parseJsonIfValid,
  parseRetryAfter,
  sendRequest,
} from "./http.ts";

/** The app that the operator registered with a platform. */
export interface OAuthClient {
  id: string;
  secret: string;
  /** The address of our OAuth callback. The operator registered it with the platform too. */
  redirectUri: string;
}

export interface OAuthTokens {
  access: string;
  /** The refresh token; null if the platform issues none. */
  refresh: string | null;
  /** The access token's lifetime in seconds; null if the token does not expire. */
  lifetime: number | null;
  /** The granted scopes; null if the platform does not report them. */
  scopes: string[] | null;
}

export interface GrantedSite {
  id: string;
  name: string;
  url: string;
  /** The API address that accepts the token for this site. */
  origin: string;
}

/** Further facts that the platform returned when access was granted. */
export interface GrantFacts {
  /** The sites that the access covers, of platforms on which people choose among several. */
  sites?: GrantedSite[];
  /** Only of a person's own account: settings that the connector has of this account instead of the integration. */
  settings?: Record<string, string>;
  /** The page that the platform created from the app's template, if it did. */
  parentPageId?: string;
  /** True if the access covers all teams of an organization. */
  isOrg?: true;
}

export interface OAuthGrant extends OAuthTokens {
  account: { id: string; name: string };
  facts: GrantFacts;
}

/** OAuth of a platform that people connect through the operator's app. Its calls use the guarded fetch. */
export interface OAuthProvider {
  readonly name: string;
  readonly scopes: readonly string[];
  /** The address of the platform's consent page. Absent if integrations are not connected with the app. */
  authorizationUrl?(client: OAuthClient, state: string): URL;
  /**
   * Exchanges the code for tokens. Throws `GrantRefused` for an invalid or expired code. `verifier` is the one that the consent
   * page was opened with, for platforms with PKCE.
   */
  redeem(client: OAuthClient, code: string, signal?: AbortSignal, verifier?: string): Promise<OAuthGrant>;
  /** Refreshes the tokens. Throws `GrantRefused` if the refresh token is no longer valid. */
  renew(client: OAuthClient, refresh: string, signal?: AbortSignal): Promise<OAuthTokens>;
  /** Revokes the access. Absent if only a person can do this on the platform. */
  revoke?(client: OAuthClient, tokens: Pick<OAuthTokens, "access" | "refresh">, signal?: AbortSignal): Promise<void>;
  /** Absent if a token does not act as the person who granted it, with this person's rights. */
  ofPerson?: PersonalOAuth;
  /** Whether the access token may be sent to this address. */
  mayReceive(url: URL): boolean;
}

/** The OAuth of a platform whose integrations are connected with the app. */
export interface IntegrationOAuthProvider extends OAuthProvider {
  authorizationUrl(client: OAuthClient, state: string): URL;
}

/** Connecting the account with which a person corrects pages, instead of an integration's account. */
export interface PersonalOAuth {
  readonly scopes: readonly string[];
  /** Whether accounts of this platform can change the pages of an integration. `type` is the id of its manifest. */
  maySeePagesOf(integration: { type: string; baseUrl: string }): boolean;
  /** The address of the platform's consent page. */
  authorizationUrl(client: OAuthClient, state: string, verifier: string): URL;
  /** Finds the person's account on a site. Throws a `ConnectorError` if the account may not use the site. */
  findAccount(access: string, site: Pick<GrantedSite, "origin">, signal?: AbortSignal): Promise<PersonalAccount>;
}

export interface PersonalAccount extends Pick<GrantFacts, "settings"> {
  id: string;
  name: string;
}

/** The platform refused the code or the refresh token, so a person must connect again. */
export class GrantRefused extends CredentialsRejected {}

/** The platform refused the operator's app itself. */
export class ClientRefused extends Refused {}

const tokenText = z.string().regex(/^[\x21-\x7e]{1,4000}$/);

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export const tokenAnswerSchema = z.object({
  access_token: tokenText,
  refresh_token: tokenText.nullish(),
  expires_in: z.number().positive().nullish(),
  scope: z.string().nullish(),
});

export function readTokens(answer: z.infer<typeof tokenAnswerSchema>): OAuthTokens {
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? null,
    lifetime: answer.expires_in ?? null,
    scopes: answer.scope ? answer.scope.split(/[\s,]+/).filter((scope) => /^[\x21-\x7e]{1,200}$/.test(scope)) : null,
  };
}

/** The proof that only the server that opened the consent page can redeem the code: https://www.rfc-editor.org/rfc/rfc7636 */
export const buildChallenge = (verifier: string) => ({
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
});

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const refusal = z.object({ error: z.string() });
interface TokenRequestContext {
  fetch: Fetch;
  name: string;
  /** The error codes with which the platform refuses a code or refresh token. */
  refusedAs?: readonly string[];
  /** True if the platform sends RFC 6749's errors with the status 200. */
  refusesWith200?: true;
}

/** Calls a token endpoint. Returns the response if its status is 200; throws the reason otherwise. */
export async function askForTokens(
  { fetch, name, refusedAs = ["invalid_grant"], refusesWith200 }: TokenRequestContext,
  call: Omit<HttpCall, "method" | "headers"> & { headers?: Record<string, string> },
): Promise<HttpResponse> {
  const answer = await sendRequest({ fetch, platform: name }, { method: "POST", headers: {}, ...call });
  if (answer.status === 200 && !refusesWith200) return answer;
  if (answer.status === 429) throw new RateLimited(`${name} asks us to wait.`, parseRetryAfter(answer.headers));
  const said = refusal.safeParse(parseJsonIfValid(answer.text));
  if (answer.status === 200 && !said.success) return answer;
  if (!said.success || answer.status >= 500)
    throw new Unreachable(`${name} gave no usable answer (HTTP ${answer.status}).`, { mayHaveHappened: true });
  throw refusedAs.includes(said.data.error) ? describeRefusedGrant(name) : describeRefusedClient(name);
}

export const describeRefusedGrant = (name: string) =>
  new GrantRefused(`${name} no longer accepts this connection. Connect it again; nothing that was read is lost.`);
export const describeRefusedClient = (name: string) =>
  new ClientRefused(
    `${name} does not accept the app of this installation. Its operator has to look at the app's ID, secret and redirect address.`,
  );

/** The message about missing access. `what` is for example 'the scope chat:write (to answer questions)'. */
export const describeMissingGrant = (name: string, what: string): string =>
  `${name} did not allow ${what}. Press Connect again and allow it there; what ${name} does not ask for, the operator adds to the app of this installation.`;
export const describeMissingScope = (name: string, what: string, scope: string) =>
  new MissingPermission(describeMissingGrant(name, what), scope);

export const buildBasicAuthorization = ({ id, secret }: OAuthClient): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

/**
 * A placeholder for the access token in the configuration of an OAuth integration. The server's fetch replaces it with
 * the current access token.
 */
const HANDLE = /^granted\.[\w.-]+$/;
export const isGrantHandle = (token: string): boolean => HANDLE.test(token);
