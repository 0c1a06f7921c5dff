import { setTimeout as sleepFor } from "node:timers/promises";
import { RateLimited } from "./errors.ts";

/** A longer wait is the caller's: it holds a worker that could do something else. */
const LONGEST_WAIT_MS = 5_000;

interface Clock {
  /** When the next call would be exactly on time (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). */
  due: number;
  /** No call before this: what the platform's Retry-After said. */
  pausedUntil: number;
}

/** Keeps each credential within its platform's rate and lets no call out before a Retry-After has passed. */
export interface Pace {
  /** Waits for the credential's turn; `RateLimited` when that would take long. */
  turn(credential: string, signal?: AbortSignal): Promise<void>;
  /** The platform said no: the next turn comes after `ms`; `RateLimited` when that would take long. */
  pause(credential: string, ms: number): void;
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

export function createPace(
  platform: string,
  perSecond = Number.POSITIVE_INFINITY,
  { now, sleep }: Time = REAL_TIME,
): Pace {
  const clocks = new Map<string, Clock>();
  const intervalMs = 1000 / perSecond;
  const burstMs = 1000 - intervalMs;

  const clockOf = (credential: string) => {
    const clock = clocks.get(credential) ?? { due: 0, pausedUntil: 0 };
    clocks.set(credential, clock);
    return clock;
  };

  return {
    async turn(credential, signal) {
      const clock = clockOf(credential);
      const mine = clock.due - burstMs;
      const waitMs = () => Math.max(clock.pausedUntil, mine) - now();
      if (waitMs() > LONGEST_WAIT_MS) throw tooMany(platform, waitMs());
      clock.due = Math.max(clock.due, now()) + intervalMs;
      while (waitMs() > 0) await sleep(Math.ceil(waitMs()), signal);
    },
    pause(credential, ms) {
      const clock = clockOf(credential);
      clock.pausedUntil = Math.max(clock.pausedUntil, now() + ms);
      if (ms > LONGEST_WAIT_MS) throw tooMany(platform, ms);
    },
  };
}

function tooMany(platform: string, waitMs: number): RateLimited {
  return new RateLimited(`${platform} asks us to wait ${Math.ceil(waitMs / 1000)} seconds.`, waitMs);
}
