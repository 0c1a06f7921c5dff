import { and, eq, type SQL, sql } from "drizzle-orm";
import { REVIEW_DAYS } from "../../../shared/domain/article.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

const whereActiveMember = sql`u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null`;

/** SQL condition: user `u` may read article `a`. */
const whereReadableByMember = sql`not exists (select from article_audiences t where t.workspace_id = a.workspace_id and t.article_id = a.id
  and t.channel_id = any(unreadable_channels(u.workspace_id, u.id)))`;

/**
 * SQL for the owner of article `a`: the person `wanted`, if that person is in the workspace and may read the article.
 * Otherwise the person who chose the article's channel, or else the owner of the workspace for the longest time.
 */
const ownerOf = (wanted: SQL) => sql`coalesce(
  (select u.id from users u where u.workspace_id = a.workspace_id and u.id = (${wanted}) and ${whereActiveMember} and ${whereReadableByMember}),
  (select u.id from channel_audiences c join users u on u.workspace_id = c.workspace_id and u.id = c.chosen_by
    where c.workspace_id = a.workspace_id and c.channel_id = a.channel_id and ${whereActiveMember} and ${whereReadableByMember}),
  (select u.id from users u where u.workspace_id = a.workspace_id and u.membership = 'owner' and ${whereActiveMember} and ${whereReadableByMember}
    order by u.created_at, u.id limit 1))`;

/**
 * SQL for the workspace's member with this chat account; `a` is the article. The account's e-mail address must be one
 * that the member has confirmed in the product.
 */
const memberOfChatAccount = (authorId: string) => sql`
  select i.user_id from channels c join chat_identities i on i.workspace_id = c.workspace_id and i.platform = c.platform
    and i.team_id = c.team_id and i.external_id = ${authorId}
  join users person on person.workspace_id = i.workspace_id and person.id = i.user_id and person.email = i.email
    and person.email_proof not in ('nobody', 'unknown')
  where c.workspace_id = a.workspace_id and c.id = a.channel_id limit 1`;

/** SQL for the number of days until article `a` has to be reviewed again, by its content type. */
const reviewDays = sql`case a.content_type ${sql.join(
  Object.entries(REVIEW_DAYS).map(([kind, days]) => sql`when ${kind} then ${days}::int`),
  sql` `,
)} else 180 end`;

/** Sets the owner of a new article: the author of the answer, if that person is in the workspace. */
export async function assignOwner(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  answererId: string | null,
): Promise<void> {
  await tx.execute(sql`
    update articles a set owner_id = ${ownerOf(memberOfChatAccount(answererId ?? ""))},
      review_at = now() + make_interval(days => ${reviewDays})
    where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
}

/**
 * Keeps the article's owner if that person may still read the article; otherwise sets the next owner by the rule of
 * `ownerOf`.
 */
export async function keepOwnerIfReader({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx.execute(sql`
    update articles a set owner_id = ${ownerOf(sql`a.owner_id`)}
    where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
}

/** Returns false if the person is not in the workspace or may not read the article. */
export async function setOwner(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  ownerId: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update articles a set owner_id = u.id from users u
    where a.workspace_id = ${workspaceId} and a.id = ${articleId} and u.workspace_id = a.workspace_id and u.id = ${ownerId}
      and ${whereActiveMember} and ${whereReadableByMember} returning a.id`);
  return rows.length === 1;
}

/**
 * Transfers all articles of a person to `to`. An article that `to` may not read goes to the next owner by the rule of
 * `ownerOf`.
 */
export async function transferArticles(
  { workspaceId, tx }: WorkspaceScope,
  { from, to }: { from: string; to: string | null },
): Promise<number> {
  const { rows } = await tx.execute(sql`
    update articles a set owner_id = ${ownerOf(sql`${to}::uuid`)}
    where a.workspace_id = ${workspaceId} and a.owner_id = ${from} returning a.id`);
  return rows.length;
}

/** Stores that a person confirmed the article; it is reviewed again after its period, and an earlier review's reason ends. */
export async function storeConfirmation(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  by: string,
): Promise<void> {
  await tx.execute(sql`
    update articles a set confirmed_at = now(), confirmed_by = ${by}, review_at = now() + make_interval(days => ${reviewDays}),
      state_reason = case when a.state = 'stands' then null else a.state_reason end
    where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
}

/** Restores the earlier verification and review date after a verification is undone. */
export async function restoreConfirmation(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  care: { confirmedAt: Date | null; confirmedBy: string | null; reviewAt: Date | null },
): Promise<void> {
  await tx
    .update(articles)
    .set(care)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)));
}

/** Finds the member with this chat account; null if there is none. */
export async function findMemberByAuthor(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  authorId: string,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`
    select (${memberOfChatAccount(authorId)}) as id from articles a where a.workspace_id = ${workspaceId} and a.id = ${articleId}`);
  return rows[0]?.id ?? null;
}
