import { and, eq, isNull, sql } from "drizzle-orm";
import { type ReviewSettings, UNSAVED_REVIEW_SETTINGS } from "../../../shared/domain/inbox.ts";
import { type ArticleStanding, channels, reviewSettings } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { standingIn } from "../retract/hold-back.ts";

export async function readReviewSettings({ workspaceId, tx }: WorkspaceScope): Promise<ReviewSettings> {
  const [row] = await tx.select().from(reviewSettings).where(eq(reviewSettings.workspaceId, workspaceId));
  if (!row) return UNSAVED_REVIEW_SETTINGS;
  const { reviewNewChannels, approvalsToTrust, autoAcceptProposals } = row;
  return { reviewNewChannels, approvalsToTrust, autoAcceptProposals };
}

/** Channels whose articles stand already are no new ones: turning the review on trusts them. */
export async function saveReviewSettings(scope: WorkspaceScope, settings: ReviewSettings): Promise<ReviewSettings> {
  const { workspaceId, tx } = scope;
  const before = await readReviewSettings(scope);
  await tx
    .insert(reviewSettings)
    .values({ ...settings, workspaceId })
    .onConflictDoUpdate({ target: reviewSettings.workspaceId, set: settings });
  if (settings.reviewNewChannels && !before.reviewNewChannels) {
    await tx
      .update(channels)
      .set({ trustedAt: sql`now()` })
      .where(
        and(
          eq(channels.workspaceId, workspaceId),
          isNull(channels.trustedAt),
          sql`exists (select from articles a where a.workspace_id = ${workspaceId} and a.channel_id = ${channels.id}
            and a.standing = 'stands')`,
        ),
      );
  }
  return settings;
}

/** How an article that is written from this channel now begins. */
export async function standingOfNew(
  scope: WorkspaceScope,
  channelId: string,
): Promise<{ standing: ArticleStanding; standingReason: string | null }> {
  const begins = await standingIn(scope, channelId);
  if (begins.standing !== "stands" || !(await readReviewSettings(scope)).reviewNewChannels) return begins;
  const [channel] = await scope.tx
    .select({ name: channels.name, trustedAt: channels.trustedAt })
    .from(channels)
    .where(and(eq(channels.workspaceId, scope.workspaceId), eq(channels.id, channelId)));
  if (!channel || channel.trustedAt) return begins;
  return {
    standing: "review",
    standingReason: `It is one of the first articles of #${channel.name} and waits until somebody has read it.`,
  };
}
