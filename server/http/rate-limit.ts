import type { Database } from "../db/workspace-scope.ts";
import { AppError } from "../errors.ts";
import {
  countHit,
  countSecondsUntilNext,
  countUnlessEarly,
  type GrowingDelay,
  type RateCount,
  type RateLimit,
} from "./rate-limit-queries.ts";

/** Counts an attempt, and refuses it with 429 beyond the limit. */
export async function enforceRateLimit(db: Database, key: string, limit: RateLimit): Promise<RateCount> {
  const count = await countHit(db, key, limit);
  if (count.hits <= limit.limit) return count;
  throw new AppError("too-many", `Too many tries. Try again in ${inWords(count.secondsLeft)}.`, {
    retryAfterSeconds: count.secondsLeft,
  });
}

/** Counts an attempt, and returns whether it is within the limit. */
export async function isWithinLimit(db: Database, key: string, limit: RateLimit): Promise<boolean> {
  return (await countHit(db, key, limit)).hits <= limit.limit;
}

/** Counts an attempt. Refuses early attempts with 429 without counting them. One of several simultaneous attempts passes. */
export async function enforceGrowingDelay(
  db: Database,
  key: string,
  delay: GrowingDelay,
  sentence: (wait: string) => string,
): Promise<void> {
  if (await countUnlessEarly(db, key, delay)) return;
  const secondsLeft = await countSecondsUntilNext(db, key, delay);
  throw new AppError("too-many", sentence(inWords(secondsLeft)), { retryAfterSeconds: secondsLeft });
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
