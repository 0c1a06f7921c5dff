import { and, eq, inArray, sql } from "drizzle-orm";
import { isForReadersOf, mayRead, type ReaderScope } from "../db/audience.ts";
import { articleAudiences, articles, channelAudiences } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, notFound } from "../errors.ts";

/** Throws 'not found' when one of the articles is not there or not for this person: nobody learns which of the two. */
export async function requireReadable(scope: ReaderScope, ...ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const rows = await scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, scope.workspaceId), inArray(articles.id, wanted), mayRead(scope)));
  if (rows.length < wanted.length) throw notFound("article");
}

/** The channels whose words an article holds or ever held. */
export async function listChannelsOfArticle({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await tx
    .select({ channelId: articleAudiences.channelId })
    .from(articleAudiences)
    .where(and(eq(articleAudiences.workspaceId, workspaceId), eq(articleAudiences.articleId, articleId)));
  return rows.map(({ channelId }) => channelId);
}

/** Who reads an article, in names of channels and a number of people. */
export async function describeAudience({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  const { rows } = await tx.execute<{ channels: string[]; people: number }>(sql`
    with own as (
      select a.channel_id, a.name, a.is_public from article_audiences t
      join channel_audiences a on a.workspace_id = t.workspace_id and a.channel_id = t.channel_id
      where t.workspace_id = ${workspaceId} and t.article_id = ${articleId})
    select array(select name from own where not is_public order by name) as channels,
      (select count(*)::int from users u where u.workspace_id = ${workspaceId} and u.deleted_at is null
        and u.deactivated_at is null
        and not array(select channel_id from own) && unreadable_channels(${workspaceId}::uuid, u.id)) as people`);
  const { channels = [], people = 0 } = rows[0] ?? {};
  return { who: channels.length === 0 ? ("everyone" as const) : ("members" as const), channels, people };
}

/** Of these those for members only: what narrows the audience. */
export async function listPrivateChannelsOf(scope: WorkspaceScope, articleId: string): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const rows = await tx
    .select({ channelId: articleAudiences.channelId })
    .from(articleAudiences)
    .innerJoin(
      channelAudiences,
      and(
        eq(channelAudiences.workspaceId, articleAudiences.workspaceId),
        eq(channelAudiences.channelId, articleAudiences.channelId),
        eq(channelAudiences.isPublic, false),
      ),
    )
    .where(and(eq(articleAudiences.workspaceId, workspaceId), eq(articleAudiences.articleId, articleId)))
    .orderBy(articleAudiences.channelId);
  return rows.map(({ channelId }) => channelId);
}

/** Titles and words go both ways when articles are merged: nobody is to learn of one by reading the other. */
export async function requireSameReaders(scope: WorkspaceScope, one: string, other: string): Promise<void> {
  const [ofOne, ofOther] = [await listPrivateChannelsOf(scope, one), await listPrivateChannelsOf(scope, other)];
  if (ofOne.join() !== ofOther.join())
    throw conflict(
      "These articles are read by different people, because they come from private channels. Keep them apart.",
    );
}

/** A person of another channel reads the article that is split: neither article is to tell of the other. */
export async function requireChannelOfReaders(
  scope: WorkspaceScope,
  articleId: string,
  channelId: string,
): Promise<void> {
  const { rows } = await scope.tx.execute(
    sql`select where ${isForReadersOf(scope, articleId, sql`${channelId}::uuid`)}`,
  );
  if (rows.length === 0)
    throw conflict("This conversation is from a private channel that not everybody who reads the article may read.");
}
