import { sql } from "drizzle-orm";
import { DEFAULT_MAIL_FREQUENCY } from "../../shared/domain/notifications.ts";
import type { PersonScope } from "../db/audience.ts";
import type { Database } from "../db/workspace-scope.ts";

/** A report so shortly before the week counts for it, so that whoever chooses another weekday is not told twice. */
const EARLY = sql.raw("interval '5 days'");

export interface DueReport extends Record<string, unknown> {
  workspaceId: string;
  userId: string;
  /** The start of the person's week of mails. */
  week: string;
}

/**
 * Owners and admins of workspaces whose wiki is read, who want the report in some way and were not told in their week: it starts at the
 * day and hour of the person's weekly mail, in their time zone.
 */
export async function listDueReports(db: Database, now: Date): Promise<DueReport[]> {
  const wants = (way: string, usual: boolean) => sql`coalesce((s.kinds -> 'wiki' ->> ${way})::boolean, ${usual})`;
  const { rows } = await db.execute<DueReport>(sql`
    with person as (
      select u.workspace_id, u.id, s.wiki_report_at, coalesce(u.time_zone, 'UTC') as zone,
        ${now.toISOString()}::timestamptz at time zone coalesce(u.time_zone, 'UTC') as here,
        make_interval(hours => coalesce(s.hour, ${DEFAULT_MAIL_FREQUENCY.hour}), days => coalesce(s.weekday, ${DEFAULT_MAIL_FREQUENCY.weekday}) - 1) as start
      from users u left join notification_settings s on s.workspace_id = u.workspace_id and s.user_id = u.id
      where u.membership in ('owner', 'admin') and u.deleted_at is null and u.deactivated_at is null
        and u.email_verified_at is not null
        and (${wants("app", true)} or ${wants("mail", true)} or ${wants("chat", false)})
        and exists (select from wiki_readings r where r.workspace_id = u.workspace_id and r.listed_at is not null)
    ), timed as (
      select *, (date_trunc('week', here - start) + start) at time zone zone as week from person)
    select workspace_id as "workspaceId", id as "userId", week from timed
    where wiki_report_at is null or wiki_report_at < week - ${EARLY} order by workspace_id, id limit 200`);
  return rows.map((row) => ({ ...row, week: new Date(row.week).toISOString() }));
}

/** Returns false when another worker has told the person in this week. Until the transaction ends, others wait. */
export async function claimWeeklyReport(
  { workspaceId, reader, tx }: PersonScope,
  week: string,
  now: Date,
): Promise<boolean> {
  const { mail, hour, weekday } = DEFAULT_MAIL_FREQUENCY;
  const { rowCount } = await tx.execute(sql`
    insert into notification_settings as s (workspace_id, user_id, mail, hour, weekday, wiki_report_at)
    values (${workspaceId}, ${reader}, ${mail}, ${hour}, ${weekday}, ${now.toISOString()})
    on conflict (workspace_id, user_id) do update set wiki_report_at = excluded.wiki_report_at
    where s.wiki_report_at is null or s.wiki_report_at < ${week}::timestamptz - ${EARLY}`);
  return rowCount === 1;
}

/** Whether the person wants the report by mail, at the moment. */
export async function isReportMailWanted({ workspaceId, reader, tx }: PersonScope): Promise<boolean> {
  const { rows } = await tx.execute<{ wants: boolean }>(sql`
    select mail <> 'never' and coalesce((kinds -> 'wiki' ->> 'mail')::boolean, true) as wants from notification_settings
    where workspace_id = ${workspaceId} and user_id = ${reader}`);
  return rows[0]?.wants === true;
}
