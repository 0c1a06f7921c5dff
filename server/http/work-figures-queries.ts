import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";

/** Figures over all workspaces, for operators. Ages are in seconds, 0 if nothing waits. */
export interface WorkFigures {
  /** The number of due jobs of each queue, and the age of the oldest due job. */
  queues: { name: string; due: number; oldestSeconds: number }[];
  /**
   * The number of publications by state. 'parked': the product gave the publication up. 'conflict' and 'removed': the
   * publication waits for a person.
   */
  publications: { state: string; count: number }[];
  oldestDuePublicationSeconds: number;
  oldestChatEventSeconds: number;
  /** The delay of the channel that is furthest behind its schedule. */
  readingOverdueSeconds: number;
  workersAlive: number;
  failedRunsOfHour: number;
}

export async function readWorkFigures(db: Database): Promise<WorkFigures> {
  const age = (since: ReturnType<typeof sql>) => sql`coalesce(extract(epoch from now() - ${since}), 0)::float8`;
  const { rows: queues } = await db.execute<WorkFigures["queues"][number] & Record<string, unknown>>(sql`
    select name, count(*)::int as due, ${age(sql`min(greatest(created_on, start_after))`)} as "oldestSeconds"
    from pgboss.job where state < 'active' and start_after <= now() group by name`);
  const { rows: publications } = await db.execute<WorkFigures["publications"][number] & Record<string, unknown>>(sql`
    select state, count(*)::int as count from publications where state in ('parked', 'conflict', 'removed') group by state`);
  const { rows } = await db.execute<Omit<WorkFigures, "queues" | "publications"> & Record<string, unknown>>(sql`
    select
      (select ${age(sql`min(greatest(next_attempt_at, updated_at))`)} from publications
        where state in ('queued', 'in-flight') and next_attempt_at <= now()) as "oldestDuePublicationSeconds",
      (select ${age(sql`min(received_at)`)} from chat_events where state = 'waiting') as "oldestChatEventSeconds",
      (select greatest(0, coalesce(max(extract(epoch from now() - coalesce(c.last_checked, c.created_at))
          - c.check_frequency_minutes * 60), 0))::float8
        from channels c
        join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
        join workspace_settings s on s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic'
        where c.is_active and c.paused_for is null and c.remote_state is null) as "readingOverdueSeconds",
      (select count(*)::int from workers where seen_at > now() - interval '1 minute') as "workersAlive",
      (select count(*)::int from runs where state = 'failed' and finished_at > now() - interval '1 hour')
        as "failedRunsOfHour"`);
  const [rest] = rows;
  if (!rest) throw new Error("The database answers nothing.");
  return { ...rest, queues, publications };
}
