import { and, eq, type SQL, sql } from "drizzle-orm";
import { REVIEW_DAYS } from "../../../shared/domain/article.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

const IS_THERE = sql`u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null`;

/** Over `articles` as a, and users as u. */
const READS = sql`not exists (select from article_audiences t where t.workspace_id = a.workspace_id and t.article_id = a.id
  and t.channel_id = any(unreadable_channels(u.workspace_id, u.id)))`;

/**
 * Who takes care of an article: `wanted` where they are in the workspace and may read it, else who chose its channel, else the
 * owner who is there longest. Over `articles` as a.
 */
const ownerOf = (wanted: SQL) => sql`coalesce(
  (select u.id from users u where u.workspace_id = a.workspace_id and u.id = (${wanted}) and ${IS_THERE} and ${READS}),
  (select u.id from channel_audiences c join users u on u.workspace_id = c.workspace_id and u.id = c.chosen_by
    where c.workspace_id = a.workspace_id and c.channel_id = a.channel_id and ${IS_THERE} and ${READS}),
  (select u.id from users u where u.workspace_id = a.workspace_id and u.membership = 'owner' and ${IS_THERE} and ${READS}
    order by u.created_at, u.id limit 1))`;

/** The person of the workspace who is this person of the chat, by an address they proved here; in SQL. Over `articles` as a. */
const memberBehind = (authorId: string) => sql`
  select i.user_id from channels c join chat_identities i on i.workspace_id = c.workspace_id and i.platform = c.platform
    and i.team_id = c.team_id and i.external_id = ${authorId}
  join users person on person.workspace_id = i.workspace_id and person.id = i.user_id and person.email = i.email
    and person.email_proof not in ('nobody', 'unknown')
  where c.workspace_id = a.workspace_id and c.id = a.channel_id limit 1`;

/** Days until an article is looked at again, by its kind; over `articles` as a. */
const reviewDays = sql`case a.content_type ${sql.join(
  Object.entries(REVIEW_DAYS).map(([kind, days]) => sql`when ${kind} then ${days}::int`),
  sql` `,
)} else 180 end`;

/** A new article: who answered takes care of it where they are in the workspace. */
export async function giveOwner(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  answererId: string | null,
): Promise<void> {
  await tx.execute(sql`
    update articles a set owner_id = ${ownerOf(memberBehind(answererId ?? ""))},
      review_at = now() + make_interval(days => ${reviewDays})
    where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
}

/** Who takes care of it does so while they may read it, else who is next. */
export async function keepOwner({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx.execute(sql`
    update articles a set owner_id = ${ownerOf(sql`a.owner_id`)}
    where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
}

/** False when the person is not in the workspace, or may not read the article. */
export async function setOwner(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  ownerId: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update articles a set owner_id = u.id from users u
    where a.workspace_id = ${workspaceId} and a.id = ${articleId} and u.workspace_id = a.workspace_id and u.id = ${ownerId}
      and ${IS_THERE} and ${READS} returning a.id`);
  return rows.length === 1;
}

/** Everything somebody takes care of goes to `to` where they may read it, else to who is next. */
export async function handOnArticles(
  { workspaceId, tx }: WorkspaceScope,
  { from, to }: { from: string; to: string | null },
): Promise<number> {
  const { rows } = await tx.execute(sql`
    update articles a set owner_id = ${ownerOf(sql`${to}::uuid`)}
    where a.workspace_id = ${workspaceId} and a.owner_id = ${from} returning a.id`);
  return rows.length;
}

/** Somebody has read it and says that it is right: it is looked at again after its time. */
export async function confirm({ workspaceId, tx }: WorkspaceScope, articleId: string, by: string): Promise<void> {
  await tx.execute(sql`
    update articles a set confirmed_at = now(), confirmed_by = ${by}, review_at = now() + make_interval(days => ${reviewDays})
    where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
}

/** What the question was asked with, so that an answer can be taken back. */
export async function setCare(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  care: { confirmedAt: Date | null; confirmedBy: string | null; reviewAt: Date | null },
): Promise<void> {
  await tx
    .update(articles)
    .set(care)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)));
}

/** The member who is this person of the chat; null when nobody is known to be. */
export async function findMemberBehind(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  authorId: string,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`
    select (${memberBehind(authorId)}) as id from articles a where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
  return rows[0]?.id ?? null;
}
