import { createHash, createPrivateKey } from "node:crypto";
import { SignJWT } from "jose/jwt/sign";
import * as z from "zod";
import { CredentialsRejected, MissingPermission, RateLimited, Unreachable } from "../errors.ts";
import { type Fetch, parseJsonIfValid, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import { DELEGATED_SCOPES, type GoogleChatConfig } from "./manifest.ts";

/**
 * The scopes of a service account by purpose. `chat.bot` lists spaces and members. Messages need a scope that an
 * administrator approves.
 */
const SCOPES = {
  chat: ["chat.bot", "chat.app.messages.readonly"],
  /** For posting as the Chat app and reading the app's own posts. */
  app: ["chat.bot"],
  /** https://developers.google.com/workspace/events/guides/auth */
  events: ["chat.app.messages.readonly"],
  /** https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull */
  pubsub: ["pubsub"],
};
export type ScopeSet = keyof typeof SCOPES;
/**
 * Scopes for reading in the name of a person, if a Workspace administrator delegated the scopes. All other calls use
 * the service account itself.
 * https://developers.google.com/identity/protocols/oauth2/service-account#delegatingauthority
 */
const DELEGATED: Partial<Record<ScopeSet, readonly string[]>> = {
  chat: DELEGATED_SCOPES,
  events: DELEGATED_SCOPES.filter((scope) => scope.endsWith("/chat.messages.readonly")),
};
const LIFETIME_SECONDS = 3600;
/** A token is renewed this long before it expires. */
const MARGIN_MS = 5 * 60_000;

const key = z.object({
  type: z.literal("service_account"),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
});
type ServiceAccountKey = z.infer<typeof key>;

export type GoogleCredentials =
  | { token: string }
  | {
      serviceAccount: ServiceAccountKey;
      /**
       * The e-mail address of the person whose spaces are read. Null to read the spaces that the Chat app is a member
       * of.
       */
      actsFor: string | null;
    };

type ServiceAccount = Extract<GoogleCredentials, { serviceAccount: unknown }>;

/**
 * Reads the credentials from the configuration. Throws a sentence about missing credentials if messages could not be
 * read with them.
 */
export function readCredentials({ accessToken = "", apiKey = "", actsFor = "" }: GoogleChatConfig): GoogleCredentials {
  const given = accessToken.trim();
  const person = actsFor.trim() || null;
  if (given.startsWith("{")) {
    const parsed = key.safeParse(parseJsonIfValid(given));
    if (parsed.success) return { serviceAccount: parsed.data, actsFor: person };
    throw new CredentialsRejected(
      "The access token is JSON, but not the key of a service account. Paste the whole file that Google Cloud gave you.",
    );
  }
  if (person !== null && given !== "")
    throw new CredentialsRejected(
      "Reading as a person needs the JSON key of a service account as the access token. Enter it, or leave Read As empty.",
    );
  const token = given.replace(/^Bearer\s+/i, "");
  if (/^[\x21-\x7e]+$/.test(token)) return { token };
  if (token !== "") throw new CredentialsRejected("The access token contains characters that no token has.");
  throw new CredentialsRejected(
    `${apiKey.trim() ? "An API key alone cannot read Google Chat. " : ""}Enter an OAuth access token with chat.spaces.readonly and chat.messages.readonly, or the JSON key of a service account, as the access token.`,
  );
}

/** Returns an id of the credentials without the secret, for clocks and caches. */
export function getCredentialsId(credentials: GoogleCredentials): string {
  const secret =
    "token" in credentials
      ? credentials.token
      : [credentials.serviceAccount.private_key, ...(credentials.actsFor ? [credentials.actsFor] : [])].join(" ");
  return createHash("sha256").update(secret).digest("hex").slice(0, 32);
}

const keyOf = (credentials: GoogleCredentials, scopes: ScopeSet) => `${scopes} ${getCredentialsId(credentials)}`;

/** Access tokens of service accounts, cached until shortly before they expire. */
export class AccessTokens {
  readonly #fetch: Fetch;
  readonly #tokenUrl: string;
  readonly #now: () => number;
  readonly #kept = new Map<string, { token: string; until: number }>();

  /** `tokenUrl` is Google's own address. The address in the customer's JSON key is never called. */
  constructor({ fetch, tokenUrl, now }: { fetch: Fetch; tokenUrl: string; now: () => number }) {
    this.#fetch = fetch;
    this.#tokenUrl = tokenUrl;
    this.#now = now;
  }

  async get(credentials: GoogleCredentials, scopes: ScopeSet, signal?: AbortSignal): Promise<string> {
    if ("token" in credentials) return credentials.token;
    const caller = keyOf(credentials, scopes);
    const kept = this.#kept.get(caller);
    if (kept && this.#now() < kept.until) return kept.token;
    for (const [other, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(other);
    const { access_token, expires_in } = await this.#exchange(credentials, scopes, signal);
    this.#kept.set(caller, { token: access_token, until: this.#now() + expires_in * 1000 - MARGIN_MS });
    return access_token;
  }

  forget(credentials: GoogleCredentials, scopes: ScopeSet): void {
    this.#kept.delete(keyOf(credentials, scopes));
  }

  /** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
  async #exchange({ serviceAccount, actsFor }: ServiceAccount, scopes: ScopeSet, signal?: AbortSignal) {
    const delegated = actsFor === null ? undefined : DELEGATED[scopes];
    const wanted = delegated ?? SCOPES[scopes].map((name) => `https://www.googleapis.com/auth/${name}`);
    const form = {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: await this.#assertion(serviceAccount, wanted, delegated ? actsFor : null),
    };
    const answer = await sendRequest(
      { fetch: this.#fetch, platform: "Google" },
      { method: "POST", url: this.#tokenUrl, headers: {}, form, signal },
    );
    if (answer.status === 200) return readJson(answer, granted, "Google");
    if (answer.status === 429) throw new RateLimited("Google asks us to wait.", parseRetryAfter(answer.headers));
    const refusal = refused.safeParse(parseJsonIfValid(answer.text));
    if (refusal.success && answer.status < 500 && delegated && actsFor !== null)
      throw notDelegated(refusal.data.error, actsFor, delegated);
    if (refusal.success && answer.status < 500)
      throw new CredentialsRejected(
        "Google does not accept this service account. Make a new JSON key of it in Google Cloud and enter that.",
      );
    throw new Unreachable(`Google gave no usable answer (HTTP ${answer.status}).`, { mayHaveHappened: false });
  }

  async #assertion(
    { client_email, private_key, private_key_id }: ServiceAccountKey,
    scopes: readonly string[],
    actsFor: string | null,
  ): Promise<string> {
    const iat = Math.floor(this.#now() / 1000);
    const claims = { scope: scopes.join(" "), ...(actsFor !== null && { sub: actsFor }) };
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(private_key_id && { kid: private_key_id }) })
      .setIssuer(client_email)
      .setAudience(this.#tokenUrl)
      .setIssuedAt(iat)
      .setExpirationTime(iat + LIFETIME_SECONDS);
    try {
      return await jwt.sign(createPrivateKey(private_key));
    } catch {
      throw new CredentialsRejected(
        "The private key in the service account's JSON cannot be read. Paste the whole file that Google Cloud gave you.",
      );
    }
  }
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#error-codes */
function notDelegated(
  error: string,
  person: string,
  scopes: readonly string[],
): CredentialsRejected | MissingPermission {
  if (error !== "unauthorized_client" && error !== "access_denied")
    return new CredentialsRejected(
      `Google does not know ${person} in the Workspace of this service account, or does not accept its key. Check the address under Read As, and enter a new JSON key if it was deleted.`,
    );
  return new MissingPermission(
    `Google does not let this service account read as ${person}. In the Admin console, under Security, Access and data control, API controls, Domain-wide delegation, add its Client ID with the scopes ${scopes.join(", ")}.`,
    "domain-wide delegation",
  );
}

const granted = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/), expires_in: z.number().positive() });
const refused = z.object({ error: z.string() });
