import * as z from "zod";
import { CredentialsRejected, MissingPermission, RateLimited, Refused, Unreachable } from "./errors.ts";
import { type Fetch, type HttpAnswer, type HttpCall, jsonOrUndefined, retryAfterMs, send } from "./http.ts";

/** The app that the operator registered at a platform. */
export interface OAuthClient {
  id: string;
  secret: string;
  /** Where the platform sends the browser back to; registered there, too. */
  redirectUri: string;
}

export interface OAuthTokens {
  access: string;
  /** Null where the access token is all there is. */
  refresh: string | null;
  /** Seconds; null: the access token does not expire. */
  lifetime: number | null;
  /** Null where the platform names none. */
  scopes: string[] | null;
}

/** What else the platform said of a grant. */
export interface GrantFacts {
  /** Of Atlassian: the sites it is for. */
  sites?: {
    id: string;
    name: string;
    url: string;
    /** Where such a token is taken for it. */
    origin: string;
  }[];
  /** The page that was made from the app's template, where the platform makes one. */
  parentPageId?: string;
  /** For all teams of an organisation, where the platform has such. */
  isOrg?: true;
}

export interface OAuthGrant extends OAuthTokens {
  account: { id: string; name: string };
  facts: GrantFacts;
}

/** A platform where people connect with the operator's app. Its calls go through the guarded fetch. */
export interface OAuthProvider {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Where the browser goes to. */
  authorizationUrl(client: OAuthClient, state: string): URL;
  /** Throws `GrantRefused` for a code that is not good, any more or at all. */
  redeem(client: OAuthClient, code: string, signal?: AbortSignal): Promise<OAuthGrant>;
  /** Throws `GrantRefused` for a refresh token that is not good any more. */
  renew(client: OAuthClient, refresh: string, signal?: AbortSignal): Promise<OAuthTokens>;
  /** Gives it back; absent where only a person can, over there. */
  revoke?(client: OAuthClient, tokens: Pick<OAuthTokens, "access" | "refresh">, signal?: AbortSignal): Promise<void>;
  /** Whether an access token of it may be sent there. */
  mayReceive(url: URL): boolean;
}

/** The platform does not take the code or the refresh token: a person has to connect again. */
export class GrantRefused extends CredentialsRejected {}

/** The platform does not take the operator's app itself. */
export class ClientRefused extends Refused {}

const tokenText = z.string().regex(/^[\x21-\x7e]{1,4000}$/);

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export const tokenAnswer = z.object({
  access_token: tokenText,
  refresh_token: tokenText.nullish(),
  expires_in: z.number().positive().nullish(),
  scope: z.string().nullish(),
});

export function tokensOf(answer: z.infer<typeof tokenAnswer>): OAuthTokens {
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? null,
    lifetime: answer.expires_in ?? null,
    scopes: answer.scope ? answer.scope.split(/[\s,]+/).filter((scope) => /^[\x21-\x7e]{1,200}$/.test(scope)) : null,
  };
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const refusal = z.object({ error: z.string() });
interface TokenPlace {
  fetch: Fetch;
  name: string;
  /** What a refused code or refresh token is called there. */
  refusedAs?: readonly string[];
}

/** A call to a token endpoint: its answer of status 200, or why there is none. */
export async function askForTokens(
  { fetch, name, refusedAs = ["invalid_grant"] }: TokenPlace,
  call: Omit<HttpCall, "method" | "headers"> & { headers?: Record<string, string> },
): Promise<HttpAnswer> {
  const answer = await send({ fetch, platform: name }, { method: "POST", headers: {}, ...call });
  if (answer.status === 200) return answer;
  if (answer.status === 429) throw new RateLimited(`${name} asks us to wait.`, retryAfterMs(answer.headers));
  const said = refusal.safeParse(jsonOrUndefined(answer.text));
  if (!said.success || answer.status >= 500)
    throw new Unreachable(`${name} gave no usable answer (HTTP ${answer.status}).`, { mayHaveHappened: true });
  throw refusedAs.includes(said.data.error) ? notTaken(name) : clientRefused(name);
}

export const notTaken = (name: string) =>
  new GrantRefused(`${name} no longer accepts this connection. Connect it again; nothing that was read is lost.`);
export const clientRefused = (name: string) =>
  new ClientRefused(
    `${name} does not accept the app of this installation. Its operator has to look at the app's ID, secret and redirect address.`,
  );

/** Of a connection: `what` it was not given, as 'the scope chat:write (to answer questions)'. */
export const notGranted = (name: string, what: string): string =>
  `${name} did not allow ${what}. Press Connect again and allow it there; what ${name} does not ask for, the operator adds to the app of this installation.`;
export const notAllowedByGrant = (name: string, what: string, scope: string) =>
  new MissingPermission(notGranted(name, what), scope);

export const basicOf = ({ id, secret }: OAuthClient): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

/**
 * Stands where a token would, in the configuration of what was connected by OAuth: the server's fetch puts the access token
 * there that is good at that moment.
 */
const HANDLE = /^granted\.[\w.-]+$/;
export const isHandle = (token: string): boolean => HANDLE.test(token);
