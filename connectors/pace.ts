import { createHash } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { type CallClocks, type CallRate, createMemoryClocks } from "./call-clocks.ts";
import { createRateLimited } from "./errors.ts";

/** A longer wait is left to the caller, because waiting would occupy a worker. */
const LONGEST_WAIT_MS = 5_000;

/** Keeps each credential within the platform's rate limit, and permits no call before a Retry-After has passed. */
export interface CallPace {
  /** Waits until the credential may make its next call. Throws `RateLimited` for a long wait. */
  turn(credential: string, signal?: AbortSignal): Promise<void>;
  /** Delays the credential's next call by `ms`. Throws `RateLimited` for a long wait. */
  pause(credential: string, ms: number): Promise<void>;
}

/** The current time in milliseconds since 1970, and a sleep function; tests replace both. */
export interface PaceClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const REAL_TIME: PaceClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, signal && { signal }),
};

/**
 * Limits calls with a credential to `perSecond`, the platform's rate limit. Infinite if only Retry-After limits calls.
 */
export function createPace(
  platform: string,
  perSecond = Number.POSITIVE_INFINITY,
  { now, sleep }: PaceClock = REAL_TIME,
  clocks: CallClocks = createMemoryClocks(now),
): CallPace {
  const intervalMs = 1000 / perSecond;
  const rate: CallRate = { intervalMs, burstMs: 1000 - intervalMs, longestWaitMs: LONGEST_WAIT_MS };
  const keyOf = (credential: string) => `${platform} ${createHash("sha256").update(credential).digest("hex")}`;

  return {
    async turn(credential, signal) {
      const key = keyOf(credential);
      for (;;) {
        const waitMs = intervalMs > 0 ? await clocks.book(key, rate) : await clocks.pausedMs(key);
        if (waitMs > LONGEST_WAIT_MS) throw createRateLimited(platform, waitMs, now());
        if (waitMs <= 0) return;
        await sleep(Math.ceil(waitMs), signal);
        if ((await clocks.pausedMs(key)) <= 0) return;
      }
    },
    async pause(credential, ms) {
      await clocks.pause(keyOf(credential), ms, rate);
      if (ms > LONGEST_WAIT_MS) throw createRateLimited(platform, ms, now());
    },
  };
}
