import { createHash } from "node:crypto";
import * as z from "zod";
import { type ConnectorError, CredentialsRejected, RateLimited, Unreachable } from "./errors.ts";
import { type Fetch, type HttpAnswer, jsonOrUndefined, readJson, retryAfterMs, send } from "./http.ts";

const SCOPE = "https://graph.microsoft.com/.default";
/** Renewed so long before its end. */
const MARGIN_MS = 5 * 60_000;

/** Of an app registration in Microsoft Entra. */
export interface AppCredentials {
  tenantId: string;
  appId: string;
  appSecret: string;
}

export const NO_TENANT =
  "Microsoft does not know this tenant. Copy the Tenant ID from the overview page of the app registration.";

/** Access tokens of apps, kept until shortly before they end. One request at a time asks for one. */
export class AccessTokens {
  readonly #fetch: Fetch;
  readonly #loginUrl: string;
  readonly #now: () => number;
  readonly #kept = new Map<string, { token: Promise<string>; until: number }>();

  constructor({ fetch, loginUrl, now }: { fetch: Fetch; loginUrl: string; now: () => number }) {
    this.#fetch = fetch;
    this.#loginUrl = loginUrl;
    this.#now = now;
  }

  async get(credentials: AppCredentials, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const key = keyOf(credentials);
    const kept = this.#kept.get(key);
    if (kept && this.#now() < kept.until) return kept.token;
    for (const [other, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(other);
    const asked = { token: Promise.resolve(""), until: this.#now() + MARGIN_MS };
    // Not with the caller's signal: others wait for the same token.
    asked.token = this.#ask(credentials).then(
      ({ access_token, expires_in }) => {
        asked.until = this.#now() + expires_in * 1000 - MARGIN_MS;
        return access_token;
      },
      (error: unknown) => {
        if (this.#kept.get(key) === asked) this.#kept.delete(key);
        throw error;
      },
    );
    this.#kept.set(key, asked);
    return asked.token;
  }

  forget(credentials: AppCredentials): void {
    this.#kept.delete(keyOf(credentials));
  }

  /** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
  async #ask({ tenantId, appId, appSecret }: AppCredentials) {
    const answer = await send(
      { fetch: this.#fetch, platform: "Microsoft" },
      {
        method: "POST",
        url: `${this.#loginUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
        headers: {},
        form: { grant_type: "client_credentials", client_id: appId, client_secret: appSecret, scope: SCOPE },
      },
    );
    if (answer.status === 200) return readJson(answer, granted, "Microsoft");
    throw refusalOf(answer);
  }
}

function keyOf({ tenantId, appId, appSecret }: AppCredentials): string {
  return createHash("sha256")
    .update(JSON.stringify([tenantId, appId, appSecret]))
    .digest("hex");
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

function refusalOf(answer: HttpAnswer): ConnectorError {
  if (answer.status === 429) return new RateLimited("Microsoft asks us to wait.", retryAfterMs(answer.headers));
  const parsed = refused.safeParse(jsonOrUndefined(answer.text));
  if (!parsed.success || answer.status >= 500 || parsed.data.error === "temporarily_unavailable")
    return new Unreachable(`Microsoft gave no usable answer (HTTP ${answer.status}).`, { mayHaveHappened: false });
  const known = parsed.data.error_codes.map((code) => SENTENCES[code]).find(Boolean);
  return new CredentialsRejected(
    known ?? "Microsoft does not accept these credentials. Check the Tenant ID, the App ID and the App Secret.",
  );
}
