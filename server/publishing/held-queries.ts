import { type SQL, sql } from "drizzle-orm";
import { articles, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export interface HeldTarget extends Record<string, unknown> {
  integrationId: string;
  integrationName: string;
  /** The private channels that the article's text comes from. */
  ofArticle: string[];
  /** The private channels whose members read the target; empty if the whole workspace reads it. */
  ofTarget: string[];
}

/** Article states in which a page shows the article's text, or will show it. */
const STATES_WITH_TEXT = sql`('stands', 'held', 'trashed', 'merged')`;

/** Lists the targets whose readers include people who may not read the article. */
export async function listHoldingTargets(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  integrationId?: string,
): Promise<HeldTarget[]> {
  const namesOf = (which: SQL) => sql`array(select a.name from channel_audiences a
    where a.workspace_id = ${workspaceId} and a.channel_id = any(${which}) order by a.name)`;
  const { rows } = await tx.execute<HeldTarget>(sql`
    select k.id as "integrationId", k.name as "integrationName",
      ${namesOf(sql`withheld_channels(k.workspace_id, r.id, null)`)} as "ofArticle",
      ${namesOf(sql`k.reader_channels`)} as "ofTarget"
    from articles r join knowledge_integrations k on k.workspace_id = r.workspace_id
    where r.workspace_id = ${workspaceId} and r.id = ${articleId} and r.state in ${STATES_WITH_TEXT}
      and ${integrationId ? sql`k.id = ${integrationId}` : sql`true`}
      and withheld_channels(k.workspace_id, r.id, k.id) <> '{}'`);
  return rows;
}

/**
 * Whether only members of private channels may read the article, the number of active targets, and the number of
 * targets that may get the article.
 */
export async function findAudienceReach({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  const { rows } = await tx.execute<{ isNarrow: boolean; targets: number; takes: number }>(sql`
    select withheld_channels(${workspaceId}::uuid, ${articleId}::uuid, null) <> '{}' as "isNarrow",
      count(k.id)::int as targets,
      (count(k.id) filter (where withheld_channels(${workspaceId}::uuid, ${articleId}::uuid, k.id) = '{}'))::int as takes
    from (values (1)) one left join knowledge_integrations k on k.workspace_id = ${workspaceId} and k.is_active`);
  return rows[0] ?? { isNarrow: false, targets: 0, takes: 0 };
}

/**
 * Ids of articles with messages of this channel, or of any private channel if the channel is null. Locks the articles
 * by ascending id.
 */
export async function lockArticlesOfAudience(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string | null,
): Promise<string[]> {
  const which = channelId
    ? sql`t.channel_id = ${channelId}`
    : sql`exists (select from channel_audiences a where a.workspace_id = t.workspace_id
        and a.channel_id = t.channel_id and not a.is_public)`;
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      sql`${articles.workspaceId} = ${workspaceId} and exists (select from article_audiences t
        where t.workspace_id = ${workspaceId} and t.article_id = ${articles.id} and ${which})`,
    )
    .orderBy(articles.id)
    .for("update");
  return rows.map(({ id }) => id);
}

/** SQL condition: a requested page that no call has tried to create yet. */
export const whereNeverCreated = sql`${publications.publishedVersion} is null and ${publications.externalId} is null
  and ${publications.intentAt} is null`;
