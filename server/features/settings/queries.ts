import { eq, sql } from "drizzle-orm";
import { workspaceSettings } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export type SettingsRow = typeof workspaceSettings.$inferSelect;
export type DetectionFields = Pick<SettingsRow, "sensitivity" | "minMessageLength" | "detectionKeywords">;

export async function findSettings({ workspaceId, tx }: WorkspaceScope): Promise<SettingsRow | null> {
  const [row] = await tx.select().from(workspaceSettings).where(eq(workspaceSettings.workspaceId, workspaceId));
  return row ?? null;
}

export async function saveDetectionSettings(
  { workspaceId, tx }: WorkspaceScope,
  fields: DetectionFields,
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
