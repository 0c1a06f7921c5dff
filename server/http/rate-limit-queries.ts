import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";

/** Limits the number of attempts with one key in a time window, over all processes. */

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** The number of attempts with this key in the current window, including the present attempt. */
export interface RateCount {
  hits: number;
  /** Seconds until the window ends, at least 1. */
  secondsLeft: number;
}

/** Counts an attempt by the database's clock, which all processes share. */
export async function countAttempt(db: Database, key: string, { windowSeconds }: RateLimit): Promise<RateCount> {
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

/** Subtracts an attempt that turned out to be harmless. */
export async function subtractAttempt(db: Pick<Database, "execute">, key: string): Promise<void> {
  await db.execute(sql`update rate_limits set hits = greatest(hits - 1, 0) where key = ${key}`);
}

export interface GrowingDelay {
  /** The number of attempts without a delay. */
  free: number;
  /** Delay before the next attempt. Each further attempt doubles the delay, up to the longest. */
  firstSeconds: number;
  longestSeconds: number;
  /** The count restarts after this time without an attempt. */
  forgetAfterSeconds: number;
}

/** Bounds the exponent, because PostgreSQL's numbers are bounded. */
const waitOf = ({ free, firstSeconds, longestSeconds }: GrowingDelay): SQL => sql`case when kept.hits < ${free} then 0
    else least(${longestSeconds}, ${firstSeconds} * 2 ^ least(kept.hits - ${free}, 20)) end`;

/** Counts an attempt. Returns false, without counting, if the delay is not over. */
export async function countAttemptUnlessEarly(db: Database, key: string, delay: GrowingDelay): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into rate_limits as kept (key, window_start, hits) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set window_start = clock_timestamp(),
      hits = case when kept.window_start < now() - make_interval(secs => ${delay.forgetAfterSeconds}) then 1 else kept.hits + 1 end
    where kept.window_start + make_interval(secs => ${waitOf(delay)}) <= clock_timestamp()`);
  return rowCount === 1;
}

/** Returns the seconds until the next attempt is allowed, at least 1. */
export async function countSecondsUntilNext(db: Database, key: string, delay: GrowingDelay): Promise<number> {
  const { rows } = await db.execute<{ secondsLeft: number }>(sql`
    select greatest(1, ceil(extract(epoch from window_start - now()) + ${waitOf(delay)}))::int as "secondsLeft"
    from rate_limits kept where key = ${key}`);
  return rows[0]?.secondsLeft ?? 1;
}

export async function deleteAttempts(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${key}`);
}
