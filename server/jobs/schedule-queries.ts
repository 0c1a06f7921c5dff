import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";
import type { ScheduledJob } from "./job.ts";

/** Tolerates a worker whose clock is slightly early, which would otherwise check again a whole second later. */
const TOLERANCE_SECONDS = 0.2;
/** The largest expected difference between two clocks. */
const CLOCK_SKEW_SECONDS = 60;

export interface ClaimedJobs {
  /** The jobs that this worker has to start now. */
  names: Set<string>;
  /** Milliseconds until each of the other jobs is due. */
  waits: Map<string, number>;
  /** Jobs that were due later than their pause allows, because the database's clock was ahead. */
  wronglyDue: string[];
}

/**
 * Claims jobs that no worker has started within their pause; `even` claims all jobs. Does not wait until the write is on the
 * disk, because losing the write only causes an additional execution.
 */
export async function claimJobs(
  db: Database,
  jobs: readonly Pick<ScheduledJob, "name" | "everySeconds">[],
  { even = false } = {},
): Promise<ClaimedJobs> {
  const names = jobs.map(({ name }) => name);
  const pauses = jobs.map(({ everySeconds }) => everySeconds - TOLERANCE_SECONDS);
  const { rows } = await db.execute<{ name: string; claimed: boolean; waitMs: number | null; isWrong: boolean }>(sql`
    with unwaited as (select set_config('synchronous_commit', 'off', true)),
    asked as (
      select name, pause from unnest(${sql.param(names)}::text[], ${sql.param(pauses)}::float8[]) as asked (name, pause)),
    before as (
      select name, due_at, due_at > clock_timestamp() + make_interval(secs => pause + ${CLOCK_SKEW_SECONDS}) as is_wrong
      from scheduled_jobs join asked using (name)),
    claimed as (
      insert into scheduled_jobs (name, due_at)
      select name, clock_timestamp() + make_interval(secs => pause) from unwaited, asked order by name
      on conflict (name) do update set due_at = excluded.due_at
        where ${even}::bool or scheduled_jobs.due_at <= clock_timestamp()
          or scheduled_jobs.due_at
            > excluded.due_at + make_interval(secs => ${CLOCK_SKEW_SECONDS})
      returning name)
    select asked.name, claimed.name is not null as claimed, coalesce(before.is_wrong, false) as "isWrong",
      (extract(epoch from before.due_at - clock_timestamp()) * 1000)::float8 as "waitMs"
    from asked left join claimed using (name) left join before using (name)`);
  return {
    names: new Set(rows.flatMap(({ name, claimed }) => (claimed ? [name] : []))),
    waits: new Map(rows.flatMap(({ name, claimed, waitMs }) => (claimed ? [] : [[name, waitMs ?? 0]]))),
    wronglyDue: rows.flatMap(({ name, isWrong }) => (isWrong ? [name] : [])),
  };
}
