import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";
import type { ScheduledJob } from "./job.ts";

/** A worker that looks a little early, by its own clock, does not have to look a whole second later. */
const TOLERANCE_SECONDS = 0.2;

/**
 * Of these jobs, by name, those that this worker is to begin now: no worker has begun them within their pause. `even`: all of them, due or
 * not. What a lost write of this would cost is one run too many, so that nobody waits for the disk.
 */
export async function claimJobs(
  db: Database,
  jobs: readonly Pick<ScheduledJob, "name" | "everySeconds">[],
  { even = false } = {},
): Promise<Set<string>> {
  const names = jobs.map(({ name }) => name);
  const pauses = jobs.map(({ everySeconds }) => everySeconds - TOLERANCE_SECONDS);
  const { rows } = await db.execute<{ name: string }>(sql`
    with unwaited as (select set_config('synchronous_commit', 'off', true))
    insert into scheduled_jobs (name, due_at)
    select name, clock_timestamp() + make_interval(secs => pause)
    from unwaited, unnest(${sql.param(names)}::text[], ${sql.param(pauses)}::float8[]) as asked (name, pause) order by name
    on conflict (name) do update set due_at = excluded.due_at
      where ${even}::bool or scheduled_jobs.due_at <= clock_timestamp()
    returning name`);
  return new Set(rows.map(({ name }) => name));
}
