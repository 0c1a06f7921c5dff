import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { channels } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

export type ChannelRow = typeof channels.$inferSelect;

const whereChannel = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(channels.workspaceId, workspaceId), eq(channels.id, id));

export async function listChannels({ workspaceId, tx }: WorkspaceScope): Promise<ChannelRow[]> {
  return tx
    .select()
    .from(channels)
    .where(eq(channels.workspaceId, workspaceId))
    .orderBy(asc(channels.createdAt), asc(channels.id));
}

/** Returns a page of channels after the given channel, oldest first, because ids sort by creation. */
export const listChannelPage = prepareStatement(
  ({ workspaceId, tx }: WorkspaceScope, { limit, after }: { limit: number; after: string }) =>
    tx
      .select()
      .from(channels)
      .where(and(eq(channels.workspaceId, workspaceId), gt(channels.id, after)))
      .orderBy(asc(channels.id))
      .limit(limit),
);

export async function getChannel(scope: WorkspaceScope, id: string): Promise<ChannelRow> {
  const [row] = await scope.tx.select().from(channels).where(whereChannel(scope, id));
  if (!row) throw notFound("channel");
  return row;
}

/** Inserts a channel. Returns null if the channel is already monitored. */
export async function insertChannel(
  { tx }: WorkspaceScope,
  values: typeof channels.$inferInsert,
): Promise<ChannelRow | null> {
  const [row] = await tx.insert(channels).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** Lists the channels with this platform id, one per team, oldest first. */
export async function listChannelsByExternalId(
  { workspaceId, tx }: WorkspaceScope,
  platform: ChannelRow["platform"],
  externalId: string,
): Promise<ChannelRow[]> {
  return tx
    .select()
    .from(channels)
    .where(
      and(eq(channels.workspaceId, workspaceId), eq(channels.platform, platform), eq(channels.externalId, externalId)),
    )
    .orderBy(asc(channels.createdAt), asc(channels.id));
}

export async function updateChannel(
  scope: WorkspaceScope,
  id: string,
  change: Partial<Omit<ChannelRow, "workspaceId" | "id">>,
): Promise<ChannelRow> {
  const [row] = await scope.tx.update(channels).set(change).where(whereChannel(scope, id)).returning();
  if (!row) throw notFound("channel");
  return row;
}

/** Switches channels off and returns the ids of those that were on. These channels no longer wait for a larger plan. */
export async function switchOffChannels({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<string[]> {
  const rows = await tx
    .update(channels)
    .set({
      isActive: false,
      pausedFor: null,
      trouble: sql`case when ${channels.pausedFor} is null then ${channels.trouble} end`,
    })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.isActive, true), inArray(channels.id, ids)))
    .returning({ id: channels.id });
  return rows.map(({ id }) => id);
}

/** Deletes the channel and everything read from it. Its articles stay, with the sources that they quote. */
export async function deleteChannel(scope: WorkspaceScope, id: string): Promise<void> {
  const gone = await scope.tx.delete(channels).where(whereChannel(scope, id)).returning({ id: channels.id });
  if (gone.length === 0) throw notFound("channel");
}
