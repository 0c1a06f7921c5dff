import { createHash } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { type CallClocks, type CallRate, memoryClocks } from "./call-clocks.ts";
import { asksToWait } from "./errors.ts";

/** A longer wait is the caller's: it holds a worker that could do something else. */
const LONGEST_WAIT_MS = 5_000;

/** Keeps each credential within its platform's rate and lets no call out before a Retry-After has passed. */
export interface Pace {
  /** Waits for the credential's turn; `RateLimited` when that would take long. */
  turn(credential: string, signal?: AbortSignal): Promise<void>;
  /** The platform said no: the next turn comes after `ms`; `RateLimited` when that would take long. */
  pause(credential: string, ms: number): Promise<void>;
}

/** Milliseconds since 1970, and a way to wait; tests bring their own. */
export interface Time {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const REAL_TIME: Time = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, signal && { signal }),
};

/** `perSecond`: the platform's limit for one credential, infinite where only Retry-After tells. */
export function createPace(
  platform: string,
  perSecond = Number.POSITIVE_INFINITY,
  { now, sleep }: Time = REAL_TIME,
  clocks: CallClocks = memoryClocks(now),
): Pace {
  const intervalMs = 1000 / perSecond;
  const rate: CallRate = { intervalMs, burstMs: 1000 - intervalMs, longestWaitMs: LONGEST_WAIT_MS };
  const keyOf = (credential: string) => `${platform} ${createHash("sha256").update(credential).digest("hex")}`;

  return {
    async turn(credential, signal) {
      const key = keyOf(credential);
      for (;;) {
        const waitMs = intervalMs > 0 ? await clocks.book(key, rate) : await clocks.pausedMs(key);
        if (waitMs > LONGEST_WAIT_MS) throw asksToWait(platform, waitMs, now());
        if (waitMs <= 0) return;
        await sleep(Math.ceil(waitMs), signal);
        if ((await clocks.pausedMs(key)) <= 0) return;
      }
    },
    async pause(credential, ms) {
      await clocks.pause(keyOf(credential), ms, rate);
      if (ms > LONGEST_WAIT_MS) throw asksToWait(platform, ms, now());
    },
  };
}
