import { type SQL, sql } from "drizzle-orm";
import type { InboxKind } from "../../shared/domain/inbox.ts";
import type { DeliveryMethod, MailFrequency, NotificationKind } from "../../shared/domain/notifications.ts";
import {
  type PersonScope,
  whereArticleReadable,
  whereChannelReadable,
  withUnreadableChannels,
} from "../db/audience.ts";
import { prepareStatement } from "../db/statement.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { selectOpenItems } from "../inbox/index.ts";

export const MOST_LISTED = 100;
const KEPT_DAYS = 90;

export interface NotificationRow extends Record<string, unknown> {
  id: string;
  kind: NotificationKind;
  at: Date;
  isRead: boolean;
  /** The article; null for the weekly report about the wiki. */
  articleId: string | null;
  title: string | null;
  /** The kind of inbox item that is open; null for other notifications. */
  decision: InboxKind | null;
}

/**
 * SQL for the person's notifications that they may read now, by the article and by the channel of a message.
 * Notifications of decisions count while the decision is open and not snoozed. The report about the wiki counts for
 * owners and admins. Needs `withWaiting` at the beginning of the SQL statement.
 */
const readable = (scope: PersonScope): SQL => sql`
  notifications n left join articles a on a.workspace_id = n.workspace_id and a.id = n.article_id
  where n.workspace_id = ${scope.workspaceId} and n.user_id = ${scope.reader}
    and case when n.article_id is null then exists (select from users u where u.workspace_id = n.workspace_id and u.id = n.user_id
        and u.membership in ('owner', 'admin'))
      else ${whereArticleReadable(scope, sql`n.article_id`)} and ${whereChannelReadable(scope, sql`n.channel_id`)}
        and (n.kind = 'decision' or a.state not in ('merged', 'dismissed', 'trashed')) end
    and (n.kind <> 'decision' or n.mark in (select mark from waiting))`;

/**
 * PostgreSQL evaluates both subqueries once per statement. The open items are read only if the notifications contain a
 * decision.
 */
const withWaiting = ({ workspaceId, unreadable }: ReturnType<typeof withUnreadableChannels<PersonScope>>): SQL => sql`
  with unreadable as materialized (${unreadable}),
  waiting as materialized (select kind || ' ' || subject as mark from (${selectOpenItems(workspaceId)}) item
    where not exists (select from inbox_assignments s where s.workspace_id = ${workspaceId}
      and s.item = item.kind || '.' || item.subject and s.snoozed_until > now()))`;

/** Lists the newest notifications and the number of unread ones, which stops at the length of the list. */
export async function listNotifications(
  scope: PersonScope,
): Promise<{ unread: number; notifications: NotificationRow[] }> {
  const rows = await selectListed(scope);
  return {
    unread: rows[0]?.unread ?? 0,
    notifications: rows.map(({ unread: _unread, ...row }) => ({ ...row, at: new Date(row.at) })),
  };
}

const selectListed = prepareStatement((reader: PersonScope) => {
  const scope = withUnreadableChannels(reader);
  return sql<NotificationRow & { at: string; unread: number }>`${withWaiting(scope)}
    select n.id, n.kind, n.created_at as at, n.read_at is not null as "isRead", n.article_id as "articleId", a.title,
      case when n.kind = 'decision' then split_part(n.mark, ' ', 1) end as decision,
      (select count(*)::int from (select n.id from ${readable(scope)} and n.in_app and n.read_at is null
        limit ${MOST_LISTED}) found) as unread
    from ${readable(scope)} and n.in_app order by n.created_at desc, n.id desc limit ${MOST_LISTED}`;
});

export async function markRead(scope: PersonScope, ids: string[] | undefined): Promise<void> {
  await scope.tx.execute(sql`
    update notifications set read_at = now()
    where workspace_id = ${scope.workspaceId} and user_id = ${scope.reader} and read_at is null
      and ${ids ? sql`id = any(${sql.param(ids)}::uuid[])` : sql`true`}`);
}

/** Ways of delivery outside the product. */
type SentWay = Exclude<DeliveryMethod, "app">;
const WANTED = { mail: sql`by_mail`, chat: sql`by_chat` };
const SENT = { mail: sql`mailed_at`, chat: sql`chatted_at` };

/** Lists notifications to send to this person, oldest first, as far as the person may read them now. */
export async function listUnsent(reader: PersonScope, way: SentWay): Promise<NotificationRow[]> {
  const scope = withUnreadableChannels(reader);
  const { rows } = await scope.tx.execute<NotificationRow & { at: string }>(sql`${withWaiting(scope)}
    select n.id, n.kind, n.created_at as at, false as "isRead", n.article_id as "articleId", a.title,
      case when n.kind = 'decision' then split_part(n.mark, ' ', 1) end as decision
    from ${readable(scope)} and n.${WANTED[way]} and n.${SENT[way]} is null and n.read_at is null
    order by n.created_at, n.id limit ${MOST_LISTED}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export interface DuePerson extends Record<string, unknown> {
  workspaceId: string;
  userId: string;
}

/**
 * People whose mail is due: immediately, or since their digest's last time in their own time zone. A person without
 * notifications to mail is never due.
 */
export async function listPeopleWithDueMail(db: Database, now = new Date()): Promise<DuePerson[]> {
  const { rows } = await db.execute<DuePerson>(sql`
    with waiting as (
      select workspace_id, user_id, min(created_at) as since from notifications
      where by_mail and mailed_at is null and read_at is null group by workspace_id, user_id
    ), person as (
      select w.*, coalesce(s.mail, 'daily') as mail, s.last_mail_at, coalesce(u.time_zone, 'UTC') as zone,
        ${now.toISOString()}::timestamptz at time zone coalesce(u.time_zone, 'UTC') as here,
        make_interval(hours => coalesce(s.hour, 8)) as hour, make_interval(days => coalesce(s.weekday, 1) - 1) as day
      from waiting w join users u on u.workspace_id = w.workspace_id and u.id = w.user_id
        and u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null
      left join notification_settings s on s.workspace_id = w.workspace_id and s.user_id = w.user_id
      where coalesce(s.mail, 'daily') <> 'never'
    ), timed as (
      select *, case mail
        when 'daily' then date_trunc('day', here - hour) + hour
        else date_trunc('week', here - day - hour) + day + hour end at time zone zone as last_time
      from person
    )
    select workspace_id as "workspaceId", user_id as "userId" from timed
    where mail = 'at-once' or (since < last_time and coalesce(last_mail_at, since) < last_time)
    order by since limit 200`);
  return rows;
}

/** People with an unsent direct message. Direct messages are sent immediately, even if the person's mails are not. */
export async function listPeopleWithDueMessage(db: Database): Promise<DuePerson[]> {
  const { rows } = await db.execute<DuePerson>(sql`
    select n.workspace_id as "workspaceId", n.user_id as "userId" from notifications n
    join users u on u.workspace_id = n.workspace_id and u.id = n.user_id
      and u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null
    where n.by_chat and n.chatted_at is null and n.read_at is null
    group by n.workspace_id, n.user_id order by min(n.created_at) limit 200`);
  return rows;
}

export interface Addressee extends Record<string, unknown> {
  email: string;
  firstName: string;
  mail: MailFrequency;
  timeZone: string;
  locale: string;
  workspace: string;
}

export async function readAddressee({ tx, workspaceId, reader }: PersonScope): Promise<Addressee | null> {
  const { rows } = await tx.execute<Addressee>(sql`
    select u.email, u.first_name as "firstName", coalesce(s.mail, 'daily') as mail, coalesce(u.time_zone, 'UTC') as "timeZone",
      coalesce(u.date_locale, 'en-GB') as locale, w.name as workspace
    from users u join workspaces w on w.id = u.workspace_id
    left join notification_settings s on s.workspace_id = u.workspace_id and s.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.id = ${reader} and u.deleted_at is null and u.deactivated_at is null`);
  return rows[0] ?? null;
}

/** Marks the notifications as sent, so that no other worker sends them. Returns the ids of the notifications. */
export async function claimUnsent({ tx, workspaceId, reader }: PersonScope, way: SentWay): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update notifications set ${SENT[way]} = now()
    where workspace_id = ${workspaceId} and user_id = ${reader} and ${WANTED[way]} and ${SENT[way]} is null
    returning id`);
  return rows.map(({ id }) => id);
}

export async function markNotificationsUnsent(
  { tx, workspaceId }: WorkspaceScope,
  way: SentWay,
  ids: string[],
): Promise<void> {
  await tx.execute(sql`
    update notifications set ${SENT[way]} = null where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[])`);
}

export async function forgetOldNotifications(db: Database): Promise<void> {
  await db.execute(sql`delete from notifications where created_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
