import { type SQL, sql } from "drizzle-orm";
import type { NotificationKind } from "../../shared/domain/notifications.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { selectOpenItems } from "../inbox/index.ts";

/**
 * Each run also reads the last minutes before its cursor, because rows may be committed late. The same `mark` never
 * causes a second notification.
 */
const LATE_COMMIT_OVERLAP = sql`interval '5 minutes'`;

/** Lists workspaces with events after their cursor. */
export async function listWorkspacesWithNews(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
  select w.id from workspaces w left join notification_cursors c on c.workspace_id = w.id
  where c.workspace_id is null
    or exists (select from articles a where a.workspace_id = w.id and a.updated_at > c.told_until - ${LATE_COMMIT_OVERLAP})
    or exists (select from inbox_items i where i.workspace_id = w.id and i.created_at > c.told_until - ${LATE_COMMIT_OVERLAP})
    or exists (select from publications p where p.workspace_id = w.id and p.updated_at > c.told_until - ${LATE_COMMIT_OVERLAP})`);
  return rows.map(({ id }) => id);
}

/** Inserts a notification for each affected person. Returns the number of notifications. */
export async function insertNotificationsOfNews({ tx, workspaceId }: WorkspaceScope): Promise<number> {
  const { rows } = await tx.execute<{ since: string }>(sql`
    select (told_until - ${LATE_COMMIT_OVERLAP})::text as since from notification_cursors where workspace_id = ${workspaceId} for update`);
  const since = rows[0]?.since;
  await tx.execute(sql`
    insert into notification_cursors (workspace_id, told_until) values (${workspaceId}, now())
    on conflict (workspace_id) do update set told_until = excluded.told_until`);
  // A workspace without a cursor gets no notifications of old events.
  if (!since) return 0;
  const { rowCount } = await tx.execute(sql`
    insert into notifications (workspace_id, id, user_id, kind, article_id, channel_id, mark, in_app, by_mail, by_chat, created_at)
    select ${workspaceId}, gen_random_uuid(), u.id, n.kind, n.article_id, n.channel_id, n.mark, wants.app, wants.mail, wants.chat, n.at
    from (${newsSince(workspaceId, sql`${since}::timestamptz`)}) n
    join articles a on a.workspace_id = ${workspaceId} and a.id = n.article_id
    join users u on u.workspace_id = ${workspaceId} and u.deleted_at is null and u.deactivated_at is null
      and u.email_verified_at is not null and u.id is distinct from n.made_by and u.created_at <= n.at
    left join notification_settings s on s.workspace_id = u.workspace_id and s.user_id = u.id
    cross join lateral (select coalesce((s.kinds -> n.kind ->> 'app')::boolean, true) as app,
      coalesce((s.kinds -> n.kind ->> 'mail')::boolean, true) as mail,
      coalesce((s.kinds -> n.kind ->> 'chat')::boolean, false) as chat) wants
    where (wants.app or wants.mail or wants.chat) and case n.kind
      when 'decision' then u.membership <> 'viewer'
      when 'failed' then u.membership in ('owner', 'admin')
      else exists (select from watches w where w.workspace_id = u.workspace_id and w.user_id = u.id and case w.kind
        when 'article' then w.target = n.article_id::text
        when 'category' then a.category = any(category_names_under(w.workspace_id, w.target))
        else w.target = a.channel_id::text or exists (select from article_sources o
          where o.workspace_id = a.workspace_id and o.article_id = a.id and o.channel_id::text = w.target) end) end
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** SQL for the events since then: kind, article, channel of the message, mark, time and actor. */
const newsSince = (workspaceId: string, since: SQL): SQL => sql`
  select 'decision' as kind, article_id, said_in as channel_id, kind || ' ' || subject as mark, at, null::uuid as made_by
    from (${selectOpenItems(workspaceId)}) waiting where at > ${since}
  union all
  select 'changed', article_id, null, 'version ' || version, created_at, made_by from article_versions
    where workspace_id = ${workspaceId} and version > 1 and created_at > ${since}
  union all
  select 'new', id, null, 'new', created_at, null from articles
    where workspace_id = ${workspaceId} and created_at > ${since} and state in ('stands', 'library-only')
  union all
  select 'conflict', i.article_id, c.channel_id, 'item ' || i.id, i.created_at, null from inbox_items i
    join conversations c on c.workspace_id = i.workspace_id and c.id = i.conversation_id
    where i.workspace_id = ${workspaceId} and i.kind = 'conflict' and i.created_at > ${since}
  union all
  select 'retracted', id, null, 'version ' || version, updated_at, null from articles
    where workspace_id = ${workspaceId} and state = 'withdrawn' and updated_at > ${since}
  union all
  select 'failed', article_id, null, id || ' ' || wanted_version, updated_at, null from publications
    where workspace_id = ${workspaceId} and state = 'parked' and updated_at > ${since}`;

interface NewNotification extends Record<"userId" | "mark", string> {
  kind: NotificationKind;
  /** The article; null for the report about the wiki, which has a separate mail. */
  articleId: string | null;
}

/**
 * Inserts a notification if the person's settings allow it. Returns false if the person does not want it or already has
 * it.
 */
export async function insertNotification(
  { tx, workspaceId }: WorkspaceScope,
  { kind, userId, articleId, mark }: NewNotification,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into notifications (workspace_id, id, user_id, kind, article_id, mark, in_app, by_mail, by_chat)
    select ${workspaceId}, gen_random_uuid(), u.id, ${kind}, ${articleId}::uuid, ${mark}, wants.app, wants.mail and ${articleId !== null}, wants.chat
    from users u left join notification_settings s on s.workspace_id = u.workspace_id and s.user_id = u.id
    cross join lateral (select coalesce((s.kinds -> ${kind}::text ->> 'app')::boolean, true) as app,
      coalesce((s.kinds -> ${kind}::text ->> 'mail')::boolean, true) as mail,
      coalesce((s.kinds -> ${kind}::text ->> 'chat')::boolean, false) as chat) wants
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and (wants.app or wants.mail or wants.chat)
    on conflict do nothing`);
  return rowCount === 1;
}

/** True if the product asks authors in this channel, and the channel's platform is one of these. */
export async function isAskingInThreads(
  { tx, workspaceId }: WorkspaceScope,
  channelId: string,
  platforms: string[],
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from channels where workspace_id = ${workspaceId} and id = ${channelId} and asks_in_threads
      and platform = any(${sql.param(platforms)}::text[])`);
  return rowCount === 1;
}
