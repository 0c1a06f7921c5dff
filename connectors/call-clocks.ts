/** The allowed rate of calls to a platform. All values are in milliseconds. */
export interface CallRate {
  /** The average interval between two calls; 0 without a limit. */
  intervalMs: number;
  /** The maximum time by which a call may precede its scheduled time. */
  burstMs: number;
  /** A turn that is further away than this is not booked. */
  longestWaitMs: number;
}

/**
 * Schedules the calls made with a credential. In the server all processes share the clocks in the database; a connector on its
 * own keeps them in memory.
 */
export interface CallClocks {
  /** Books the next turn and returns the wait in ms (0: now). More than `longestWaitMs` means that nothing was booked. */
  book(key: string, rate: CallRate): Promise<number>;
  /** The remaining time of the platform's Retry-After in milliseconds; 0 when it has passed. */
  pausedMs(key: string): Promise<number>;
  /** Allows no turn for `ms` milliseconds; after that, turns follow the rate again. */
  pause(key: string, ms: number, rate: CallRate): Promise<void>;
}

interface Clock {
  /** The time at which the next call would be exactly on schedule (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). */
  due: number;
  pausedUntil: number;
}

/** Creates call clocks in memory, for a process that shares them with no other. */
export function createMemoryClocks(now: () => number): CallClocks {
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
