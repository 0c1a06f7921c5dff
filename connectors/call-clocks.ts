/** All in milliseconds. */
export interface CallRate {
  /** Between two calls, on average; 0 without a limit. */
  intervalMs: number;
  /** How much earlier than on average a call may go out. */
  burstMs: number;
  /** A turn further away than this is not booked. */
  longestWaitMs: number;
}

/**
 * When calls in the name of a credential may go out. In the server all processes share them by way of the database; a connector
 * by itself has its own.
 */
export interface CallClocks {
  /** Books the next turn and answers in how many milliseconds it is (0: now); more than the longest wait: not booked. */
  book(key: string, rate: CallRate): Promise<number>;
  /** Milliseconds until the platform's Retry-After has passed; 0 when it has. */
  pausedMs(key: string): Promise<number>;
  /** No turn for so many milliseconds; after that they come at the rate. */
  pause(key: string, ms: number, rate: CallRate): Promise<void>;
}

interface Clock {
  /** When the next call would be exactly on time (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). */
  due: number;
  pausedUntil: number;
}

/** Of this process only. */
export function memoryClocks(now: () => number): CallClocks {
  const clocks = new Map<string, Clock>();
  const clockOf = (key: string) => {
    const clock = clocks.get(key) ?? { due: 0, pausedUntil: 0 };
    clocks.set(key, clock);
    return clock;
  };
  return {
    async book(key, { intervalMs, burstMs, longestWaitMs }) {
      const clock = clockOf(key);
      const waitMs = Math.max(clock.pausedUntil, clock.due - burstMs) - now();
      if (waitMs <= longestWaitMs) clock.due = Math.max(clock.due, now()) + intervalMs;
      return Math.max(0, waitMs);
    },
    async pausedMs(key) {
      return Math.max(0, clockOf(key).pausedUntil - now());
    },
    async pause(key, ms, { burstMs }) {
      const clock = clockOf(key);
      clock.pausedUntil = Math.max(clock.pausedUntil, now() + ms);
      clock.due = Math.max(clock.due, clock.pausedUntil + burstMs);
    },
  };
}
