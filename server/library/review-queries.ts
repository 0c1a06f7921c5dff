import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { DEFAULT_REVIEW_SETTINGS, type ReviewSettings } from "../../shared/domain/inbox.ts";
import { articles, channels, reviewSettings } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

const selectReviewSettings = prepareStatement(({ workspaceId, tx }: WorkspaceScope) =>
  tx.select().from(reviewSettings).where(eq(reviewSettings.workspaceId, workspaceId)),
);

export async function readReviewSettings(scope: WorkspaceScope): Promise<ReviewSettings> {
  const [row] = await selectReviewSettings(scope);
  if (!row) return DEFAULT_REVIEW_SETTINGS;
  const { workspaceId: _, ...settings } = row;
  return settings;
}

/** Whether people decide about edits of this article's messages before the article changes. */
export const asksBeforeEdits = async (
  scope: WorkspaceScope,
  { state, confirmedAt }: Pick<typeof articles.$inferSelect, "state" | "confirmedAt">,
): Promise<boolean> =>
  state === "stands" && confirmedAt !== null && (await readReviewSettings(scope)).verifiedEdits === "ask";

/**
 * Where people decide first: the changed conversations only confirm verified articles from now on, and no longer rewrite
 * them. The caller has locked the conversations and the articles.
 */
export async function keepVerifiedTexts(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
  changed: { channelId: string; keys: string[] },
): Promise<void> {
  if (changed.keys.length === 0) return;
  await tx.execute(sql`
    update conversations set is_evidence = true
    where workspace_id = ${workspaceId} and channel_id = ${changed.channelId} and key = any(${sql.param(changed.keys)}::text[])
      and not is_evidence and article_id in (
        select id from articles where workspace_id = ${workspaceId} and id = any(${sql.param(articleIds)}::uuid[])
          and state = 'stands' and confirmed_at is not null)
      and exists (select from review_settings where workspace_id = ${workspaceId} and verified_edits = 'ask')`);
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

/** Marks all channels that already have articles as trusted. */
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

/** The facts that decide the first state of a channel's article; undefined if the channel was removed. */
export async function findChannelTrust({ workspaceId, tx }: WorkspaceScope, channelId: string) {
  const { name, trustedAt, heldSince } = channels;
  const [channel] = await tx
    .select({ name, trustedAt, heldSince })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  return channel;
}

/** Holds new articles from the channel. If the channel is already held, the time of the first hold stays. */
export async function startChannelHold({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx
    .update(channels)
    .set({ isPrivate: true, heldSince: sql`coalesce(${channels.heldSince}, now())` })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
}

export async function endChannelHold({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx
    .update(channels)
    .set({ heldSince: null })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
}

/** Stores a person's decision that people outside the article's private channels may read the article. */
export async function releaseArticle({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx.execute(sql`
    update articles set released_channels = released_channels || withheld_channels(workspace_id, id, null)
    where workspace_id = ${workspaceId} and id = ${articleId}`);
}

/** Releases all present and future articles of a channel. */
export async function releaseChannel({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx.execute(sql`
    update channel_audiences set is_released = true
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and not is_public`);
}

/** Undoes releases of these articles, and of the whole channel if one is given. */
export async function withdrawReleases(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
  channelId: string | null = null,
): Promise<void> {
  await tx
    .update(articles)
    .set({ releasedChannels: [] })
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, articleIds)));
  if (channelId)
    await tx.execute(sql`
      update channel_audiences set is_released = false
      where workspace_id = ${workspaceId} and channel_id = ${channelId}`);
}

/** True if only members of this channel read an active target. */
export async function hasTargetOfChannel({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from knowledge_integrations
    where workspace_id = ${workspaceId} and is_active and ${channelId} = any(reader_channels) limit 1`);
  return rows.length > 0;
}

/** True if the article has text from a private channel that nobody has released. */
export async function hasUnreleasedChannel({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(
    sql`select withheld_channels(${workspaceId}::uuid, ${articleId}::uuid, null) <> '{}' as has`,
  );
  return rows[0]?.has === true;
}
