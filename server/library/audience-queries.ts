import { and, eq, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable, whereChannelReadableByReadersOf } from "../db/audience.ts";
import { articleAudiences, articles } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, notFound } from "../errors.ts";

/**
 * Throws 'not found' in both cases: the article does not exist, or this person may not read it. The answer thus does
 * not reveal whether the article exists.
 */
export async function requireReadableArticles(scope: ReaderScope, ...ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const rows = await selectReadableIds(scope, { ids: wanted });
  if (rows.length < wanted.length) throw notFound("article");
}

const selectReadableIds = prepareStatement((scope: ReaderScope, { ids }: { ids: string[] }) =>
  scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, scope.workspaceId),
        sql`${articles.id} = any(${ids}::uuid[])`,
        whereArticleReadable(scope),
      ),
    ),
);

/** The channels from which the article's text comes or once came. */
export async function listChannelsOfArticle({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await tx
    .select({ channelId: articleAudiences.channelId })
    .from(articleAudiences)
    .where(and(eq(articleAudiences.workspaceId, workspaceId), eq(articleAudiences.articleId, articleId)));
  return rows.map(({ channelId }) => channelId);
}

/**
 * Describes who may read an article, as channel names and a number of people. For several articles, counts the people
 * who may read all of them.
 */
export async function describeAudience({ workspaceId, tx }: WorkspaceScope, ...articleIds: string[]) {
  const { rows } = await tx.execute<{ channels: string[]; people: number }>(sql`
    with own as (
      select distinct a.channel_id, a.name, a.is_public from article_audiences t
      join channel_audiences a on a.workspace_id = t.workspace_id and a.channel_id = t.channel_id
      where t.workspace_id = ${workspaceId} and t.article_id = any(${sql.param(articleIds)}::uuid[]))
    select array(select name from own where not is_public order by name) as channels,
      (select count(*)::int from users u where u.workspace_id = ${workspaceId} and u.deleted_at is null
        and u.deactivated_at is null
        and not array(select channel_id from own) && unreadable_channels(${workspaceId}::uuid, u.id)) as people`);
  const { channels = [], people = 0 } = rows[0] ?? {};
  return { who: channels.length === 0 ? ("everyone" as const) : ("members" as const), channels, people };
}

/**
 * Restricts both articles to people who may read both. Returns, for each article, the channels that it did not have
 * before.
 */
export async function intersectAudiences(
  scope: WorkspaceScope,
  one: string,
  other: string,
): Promise<{ one: string[]; other: string[] }> {
  const give = async (from: string, to: string) => {
    const { rows } = await scope.tx.execute<{ channelId: string }>(sql`
      insert into article_audiences (workspace_id, article_id, channel_id)
      select workspace_id, ${to}::uuid, channel_id from article_audiences
      where workspace_id = ${scope.workspaceId} and article_id = ${from}
      on conflict do nothing returning channel_id as "channelId"`);
    return rows.map(({ channelId }) => channelId);
  };
  return { one: await give(other, one), other: await give(one, other) };
}

/** Restores the audience that an article had before a merge. Channels from which its text comes by now stay. */
export async function restoreAudience(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  channels: string[],
): Promise<void> {
  if (channels.length === 0) return;
  await tx.execute(sql`
    delete from article_audiences t where t.workspace_id = ${workspaceId} and t.article_id = ${articleId}
      and t.channel_id = any(${sql.param(channels)}::uuid[])
      and not exists (select from article_sources s where s.workspace_id = t.workspace_id
        and s.article_id = t.article_id and s.channel_id = t.channel_id)
      and not exists (select from articles a where a.workspace_id = t.workspace_id and a.id = t.article_id
        and a.channel_id = t.channel_id)`);
}

/**
 * Throws if people who may read the article may not read the channel. Neither part of a split article may reveal text
 * of the other.
 */
export async function requireReadersInChannel(
  scope: WorkspaceScope,
  articleId: string,
  channelId: string,
): Promise<void> {
  const { rows } = await scope.tx.execute(
    sql`select where ${whereChannelReadableByReadersOf(scope, articleId, sql`${channelId}::uuid`)}`,
  );
  if (rows.length === 0)
    throw conflict("This conversation is from a private channel that not everybody who reads the article may read.");
}
