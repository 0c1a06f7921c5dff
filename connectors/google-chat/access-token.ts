import { createHash, sign } from "node:crypto";
import * as z from "zod";
import { CredentialsRejected, RateLimited, Unreachable } from "../errors.ts";
import { type Fetch, jsonOrUndefined, readJson, retryAfterMs, send } from "../http.ts";
import type { GoogleChatConfig } from "./manifest.ts";

/** What a service account asks for: spaces and members come with chat.bot, messages with an administrator's approval. */
const SCOPES = {
  chat: ["chat.bot", "chat.app.messages.readonly"],
  /** https://developers.google.com/workspace/events/guides/auth */
  events: ["chat.app.messages.readonly"],
  /** https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull */
  pubsub: ["pubsub"],
};
export type Scopes = keyof typeof SCOPES;
const LIFETIME_SECONDS = 3600;
/** Renewed so long before its end. */
const MARGIN_MS = 5 * 60_000;

const key = z.object({
  type: z.literal("service_account"),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
});
type ServiceAccountKey = z.infer<typeof key>;

export type Credentials = { token: string } | { serviceAccount: ServiceAccountKey };

/** What the configuration holds; says what is needed when it cannot read messages. */
export function credentialsOf({ accessToken = "", apiKey = "" }: GoogleChatConfig): Credentials {
  const given = accessToken.trim();
  if (given.startsWith("{")) {
    const parsed = key.safeParse(jsonOrUndefined(given));
    if (parsed.success) return { serviceAccount: parsed.data };
    throw new CredentialsRejected(
      "The access token is JSON, but not the key of a service account. Paste the whole file that Google Cloud gave you.",
    );
  }
  const token = given.replace(/^Bearer\s+/i, "");
  if (/^[\x21-\x7e]+$/.test(token)) return { token };
  if (token !== "") throw new CredentialsRejected("The access token contains characters that no token has.");
  throw new CredentialsRejected(
    `${apiKey.trim() ? "An API key alone cannot read Google Chat. " : ""}Enter an OAuth access token with chat.spaces.readonly and chat.messages.readonly, or the JSON key of a service account, as the access token.`,
  );
}

/** Whose calls these are, for clocks and caches; no secret. */
export function callerOf(credentials: Credentials): string {
  const secret = "token" in credentials ? credentials.token : credentials.serviceAccount.private_key;
  return createHash("sha256").update(secret).digest("hex").slice(0, 32);
}

const keyOf = (credentials: Credentials, scopes: Scopes) => `${scopes} ${callerOf(credentials)}`;

/** Access tokens of service accounts, kept until shortly before they end. */
export class AccessTokens {
  readonly #fetch: Fetch;
  readonly #tokenUrl: string;
  readonly #now: () => number;
  readonly #kept = new Map<string, { token: string; until: number }>();

  /** `tokenUrl` is Google's own: the one in the JSON key is a customer's word and is never called. */
  constructor({ fetch, tokenUrl, now }: { fetch: Fetch; tokenUrl: string; now: () => number }) {
    this.#fetch = fetch;
    this.#tokenUrl = tokenUrl;
    this.#now = now;
  }

  async get(credentials: Credentials, scopes: Scopes, signal?: AbortSignal): Promise<string> {
    if ("token" in credentials) return credentials.token;
    const caller = keyOf(credentials, scopes);
    const kept = this.#kept.get(caller);
    if (kept && this.#now() < kept.until) return kept.token;
    for (const [other, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(other);
    const { access_token, expires_in } = await this.#exchange(credentials.serviceAccount, scopes, signal);
    this.#kept.set(caller, { token: access_token, until: this.#now() + expires_in * 1000 - MARGIN_MS });
    return access_token;
  }

  forget(credentials: Credentials, scopes: Scopes): void {
    this.#kept.delete(keyOf(credentials, scopes));
  }

  /** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
  async #exchange(account: ServiceAccountKey, scopes: Scopes, signal?: AbortSignal) {
    const form = {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: this.#assertion(account, scopes),
    };
    const answer = await send(
      { fetch: this.#fetch, platform: "Google" },
      { method: "POST", url: this.#tokenUrl, headers: {}, form, signal },
    );
    if (answer.status === 200) return readJson(answer, granted, "Google");
    if (answer.status === 429) throw new RateLimited("Google asks us to wait.", retryAfterMs(answer.headers));
    if (refused.safeParse(jsonOrUndefined(answer.text)).success && answer.status < 500)
      throw new CredentialsRejected(
        "Google does not accept this service account. Make a new JSON key of it in Google Cloud and enter that.",
      );
    throw new Unreachable(`Google gave no usable answer (HTTP ${answer.status}).`, { mayHaveHappened: false });
  }

  #assertion({ client_email, private_key, private_key_id }: ServiceAccountKey, scopes: Scopes): string {
    const iat = Math.floor(this.#now() / 1000);
    const header = { alg: "RS256", typ: "JWT", ...(private_key_id && { kid: private_key_id }) };
    const scope = SCOPES[scopes].map((name) => `https://www.googleapis.com/auth/${name}`).join(" ");
    const claims = { iss: client_email, scope, aud: this.#tokenUrl, iat, exp: iat + LIFETIME_SECONDS };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    try {
      return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), private_key).toString("base64url")}`;
    } catch {
      throw new CredentialsRejected(
        "The private key in the service account's JSON cannot be read. Paste the whole file that Google Cloud gave you.",
      );
    }
  }
}

const granted = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/), expires_in: z.number().positive() });
const refused = z.object({ error: z.string() });
