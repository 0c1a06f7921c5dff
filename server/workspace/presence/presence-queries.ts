import { sql } from "drizzle-orm";
import type { PresentPerson } from "../../../shared/contract/presence.ts";
import { type PersonScope, type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { whereArticleListed } from "../../db/listed-articles.ts";
import { whereActivePerson } from "../accounts/person-queries.ts";

/** A browser window without a heartbeat for this long counts as closed. Browsers send a heartbeat every 30 seconds. */
const GONE_AFTER = sql`interval '75 seconds'`;
const MOST_SHOWN = 50;
const MOST_WINDOWS = 20;

export interface PresenceWindow {
  window: string;
  articleId: string | null;
  isEditing: boolean;
}

/**
 * Stores the article shown in the window and returns the previous article; null for a new window. An article that the reader
 * may not read is not stored.
 */
export async function storeWindowArticle(
  scope: PersonScope,
  { window, articleId, isEditing }: PresenceWindow,
): Promise<{ before: Omit<PresenceWindow, "window"> | null; now: Omit<PresenceWindow, "window">; joinedAt: Date }> {
  const { tx, workspaceId, reader } = scope;
  const own = sql`workspace_id = ${workspaceId} and user_id = ${reader}`;
  await tx.execute(sql`
    delete from presences where ${own} and (seen_at < now() - ${GONE_AFTER} or window_id in (
      select window_id from presences where ${own} and window_id <> ${window} order by seen_at desc offset ${MOST_WINDOWS}))`);
  const { rows: known } = await tx.execute<Omit<PresenceWindow, "window">>(sql`
    select article_id as "articleId", is_editing as "isEditing" from presences where ${own} and window_id = ${window}`);
  const { rows } = await tx.execute<Omit<PresenceWindow, "window"> & { joinedAt: string }>(sql`
    insert into presences as p (workspace_id, user_id, window_id, article_id, is_editing)
    select ${workspaceId}, ${reader}, ${window}, a.id, a.id is not null and ${isEditing}
    from (values (1)) as one left join articles a
      on a.workspace_id = ${workspaceId} and a.id = ${articleId}::uuid and ${whereArticleReadable(scope, sql`a.id`)}
    on conflict (workspace_id, user_id, window_id) do update set
      article_id = excluded.article_id, is_editing = excluded.is_editing, seen_at = now()
    returning p.article_id as "articleId", p.is_editing as "isEditing",
      (select min(joined_at) from presences where ${own} and seen_at > now() - ${GONE_AFTER}) as "joinedAt"`);
  const [row] = rows;
  if (!row) throw new Error("A presence was not stored.");
  return {
    before: known[0] ?? null,
    now: { articleId: row.articleId, isEditing: row.isEditing },
    joinedAt: row.joinedAt ? new Date(row.joinedAt) : new Date(),
  };
}

/** Lists everybody else who is present, each person once, with the article that the person edits or else opened last. */
export async function listPresentPeople(scope: PersonScope): Promise<PresentPerson[]> {
  const { tx, workspaceId, reader } = scope;
  const { rows } = await tx.execute<
    Omit<PresentPerson, "article"> & { articleId: string | null; title: string | null }
  >(sql`
    select latest.*, u.id, trim(u.first_name || ' ' || u.last_name) as name from (
      select distinct on (p.user_id) p.user_id, p.seen_at as "seenAt", a.id as "articleId", a.title,
        case when p.is_editing then 'editing' else 'viewing' end as activity,
        min(p.joined_at) over (partition by p.user_id) as "joinedAt"
      from presences p
      left join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id and ${whereArticleReadable(scope, sql`a.id`)}
      where p.workspace_id = ${workspaceId} and p.user_id <> ${reader} and p.seen_at > now() - ${GONE_AFTER}
      order by p.user_id, p.is_editing desc, p.seen_at desc) latest
    join users u on u.workspace_id = ${workspaceId} and u.id = latest.user_id and ${whereActivePerson}
    order by activity, latest."seenAt" desc, u.id limit ${MOST_SHOWN}`);
  return rows.map(({ id, name, activity, articleId, title, joinedAt, seenAt }) => ({
    id,
    name,
    activity,
    article: articleId === null || title === null ? null : { id: articleId, title },
    joinedAt: new Date(joinedAt).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
  }));
}

export async function isOnlyPerson({ tx, workspaceId, reader }: PersonScope): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from users u where u.workspace_id = ${workspaceId} and u.id <> ${reader} and ${whereActivePerson}
      and u.email_verified_at is not null limit 1`);
  return rows.length === 0;
}

export async function listRecentEdits(scope: ReaderScope) {
  const { tx, workspaceId } = scope;
  const { rows } = await tx.execute<{
    articleId: string;
    title: string;
    person: string;
    reason: string;
    at: string;
  }>(sql`
    select v.article_id as "articleId", articles.title, trim(u.first_name || ' ' || u.last_name) as person, v.reason,
      v.created_at as at
    from article_versions v
    join articles on articles.workspace_id = v.workspace_id and articles.id = v.article_id
      and ${whereArticleListed} and ${whereArticleReadable(scope)}
    join users u on u.workspace_id = v.workspace_id and u.id = v.made_by and ${whereActivePerson}
    where v.workspace_id = ${workspaceId} and v.created_at > now() - interval '1 day'
    order by v.created_at desc limit 10`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
