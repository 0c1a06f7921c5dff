import { sql } from "drizzle-orm";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { startRun } from "../features/analysis/start-run.ts";

const CHANNELS_A_SWEEP = 500;

/** Automatic monitoring: each active channel at its own frequency, by the database's clock. One run a channel at a time. */
export async function checkDueChannels(deps: Deps): Promise<void> {
  const { rows } = await deps.db.execute<{ workspace_id: string; id: string }>(sql`
    select c.workspace_id, c.id from channels c
    join workspace_settings s on s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic'
    join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
    where c.is_active and c.platform in ${Object.keys(deps.connectors.sources)}
      and coalesce(c.last_checked, '-infinity') < now() - make_interval(mins => c.check_frequency_minutes)
      and not exists (
        select from runs r where r.workspace_id = c.workspace_id and r.kind = 'analyse'
          and r.input->'channelIds' ? c.id::text
          and (r.state in ('queued', 'running')
            or r.created_at > now() - make_interval(mins => c.check_frequency_minutes)))
    order by c.last_checked nulls first limit ${CHANNELS_A_SWEEP}`);
  for (const { workspace_id: workspaceId, id } of rows) {
    await inWorkspace(deps.db, workspaceId, (scope) =>
      startRun(deps, scope, { kind: "analyse", input: { channelIds: [id] }, requestedBy: null }),
    );
  }
}
