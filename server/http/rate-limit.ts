import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";
import { AppError } from "../errors.ts";

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** How many times this key was counted in the current window, this time included. */
export interface RateCount {
  hits: number;
  /** Until the window ends, at least 1. */
  secondsLeft: number;
}

/** Counts by the database's clock, for every process alike. */
async function countHit(db: Database, key: string, { windowSeconds }: RateLimit): Promise<RateCount> {
  const { rows } = await db.execute<{ hits: number; secondsLeft: number }>(sql`
    insert into rate_limits as kept (key, window_start, hits) values (${key}, now(), 1)
    on conflict (key) do update set
      hits = case when kept.window_start <= now() - make_interval(secs => ${windowSeconds}) then 1 else kept.hits + 1 end,
      window_start = case when kept.window_start <= now() - make_interval(secs => ${windowSeconds}) then now()
        else kept.window_start end
    returning hits, greatest(1, ceil(extract(epoch from window_start - now()) + ${windowSeconds}))::int as "secondsLeft"`);
  const [row] = rows;
  if (!row) throw new Error("Counting returned no row.");
  return row;
}

/** Counts, and refuses with 429 beyond the limit. */
export async function enforceRateLimit(db: Database, key: string, limit: RateLimit): Promise<RateCount> {
  const count = await countHit(db, key, limit);
  if (count.hits <= limit.limit) return count;
  throw new AppError("too-many", `Too many tries. Try again in ${inWords(count.secondsLeft)}.`, {
    retryAfterSeconds: count.secondsLeft,
  });
}

export async function forgetHits(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${key}`);
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
