import { sql } from "drizzle-orm";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/** The number of newest messages to measure, which is enough for a median. */
const MEASURED = 200;
/** A conversation counts as over after a silence of this many usual pauses. */
const PAUSES = 5;
const SHORTEST_SECONDS = 120;
const LONGEST_SECONDS = 1800;
/** The measured time is rounded to this step, so that the row is not written with every message. */
const STEP_SECONDS = 30;

/** Derives, from the channel's usual pauses, the silence after which a conversation counts as over. */
export async function measureQuietTime({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx.execute(sql`
    update channels c set quiet_seconds = tempo.seconds
    from (
      select ${STEP_SECONDS} * round(least(${LONGEST_SECONDS}, greatest(${SHORTEST_SECONDS},
        ${PAUSES} * percentile_cont(0.5) within group (order by pause))) / ${STEP_SECONDS})::int as seconds
      from (
        select extract(epoch from sent_at - lag(sent_at) over (order by sent_at)) as pause
        from (
          select sent_at from messages
          where workspace_id = ${workspaceId} and channel_id = ${channelId} and deleted_at is null
          order by sent_at desc limit ${MEASURED}) newest) pauses
      where pause is not null) tempo
    where c.workspace_id = ${workspaceId} and c.id = ${channelId}
      and tempo.seconds is not null and c.quiet_seconds <> tempo.seconds`);
}

export type ChannelWithConversations = { workspaceId: string; channelId: string };

/**
 * Lists automatically checked channels of all workspaces with an unjudged conversation that became quiet. Leaves out channels
 * that are being analyzed, were just analyzed or just failed.
 */
export async function listChannelsWithQuietConversations(
  db: Database,
  limit: number,
): Promise<ChannelWithConversations[]> {
  const { rows } = await db.execute<ChannelWithConversations>(sql`
    select c.workspace_id as "workspaceId", c.id as "channelId" from channels c
    join workspace_settings s on s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic'
    join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
    cross join lateral (select now() - make_interval(secs => c.quiet_seconds) as since) quiet
    where c.is_active and c.paused_for is null and c.last_checked is not null
      and (
        exists (select from conversations t where t.workspace_id = c.workspace_id and t.channel_id = c.id
          and t.fingerprint = '' and t.last_at < quiet.since)
        or exists (select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.id
          and m.conversation_key is null and m.deleted_at is null and m.forgotten_at is null and m.sent_at < quiet.since))
      and not exists (select from runs r where r.workspace_id = c.workspace_id and r.kind = 'analyse'
        and r.created_at > now() - interval '1 day'
        and (r.input->'channelIds' is null or r.input->'channelIds' ? c.id::text)
        and (r.state in ('queued', 'running') or r.created_at > now() - interval '2 minutes'
          or (r.state = 'failed' and r.finished_at > now() - make_interval(mins => c.check_frequency_minutes))))
    limit ${limit}`);
  return rows;
}

export async function getQuietSeconds({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<number> {
  await measureQuietTime({ workspaceId, tx }, channelId);
  const { rows } = await tx.execute<{ seconds: number }>(sql`
    select quiet_seconds as seconds from channels where workspace_id = ${workspaceId} and id = ${channelId}`);
  return rows[0]?.seconds ?? LONGEST_SECONDS;
}
