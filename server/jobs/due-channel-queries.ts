import { type SQL, sql } from "drizzle-orm";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import type { ChannelWithConversations } from "../ingest/messages/index.ts";

/** Lists due channels of all workspaces with automatic monitoring, longest unchecked first, limited per workspace. */
export async function listDueChannels(
  db: Database,
  platforms: string[],
  { ofAWorkspace, atOnce }: { ofAWorkspace: number; atOnce: number },
): Promise<ChannelWithConversations[]> {
  const { rows } = await db.execute<ChannelWithConversations>(sql`
    select workspace_id as "workspaceId", id as "channelId" from (
      select c.workspace_id, c.id, c.last_checked,
        row_number() over (partition by c.workspace_id order by c.last_checked nulls first, c.id) as place
      from channels c
      where c.platform in ${platforms} and ${whereDue()}) due
    where place <= ${ofAWorkspace}
    order by last_checked nulls first limit ${atOnce}`);
  return rows;
}

export const isStillDue = (scope: WorkspaceScope, channelId: string) => isStill(scope, channelId, whereDue());
/** True when no analysis of the channel waits or runs. */
export const isStillWithoutRun = (scope: WorkspaceScope, channelId: string) =>
  isStill(scope, channelId, whereWithoutOpenRun());

/** The lock makes a second worker wait, and this worker then finds the first worker's run. */
async function isStill({ workspaceId, tx }: WorkspaceScope, channelId: string, condition: SQL): Promise<boolean> {
  const isChannel = sql`c.workspace_id = ${workspaceId} and c.id = ${channelId}`;
  await tx.execute(sql`select from channels c where ${isChannel} for no key update`);
  const { rows } = await tx.execute(sql`select from channels c where ${isChannel} and ${condition}`);
  return rows.length > 0;
}

/**
 * SQL condition: the channel is due. An archived channel is checked once a day. A channel that was deleted or that removed the
 * bot is checked only at a person's request.
 */
const whereDue = () => sql`c.is_active and c.paused_for is null and coalesce(c.remote_state, 'archived') = 'archived'
  and exists (select from workspace_settings s where s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic')
  and exists (select from chat_integrations i
    where i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active)
  and coalesce(c.last_checked, '-infinity') < now() - ${frequency()}
  and not exists (select from runs r where r.workspace_id = c.workspace_id and r.kind = 'analyse'
    and r.input->'channelIds' ? c.id::text and r.input->'onlyQuiet' is null
    and r.input->'onlyStored' is null
    and (r.state in ('queued', 'running') or r.created_at > now() - ${frequency()}))`;

const frequency = () => sql`make_interval(mins => case when c.remote_state is null then c.check_frequency_minutes
  else greatest(c.check_frequency_minutes, 1440) end)`;

const whereWithoutOpenRun =
  () => sql`not exists (select from runs r where r.workspace_id = c.workspace_id and r.kind = 'analyse'
  and r.state in ('queued', 'running') and r.input->'channelIds' ? c.id::text)`;
