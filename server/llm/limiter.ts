import { setTimeout as sleep } from "node:timers/promises";
import type { UnavailableReply } from "../../engine/model/index.ts";
import { parseDuration } from "./failures.ts";

const MINUTE_MS = 60_000;
/** The longest time for which a call waits for its rate limits. */
const LONGEST_QUEUE_MS = 60_000;

interface Limits {
  requests: number | null;
  tokens: number | null;
}

/**
 * Delays the calls with one API key, to stay below the provider's limits per minute. The operator's limits take precedence,
 * followed by the limits in the provider's answers, and by the default limits.
 */
export class CallLimiter {
  readonly #fixed: Limits;
  readonly #learned: Limits;
  readonly #now: () => number;
  #recent: { at: number; tokens: number }[] = [];
  #closedUntil = 0;

  constructor(fixed: Limits, first: Limits, now: () => number = Date.now) {
    this.#fixed = fixed;
    this.#learned = { ...first };
    this.#now = now;
  }

  /** Reserves a call within the limits. Returns 0, or the milliseconds until the limits allow the call. */
  take(tokens: number): number {
    const now = this.#now();
    if (now < this.#closedUntil) return this.#closedUntil - now;
    this.#recent = this.#recent.filter(({ at }) => now - at < MINUTE_MS);
    const requests = this.#fixed.requests ?? this.#learned.requests;
    const most = this.#fixed.tokens ?? this.#learned.tokens;
    const oldest = this.#recent[0];
    if (oldest && requests !== null && this.#recent.length >= requests) return oldest.at + MINUTE_MS - now;
    const used = this.#recent.reduce((sum, call) => sum + call.tokens, 0);
    // A question above the limit is sent when no other call counts; the provider then decides.
    if (oldest && most !== null && used + tokens > most) return oldest.at + MINUTE_MS - now;
    this.#recent.push({ at: now, tokens });
    return 0;
  }

  /** Blocks all calls for a time that the provider requested. */
  close(waitMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#now() + waitMs);
  }

  /** Reads the limits from the headers of OpenAI and Anthropic; other providers send none. */
  learn(headers: Readonly<Record<string, string | undefined>>): void {
    for (const [kind, name] of [
      ["requests", "requests"],
      ["tokens", "tokens"],
      ["tokens", "input-tokens"],
    ] as const) {
      for (const prefix of ["x-ratelimit", "anthropic-ratelimit"]) {
        const of = (what: string) =>
          headers[prefix === "x-ratelimit" ? `${prefix}-${what}-${name}` : `${prefix}-${name}-${what}`];
        const limit = Number(of("limit"));
        if (Number.isFinite(limit) && limit > 0) this.#learned[kind] = limit;
        const resetMs = parseDuration(of("reset")) ?? Date.parse(of("reset") ?? "") - this.#now();
        if (of("remaining") === "0" && resetMs > 0) this.close(Math.min(resetMs, MINUTE_MS));
      }
    }
  }
}

/** Waits until the limits allow the call. If that takes too long, returns a reply that makes the question wait. */
export async function waitForRateLimit(
  limiter: CallLimiter,
  tokens: number,
  signal: AbortSignal | undefined,
): Promise<UnavailableReply | null> {
  const endsAt = Date.now() + LONGEST_QUEUE_MS;
  for (let waitMs = limiter.take(tokens); waitMs > 0; waitMs = limiter.take(tokens)) {
    if (Date.now() + waitMs > endsAt || signal?.aborted) {
      const sentence = "The provider takes only so many calls a minute.";
      return { kind: "waits", reason: "limit", until: new Date(Date.now() + waitMs), sentence };
    }
    await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
  return null;
}
