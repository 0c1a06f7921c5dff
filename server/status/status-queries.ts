import { sql } from "drizzle-orm";
import type { ChatPlatform } from "../../connectors/manifests.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** How an integration receives events. All ages are seconds by the database's clock. */

export interface IntegrationReading {
  name: string;
  platform: ChatPlatform;
  trouble: string | null;
  liveTrouble: string | null;
  /** The number of events that are acknowledged and not applied yet. */
  waiting: number;
  oldestSeconds: number | null;
}

/** Lists the chat integrations that are switched on. */
export async function listIntegrationReadings({ workspaceId, tx }: WorkspaceScope): Promise<IntegrationReading[]> {
  const { rows } = await tx.execute<IntegrationReading & Record<string, unknown>>(sql`
    select i.name, i.platform, i.trouble, i.live_trouble as "liveTrouble", count(e.id)::int as waiting,
      extract(epoch from now() - min(e.received_at))::float8 as "oldestSeconds"
    from chat_integrations i
    left join chat_events e on e.workspace_id = i.workspace_id and e.integration_id = i.id and e.state = 'waiting'
    where i.workspace_id = ${workspaceId} and i.is_active
    group by i.workspace_id, i.id order by i.name`);
  return rows;
}

export interface ChannelReadingState {
  name: string;
  trouble: string | null;
  pausedFor: "messages" | "channels" | null;
  remoteState: "archived" | "deleted" | "left" | null;
  isHeld: boolean;
  /** The age of the channel's oldest event that is not applied yet. */
  oldestSeconds: number | null;
  /** The delay behind the channel's own frequency; null if the channel is not read by a schedule. */
  overdueSeconds: number | null;
}

/** Lists the monitored channels, without channels from exports, which are not read again. */
export async function listChannelReadings({ workspaceId, tx }: WorkspaceScope): Promise<ChannelReadingState[]> {
  const { rows } = await tx.execute<ChannelReadingState & Record<string, unknown>>(sql`
    select c.name, c.trouble, c.paused_for as "pausedFor", c.remote_state as "remoteState", c.held_since is not null as "isHeld",
      (select extract(epoch from now() - min(e.received_at))::float8 from chat_events e
        where e.workspace_id = c.workspace_id and e.integration_id = c.integration_id and e.state = 'waiting'
          and e.channel_external_id = c.external_id) as "oldestSeconds",
      case when s.monitoring_mode = 'automatic' and c.remote_state is null then
        extract(epoch from now() - coalesce(c.last_checked, c.created_at))::float8 - c.check_frequency_minutes * 60
      end as "overdueSeconds"
    from channels c
    join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
    left join workspace_settings s on s.workspace_id = c.workspace_id
    where c.workspace_id = ${workspaceId} and (c.is_active or c.paused_for is not null)
    order by c.name`);
  return rows;
}

export interface RunsState {
  running: number;
  queued: number;
  oldestQueuedSeconds: number | null;
  failedToday: number;
  lastError: string | null;
}

export async function readRunsState({ workspaceId, tx }: WorkspaceScope): Promise<RunsState> {
  const { rows } = await tx.execute<RunsState & Record<string, unknown>>(sql`
    select count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'queued')::int as queued,
      extract(epoch from now() - min(created_at) filter (where state = 'queued'))::float8 as "oldestQueuedSeconds",
      count(*) filter (where state = 'failed')::int as "failedToday",
      (array_agg(error order by finished_at desc) filter (where state = 'failed'))[1] as "lastError"
    from runs where workspace_id = ${workspaceId}
      and (state in ('queued', 'running') or finished_at > now() - interval '1 day')`);
  return rows[0] ?? { running: 0, queued: 0, oldestQueuedSeconds: null, failedToday: 0, lastError: null };
}

export interface TargetState {
  name: string;
  trouble: string | null;
  pausedFor: "platforms" | null;
  /** The number of due pages, and the age of the oldest due page. */
  due: number;
  oldestSeconds: number | null;
  /** The number of pages that are retried later. */
  later: number;
  /** The number of pages that were given up and wait for a person. */
  parked: number;
  /** The number of pages that a person changed or removed, so that a choice is needed. */
  undecided: number;
}

/** Lists the knowledge platforms that are switched on or paused by the plan. */
export async function listTargets({ workspaceId, tx }: WorkspaceScope): Promise<TargetState[]> {
  const isDue = sql`p.state in ('queued', 'in-flight') and p.next_attempt_at <= now()`;
  const { rows } = await tx.execute<TargetState & Record<string, unknown>>(sql`
    select i.name, i.trouble, i.paused_for as "pausedFor",
      count(*) filter (where ${isDue})::int as due,
      extract(epoch from now() - min(greatest(p.next_attempt_at, p.updated_at)) filter (where ${isDue}))::float8
        as "oldestSeconds",
      count(*) filter (where p.state in ('queued', 'in-flight') and p.next_attempt_at > now())::int as later,
      count(*) filter (where p.state = 'parked')::int as parked,
      count(*) filter (where p.state in ('conflict', 'removed'))::int as undecided
    from knowledge_integrations i
    left join publications p on p.workspace_id = i.workspace_id and p.integration_id = i.id
    where i.workspace_id = ${workspaceId} and (i.is_active or i.paused_for is not null)
    group by i.workspace_id, i.id order by i.name`);
  return rows;
}
