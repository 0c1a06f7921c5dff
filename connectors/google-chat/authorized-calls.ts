import { createRateLimited } from "../errors.ts";
import { type Fetch, type HttpCall, type HttpResponse, parseRetryAfter, sendRequest } from "../http.ts";
import { isGrantHandle } from "../oauth.ts";
import type { CallPace } from "../pace.ts";
import { type AccessTokens, type GoogleCredentials, getCredentialsId, type ScopeSet } from "./access-token.ts";

const MOST_TRIES = 4;
/** The pause after the last attempt if Google sends no Retry-After. */
const GIVE_UP_MS = 30_000;

/** The kind of credential, which selects the advice about a refusal. 'connection' means OAuth. */
export type CredentialKind = "service account" | "connection" | "token";

export interface CallOptions {
  /** The name of the API for messages to people: 'Google Chat'. */
  platform: string;
  fetch: Fetch;
  tokens: AccessTokens;
  scopes: ScopeSet;
  pace: CallPace;
  credentials: GoogleCredentials;
  signal: AbortSignal | undefined;
}

/** Calls one of Google's APIs within the credential's rate limit and with its access token. */
export class AuthorizedCalls {
  readonly #options: CallOptions;
  readonly #caller: string;

  constructor(options: CallOptions) {
    this.#options = options;
    this.#caller = getCredentialsId(options.credentials);
  }

  get kind(): CredentialKind {
    const { credentials } = this.#options;
    if ("serviceAccount" in credentials) return "service account";
    return isGrantHandle(credentials.token) ? "connection" : "token";
  }

  /** Returns every response except status 429. Returns 401 only if a new token does not help. */
  async send(call: Omit<HttpCall, "headers" | "signal">, timeoutMs?: number): Promise<HttpResponse> {
    const { platform, fetch, tokens, scopes, pace, credentials, signal } = this.#options;
    let isRenewed = false;
    for (let tries = 1; ; tries += 1) {
      await pace.turn(this.#caller, signal);
      const token = await tokens.get(credentials, scopes, signal);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await sendRequest({ fetch, platform, timeoutMs }, { ...call, headers, signal });
      if (answer.status === 401 && this.kind === "service account" && !isRenewed) {
        tokens.forget(credentials, scopes);
        isRenewed = true;
        continue;
      }
      if (answer.status !== 429) return answer;
      await this.#backOff(answer.headers, tries);
    }
  }

  /**
   * Waits before the next attempt and doubles the pause each time, because Google does not always send Retry-After.
   * Throws `RateLimited` for a long pause.
   */
  async #backOff(headers: Headers, tries: number): Promise<void> {
    const { platform, pace } = this.#options;
    const isLast = tries >= MOST_TRIES;
    const waitMs = headers.has("retry-after")
      ? parseRetryAfter(headers)
      : isLast
        ? GIVE_UP_MS
        : 1000 * 2 ** (tries - 1);
    await pace.pause(this.#caller, waitMs);
    if (isLast) throw createRateLimited(platform, waitMs);
  }
}
