import { createHash } from "node:crypto";

export interface GrantedToken<Token> {
  token: Token;
  /** The lifetime of the token. */
  seconds: number;
}

interface TokenCacheOptions<Credentials, Token> {
  ask: (credentials: Credentials) => Promise<GrantedToken<Token>>;
  /** A token is renewed this long before it expires. */
  marginMs: number;
  /** Returns the time in milliseconds since 1970; tests replace it. */
  now?: () => number;
}

/** Caches access tokens of apps until shortly before they expire. Parallel callers share one request for a token. */
export class TokenCache<Credentials extends object, Token> {
  readonly #ask: TokenCacheOptions<Credentials, Token>["ask"];
  readonly #marginMs: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, { token: Promise<Token>; until: number }>();

  constructor({ ask, marginMs, now = Date.now }: TokenCacheOptions<Credentials, Token>) {
    this.#ask = ask;
    this.#marginMs = marginMs;
    this.#now = now;
  }

  async get(credentials: Credentials, signal?: AbortSignal): Promise<Token> {
    signal?.throwIfAborted();
    const key = keyOf(credentials);
    const kept = this.#kept.get(key);
    if (kept && this.#now() < kept.until) return kept.token;
    for (const [other, { until }] of this.#kept) if (until <= this.#now()) this.#kept.delete(other);
    // The caller's signal is not used, because other callers wait for the same token.
    const granted = this.#ask(credentials);
    const asked = { token: granted.then(({ token }) => token), until: this.#now() + this.#marginMs };
    this.#kept.set(key, asked);
    granted.then(
      ({ seconds }) => {
        asked.until = this.#now() + seconds * 1000 - this.#marginMs;
      },
      () => {
        if (this.#kept.get(key) === asked) this.#kept.delete(key);
      },
    );
    return asked.token;
  }

  forget(credentials: Credentials): void {
    this.#kept.delete(keyOf(credentials));
  }
}

/** The cache's key: a hash, so that no secret stays in memory. */
function keyOf(credentials: object): string {
  return createHash("sha256")
    .update(JSON.stringify(Object.entries(credentials).sort()))
    .digest("hex");
}
