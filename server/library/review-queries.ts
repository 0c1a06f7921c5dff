import { and, eq, isNull, sql } from "drizzle-orm";
import { type ReviewSettings, UNSAVED_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import { channels, reviewSettings } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export async function readReviewSettings({ workspaceId, tx }: WorkspaceScope): Promise<ReviewSettings> {
  const [row] = await tx.select().from(reviewSettings).where(eq(reviewSettings.workspaceId, workspaceId));
  if (!row) return UNSAVED_REVIEW_SETTINGS;
  const { workspaceId: _, ...settings } = row;
  return settings;
}

export async function storeReviewSettings(
  { workspaceId, tx }: WorkspaceScope,
  settings: ReviewSettings,
): Promise<void> {
  await tx
    .insert(reviewSettings)
    .values({ ...settings, workspaceId })
    .onConflictDoUpdate({ target: reviewSettings.workspaceId, set: settings });
}

/** Channels whose articles stand already. */
export async function trustChannelsWithArticles({ workspaceId, tx }: WorkspaceScope): Promise<void> {
  await tx
    .update(channels)
    .set({ trustedAt: sql`now()` })
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        isNull(channels.trustedAt),
        sql`exists (select from articles a where a.workspace_id = ${workspaceId} and a.channel_id = ${channels.id}
          and a.state = 'stands')`,
      ),
    );
}

/** What says how an article of this channel begins; undefined when the channel was removed. */
export async function findTrust({ workspaceId, tx }: WorkspaceScope, channelId: string) {
  const { name, trustedAt, heldSince } = channels;
  const [channel] = await tx
    .select({ name, trustedAt, heldSince })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  return channel;
}

/** What is written from it waits from now on, or since before. */
export async function holdChannelBack({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx
    .update(channels)
    .set({ isPrivate: true, heldSince: sql`coalesce(${channels.heldSince}, now())` })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
}

export async function holdChannelNoMore({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx
    .update(channels)
    .set({ heldSince: null })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
}
