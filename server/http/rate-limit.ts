import type { Database } from "../db/workspace-scope.ts";
import { AppError } from "../errors.ts";
import {
  countAttempt,
  countAttemptUnlessEarly,
  countSecondsUntilNext,
  type GrowingDelay,
  type RateCount,
  type RateLimit,
} from "./rate-limit-queries.ts";

/** Counts an attempt. Throws 'too-many' (429) beyond the limit. */
export async function enforceRateLimit(db: Database, key: string, limit: RateLimit): Promise<RateCount> {
  const count = await countAttempt(db, key, limit);
  if (count.hits <= limit.limit) return count;
  throw new AppError("too-many", `Too many tries. Try again in ${inWords(count.secondsLeft)}.`, {
    retryAfterSeconds: count.secondsLeft,
  });
}

/** Counts an attempt, and returns whether it is within the limit. */
export async function countWithinLimit(db: Database, key: string, limit: RateLimit): Promise<boolean> {
  return (await countAttempt(db, key, limit)).hits <= limit.limit;
}

/** Counts an attempt. Refuses early attempts with 429 without counting them. If several attempts arrive at once, one passes. */
export async function enforceGrowingDelay(
  db: Database,
  key: string,
  delay: GrowingDelay,
  sentence: (wait: string) => string,
): Promise<void> {
  if (await countAttemptUnlessEarly(db, key, delay)) return;
  const secondsLeft = await countSecondsUntilNext(db, key, delay);
  throw new AppError("too-many", sentence(inWords(secondsLeft)), { retryAfterSeconds: secondsLeft });
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
