import { type SQL, sql } from "drizzle-orm";
import { startRun } from "../analysis/index.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelWithTalk, listChannelsWithQuietTalk } from "../ingest/index.ts";
import type { ScheduledJob } from "./job.ts";

const CHANNELS_AT_ONCE = 500;
/** After a downtime every channel is due: so they come one after the other, and stay apart from then on. */
const CHANNELS_OF_A_WORKSPACE = 10;

export const checkDueChannelsJob: ScheduledJob = {
  name: "check-due-channels",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: checkDueChannels,
};

/** Conversations that live events brought and that became quiet. */
export const analyseQuietConversations: ScheduledJob = {
  name: "analyse-quiet-conversations",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: analyseQuietTalk,
};

/** Automatic monitoring: each active channel at its own frequency, by the database's clock. One run a channel at a time. */
export async function checkDueChannels(deps: Deps): Promise<void> {
  const { rows } = await deps.db.execute<ChannelWithTalk>(sql`
    select workspace_id as "workspaceId", id as "channelId" from (
      select c.workspace_id, c.id, c.last_checked,
        row_number() over (partition by c.workspace_id order by c.last_checked nulls first, c.id) as place
      from channels c
      where c.platform in ${Object.keys(deps.connectors.sources)} and ${isDue()}) due
    where place <= ${CHANNELS_OF_A_WORKSPACE}
    order by last_checked nulls first limit ${CHANNELS_AT_ONCE}`);
  for (const { workspaceId, channelId } of rows) {
    await inWorkspace(deps.db, workspaceId, async (scope) => {
      if (await isStill(scope, channelId, isDue()))
        await startRun(deps, scope, { kind: "analyse", input: { channelIds: [channelId] }, requestedBy: null });
    });
  }
}

/** Talk that live events brought is analysed once it has become quiet, without asking the platform again. */
export async function analyseQuietTalk(deps: Deps): Promise<void> {
  for (const { workspaceId, channelId } of await listChannelsWithQuietTalk(deps.db, CHANNELS_AT_ONCE)) {
    await inWorkspace(deps.db, workspaceId, async (scope) => {
      if (await isStill(scope, channelId, isFree()))
        await startRun(deps, scope, {
          kind: "analyse",
          input: { channelIds: [channelId], quietTalk: true },
          requestedBy: null,
        });
    });
  }
}

/** Of two workers that look at the same moment the second one waits, and then finds the run of the first. */
async function isStill({ workspaceId, tx }: WorkspaceScope, channelId: string, condition: SQL): Promise<boolean> {
  const isChannel = sql`c.workspace_id = ${workspaceId} and c.id = ${channelId}`;
  await tx.execute(sql`select from channels c where ${isChannel} for no key update`);
  const { rows } = await tx.execute(sql`select from channels c where ${isChannel} and ${condition}`);
  return rows.length > 0;
}

/** An archived channel is looked at once a day; one that put the bot out, or is gone, only when a person asks. */
const isDue = () => sql`c.is_active and c.paused_for is null and coalesce(c.remote_state, 'archived') = 'archived'
  and exists (select from workspace_settings s where s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic')
  and exists (select from chat_integrations i
    where i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active)
  and coalesce(c.last_checked, '-infinity') < now() - ${frequency()}
  and not exists (select from runs r where r.workspace_id = c.workspace_id and r.kind = 'analyse'
    and r.input->'channelIds' ? c.id::text and r.input->'quietTalk' is null
    and (r.state in ('queued', 'running') or r.created_at > now() - ${frequency()}))`;

const frequency = () => sql`make_interval(mins => case when c.remote_state is null then c.check_frequency_minutes
  else greatest(c.check_frequency_minutes, 1440) end)`;

const isFree = () => sql`not exists (select from runs r where r.workspace_id = c.workspace_id and r.kind = 'analyse'
  and r.state in ('queued', 'running') and r.input->'channelIds' ? c.id::text)`;
