import * as z from "zod";
import { type ConnectorError, CredentialsRejected, RateLimited, Unreachable } from "./errors.ts";
import { type Fetch, type HttpResponse, parseJsonIfValid, parseRetryAfter, readJson, sendRequest } from "./http.ts";
import { TokenCache } from "./token-cache.ts";

const SCOPE = "https://graph.microsoft.com/.default";
/** A token is renewed this long before it expires. */
const MARGIN_MS = 5 * 60_000;

/** The credentials of an app that is registered in Microsoft Entra. */
export interface AppCredentials {
  tenantId: string;
  appId: string;
  appSecret: string;
}

export const NO_TENANT =
  "Microsoft does not know this tenant. Copy the Tenant ID from the overview page of the app registration.";

interface LoginOptions {
  fetch: Fetch;
  loginUrl: string;
  /** Returns the time in milliseconds since 1970; tests replace it. */
  now: () => number;
}

export type AccessTokens = TokenCache<AppCredentials, string>;

export const createAccessTokens = (login: LoginOptions): AccessTokens =>
  new TokenCache({ ask: (credentials) => askForToken(login, credentials), marginMs: MARGIN_MS, now: login.now });

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
async function askForToken({ fetch, loginUrl }: LoginOptions, { tenantId, appId, appSecret }: AppCredentials) {
  const answer = await sendRequest(
    { fetch, platform: "Microsoft" },
    {
      method: "POST",
      url: `${loginUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
      headers: {},
      form: { grant_type: "client_credentials", client_id: appId, client_secret: appSecret, scope: SCOPE },
    },
  );
  if (answer.status !== 200) throw refusalOf(answer);
  const { access_token: token, expires_in: seconds } = readJson(answer, granted, "Microsoft");
  return { token, seconds };
}

const granted = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/), expires_in: z.number().positive() });
const refused = z.object({ error: z.string(), error_codes: z.array(z.number()).default([]) });

/** https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
const SENTENCES: Record<number, string> = {
  90002: NO_TENANT,
  900023: NO_TENANT,
  700016:
    "Microsoft knows no app with this App ID in the tenant. Copy the application (client) ID of the app registration.",
  7000215: "Microsoft does not accept the App Secret. Enter the value of the client secret, not its ID.",
  7000222: "The App Secret has ended. Make a new client secret of the app registration and enter its value.",
  7000112:
    "The app is switched off in the tenant. An administrator can switch it on in the Microsoft Entra admin center.",
};

function refusalOf(answer: HttpResponse): ConnectorError {
  if (answer.status === 429) return new RateLimited("Microsoft asks us to wait.", parseRetryAfter(answer.headers));
  const parsed = refused.safeParse(parseJsonIfValid(answer.text));
  if (!parsed.success || answer.status >= 500 || parsed.data.error === "temporarily_unavailable")
    return new Unreachable(`Microsoft gave no usable answer (HTTP ${answer.status}).`, { mayHaveHappened: false });
  const known = parsed.data.error_codes.map((code) => SENTENCES[code]).find(Boolean);
  return new CredentialsRejected(
    known ?? "Microsoft does not accept these credentials. Check the Tenant ID, the App ID and the App Secret.",
  );
}
