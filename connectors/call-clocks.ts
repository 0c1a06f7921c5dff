/** The allowed rate of calls to a platform. All values are in milliseconds. */
export interface CallRate {
  /** The average interval between two calls; 0 without a limit. */
  intervalMs: number;
  /** The longest time by which a call may be earlier than its scheduled time. */
  burstMs: number;
  /** A call that would have to wait longer is not scheduled. */
  longestWaitMs: number;
}

/**
 * Schedules the calls made with one credential. All processes of the server share clocks in the database; a connector
 * used alone keeps its clocks in memory.
 */
export interface CallClocks {
  /**
   * Schedules the next call and returns the wait in milliseconds (0: no wait). A wait above `longestWaitMs` means that
   * the call was not scheduled.
   */
  book(key: string, rate: CallRate): Promise<number>;
  /**
   * The remaining time of the pause that the platform demanded with Retry-After, in milliseconds; 0 after the pause.
   */
  pausedMs(key: string): Promise<number>;
  /** Schedules no call for `ms` milliseconds. After the pause, calls follow the rate again. */
  pause(key: string, ms: number, rate: CallRate): Promise<void>;
}

interface Clock {
  /**
   * The time at which the next call would be exactly on schedule.
   * https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
   */
  due: number;
  pausedUntil: number;
}

/** Creates clocks in memory, for a process that shares them with no other process. */
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
