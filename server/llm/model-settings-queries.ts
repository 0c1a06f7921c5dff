import { and, eq, sql } from "drizzle-orm";
import { channels, modelSettings } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type ModelSettingsRow = typeof modelSettings.$inferSelect;

export async function findModelSettings({ workspaceId, tx }: WorkspaceScope): Promise<ModelSettingsRow | null> {
  const [row] = await tx.select().from(modelSettings).where(eq(modelSettings.workspaceId, workspaceId));
  return row ?? null;
}

export async function saveModelSettings(
  { workspaceId, tx }: WorkspaceScope,
  values: Partial<Omit<ModelSettingsRow, "workspaceId" | "updatedAt">>,
): Promise<void> {
  const set = { ...values, updatedAt: sql`now()` };
  await tx
    .insert(modelSettings)
    .values({ workspaceId, ...values })
    .onConflictDoUpdate({ target: modelSettings.workspaceId, set });
}

/** True if nothing of the channel may be sent to a model. */
export async function isExcludedFromModel({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<boolean> {
  const [row] = await tx
    .select({ never: channels.neverToModel })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  return row?.never ?? false;
}

export async function listChannelsExcludedFromModel({ workspaceId, tx }: WorkspaceScope): Promise<string[]> {
  const rows = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.neverToModel, true)));
  return rows.map(({ id }) => id);
}

/** Excludes a channel from the model or includes it again. Returns false if the channel does not exist. */
export async function setExcludedFromModel(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  never: boolean,
): Promise<boolean> {
  const changed = await tx
    .update(channels)
    .set({ neverToModel: never })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)))
    .returning({ id: channels.id });
  return changed.length > 0;
}
