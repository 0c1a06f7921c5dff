import { GraphFailure } from "./failure.ts";

const MINUTE_MS = 60_000;

/**
 * Microsoft's rate limits per app and tenant: 60 calls a minute for changes and replies together, and 30 calls a second
 * for all others. https://learn.microsoft.com/graph/throttling-limits
 */
export class Throttle {
  readonly #now: () => number;
  readonly #callsOf = new Map<string, { at: number; isShared: boolean }[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  take(appId: string, path: string): void {
    const isShared = /\/(delta|replies)$/.test(path);
    const now = this.#now();
    const calls = (this.#callsOf.get(appId) ?? []).filter(({ at }) => at > now - MINUTE_MS);
    this.#callsOf.set(appId, calls);
    const span = isShared ? MINUTE_MS : 1000;
    const counted = calls.filter((call) => call.isShared === isShared && call.at > now - span);
    if (counted.length >= (isShared ? 60 : 30)) {
      const freeAt = (counted[0]?.at ?? now) + span;
      throw new GraphFailure("TooManyRequests", "Too many requests.", Math.max(1, Math.ceil((freeAt - now) / 1000)));
    }
    calls.push({ at: now, isShared });
  }
}
