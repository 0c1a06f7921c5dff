import { eq, sql } from "drizzle-orm";
import { DEFAULT_DETECTION_SETTINGS, type DetectionSettings } from "../../shared/domain/detection.ts";
import { workspaceSettings } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type SettingsRow = typeof workspaceSettings.$inferSelect;

export async function findSettings({ workspaceId, tx }: WorkspaceScope): Promise<SettingsRow | null> {
  const [row] = await tx.select().from(workspaceSettings).where(eq(workspaceSettings.workspaceId, workspaceId));
  return row ?? null;
}

export async function saveDetectionSettings(
  { workspaceId, tx }: WorkspaceScope,
  fields: DetectionSettings,
): Promise<SettingsRow> {
  const saved = { ...fields, lastUpdated: sql`now()` };
  const [row] = await tx
    .insert(workspaceSettings)
    .values({ workspaceId, ...saved })
    .onConflictDoUpdate({ target: workspaceSettings.workspaceId, set: saved })
    .returning();
  if (!row) throw new Error("An upsert always returns its row");
  return row;
}

/** Saves only the mode, so that a workspace without saved detection settings continues to follow the defaults. */
export async function saveMonitoringMode(
  { workspaceId, tx }: WorkspaceScope,
  monitoringMode: SettingsRow["monitoringMode"],
): Promise<void> {
  await tx
    .insert(workspaceSettings)
    .values({ workspaceId, ...DEFAULT_DETECTION_SETTINGS, monitoringMode })
    .onConflictDoUpdate({ target: workspaceSettings.workspaceId, set: { monitoringMode } });
}

/**
 * Finds when automatic monitoring reads each channel next, by the rules of `checkDueChannels`; now if already due. Empty for
 * manual monitoring.
 */
export async function findNextChannelChecks(scope: WorkspaceScope): Promise<Map<string, Date>> {
  const rows = await selectNextChecks(scope);
  return new Map(rows.map(({ id, ms }) => [id, new Date(ms)]));
}

const selectNextChecks = prepareStatement(
  ({ workspaceId }: WorkspaceScope) => sql<{ id: string; ms: number }>`
    select c.id, 1000 * extract(epoch from greatest(now(), c.last_checked + f.every, started.at + f.every))::float8 as ms
    from channels c
    join workspace_settings s on s.workspace_id = c.workspace_id and s.monitoring_mode = 'automatic'
    join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
    cross join lateral (select make_interval(mins => case when c.remote_state is null
      then c.check_frequency_minutes else greatest(c.check_frequency_minutes, 1440) end) as every) f
    left join (
      select channel, max(r.created_at) as at from runs r, jsonb_array_elements_text(r.input->'channelIds') channel
      where r.workspace_id = ${workspaceId} and r.kind = 'analyse' and r.input->'onlyQuiet' is null
        and r.input->'onlyStored' is null group by channel
    ) started on started.channel = c.id::text
    where c.workspace_id = ${workspaceId} and c.is_active and c.paused_for is null and coalesce(c.remote_state, 'archived') = 'archived'`,
);
