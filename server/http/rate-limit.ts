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

/** Counts, and says whether the limit is kept. */
export async function isWithinLimit(db: Database, key: string, limit: RateLimit): Promise<boolean> {
  return (await countHit(db, key, limit)).hits <= limit.limit;
}

/** What was counted has turned out well: it counts no more. */
export async function takeHitBack(db: Pick<Database, "execute">, key: string): Promise<void> {
  await db.execute(sql`update rate_limits set hits = greatest(hits - 1, 0) where key = ${key}`);
}

export interface GrowingDelay {
  /** So many tries need not wait. */
  free: number;
  /** Before the next one; each further try doubles it, up to the longest. */
  firstSeconds: number;
  longestSeconds: number;
  /** Without a try for so long, everything begins anew. */
  forgetAfterSeconds: number;
}

/** Counts, and refuses with 429 what comes before its time; what is refused does not count. Of tries at the same moment one passes. */
export async function enforceGrowingDelay(
  db: Database,
  key: string,
  delay: GrowingDelay,
  sentence: (wait: string) => string,
): Promise<void> {
  const { free, firstSeconds, longestSeconds, forgetAfterSeconds } = delay;
  // The exponent is bounded: PostgreSQL's numbers are too.
  const wait = sql`case when kept.hits < ${free} then 0
    else least(${longestSeconds}, ${firstSeconds} * 2 ^ least(kept.hits - ${free}, 20)) end`;
  const { rowCount } = await db.execute(sql`
    insert into rate_limits as kept (key, window_start, hits) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set window_start = clock_timestamp(),
      hits = case when kept.window_start < now() - make_interval(secs => ${forgetAfterSeconds}) then 1 else kept.hits + 1 end
    where kept.window_start + make_interval(secs => ${wait}) <= clock_timestamp()`);
  if (rowCount === 1) return;
  const { rows } = await db.execute<{ secondsLeft: number }>(sql`
    select greatest(1, ceil(extract(epoch from window_start - now()) + ${wait}))::int as "secondsLeft"
    from rate_limits kept where key = ${key}`);
  const secondsLeft = rows[0]?.secondsLeft ?? 1;
  throw new AppError("too-many", sentence(inWords(secondsLeft)), { retryAfterSeconds: secondsLeft });
}

export async function forgetHits(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${key}`);
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
