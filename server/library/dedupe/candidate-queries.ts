import { and, eq, inArray, sql } from "drizzle-orm";
import type { KnowledgeText } from "../../../engine/contract.ts";
import { articles, channels } from "../../db/schema.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/**
 * A term in this many of a workspace's articles does not distinguish them, so its index entries are not read further.
 */
const COMMON = 2000;

/**
 * Ids of articles that may contain the same knowledge, likeliest first; `compareKnowledge` decides about them. Rare
 * common terms count most. An article made from this knowledge is found too. The cost is limited: 24 short ranges of
 * one index, for any number of articles.
 */
export async function findCandidates(
  { workspaceId, tx }: WorkspaceScope,
  fresh: KnowledgeText,
  limit = 10,
): Promise<string[]> {
  const content = fresh.statements.map(({ text }) => text).join("\n");
  const { rows } = await tx.execute<{ id: string }>(sql`
    with hits as (
      select found.article_id, count(*) over (partition by wanted.term) as articles
      from terms_of(${fresh.title}, ${content}) as wanted (term), lateral (
        select article_id from article_terms
        where workspace_id = ${workspaceId} and article_terms.term = wanted.term
        limit ${COMMON}
      ) as found
    )
    select article_id as id from hits
    where articles < ${COMMON}
    group by article_id
    order by sum(ln(${COMMON}::float8 / articles)) desc, article_id
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Makes workers that found new knowledge in a workspace at the same time create articles one after the other. */
export async function lockArticleCreation({ workspaceId, tx }: WorkspaceScope): Promise<void> {
  await lockUntilCommit(tx, `new knowledge ${workspaceId}`);
}

/** Whether the channel is private; undefined if it was removed. */
export async function isPrivateChannel({ workspaceId, tx }: WorkspaceScope, id: string): Promise<boolean | undefined> {
  const [channel] = await tx
    .select({ isPrivate: channels.isPrivate })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, id)));
  return channel?.isPrivate;
}

/** `isPrivate` is null if the article's channel was removed. */
export async function listArticlesWithPrivacy({ workspaceId, tx }: WorkspaceScope, ids: string[]) {
  return tx
    .select({ article: articles, isPrivate: channels.isPrivate })
    .from(articles)
    .leftJoin(channels, and(eq(channels.workspaceId, articles.workspaceId), eq(channels.id, articles.channelId)))
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, ids), whereWithoutOtherPrivateChannel));
}

/**
 * SQL condition: no text of the article comes from another private channel. Some readers of this channel could not read
 * such an article, so the channel must not become its evidence.
 */
const whereWithoutOtherPrivateChannel = sql`not exists (select from article_audiences t
  join channel_audiences c on c.workspace_id = t.workspace_id and c.channel_id = t.channel_id and not c.is_public
  where t.workspace_id = ${articles.workspaceId} and t.article_id = ${articles.id}
    and t.channel_id is distinct from ${articles.channelId})`;

/** The mean embedding of each article's sentences, if the article has embeddings. */
export async function listMeanEmbeddings({ workspaceId, tx }: WorkspaceScope) {
  const { rows } = await tx.execute<{ id: string; meaning: Buffer }>(sql`
    select article_id as id, meaning from ask_articles where workspace_id = ${workspaceId} and meaning is not null`);
  return rows;
}
