const WINDOW_MS = 10_000;

/**
 * The calls of an API token that are permitted within ten seconds. Atlassian does not publish this limit; the number is
 * an assumption. https://developer.atlassian.com/cloud/confluence/rate-limiting
 */
export const CALLS_IN_A_BURST = 500;

export class BurstLimit {
  readonly #most: number;
  readonly #callsOf = new Map<string, number[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the seconds to wait if the call exceeds the limit; null if the call is permitted. */
  refuse(credential: string): number | null {
    const now = Date.now();
    const calls = (this.#callsOf.get(credential) ?? []).filter((at) => at > now - WINDOW_MS);
    this.#callsOf.set(credential, calls);
    const [oldest] = calls;
    if (calls.length >= this.#most && oldest !== undefined)
      return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
    calls.push(now);
    return null;
  }
}
