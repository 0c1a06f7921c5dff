import { eq, sql } from "drizzle-orm";
import type { Retention, RetentionChoice, RetentionEffect } from "../../../shared/contract/retention.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../../shared/domain/detection.ts";
import { workspaceSettings } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/** The retention period that the workspace chose. Without a choice, text is kept for ever. */
export async function readRetention({ workspaceId, tx }: WorkspaceScope): Promise<RetentionChoice> {
  const [row] = await tx
    .select({ keepDays: workspaceSettings.keepChatDays, keepsQuotes: workspaceSettings.keepsQuotes })
    .from(workspaceSettings)
    .where(eq(workspaceSettings.workspaceId, workspaceId));
  return row ?? { keepDays: null, keepsQuotes: true };
}

export async function countForgotten({ workspaceId, tx }: WorkspaceScope): Promise<Retention["forgotten"]> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from messages where workspace_id = ${workspaceId} and forgotten_at is not null`);
  return rows[0]?.count ?? 0;
}

/** Saves the choice. In a workspace that never saved its detection settings, they stay marked as unsaved. */
export async function saveRetention(
  { workspaceId, tx }: WorkspaceScope,
  { keepDays, keepsQuotes }: RetentionChoice,
): Promise<void> {
  const chosen = { keepChatDays: keepDays, keepsQuotes };
  await tx
    .insert(workspaceSettings)
    .values({ workspaceId, ...DEFAULT_DETECTION_SETTINGS, ...chosen })
    .onConflictDoUpdate({ target: workspaceSettings.workspaceId, set: chosen });
}

/** Lists workspaces with a limited retention period. */
export async function listWorkspacesWithRetention(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select workspace_id as id from workspace_settings where keep_chat_days is not null order by workspace_id`);
  return rows.map(({ id }) => id);
}

/** SQL condition: the text was stored more than this many days ago, and is not erased yet. */
const whereDue = (keepDays: number) =>
  sql`m.forgotten_at is null and m.deleted_at is null and m.text_at < now() - make_interval(days => ${keepDays})`;

export async function listChannelsToForget({ workspaceId, tx }: WorkspaceScope, keepDays: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from channels c where c.workspace_id = ${workspaceId} and exists (
      select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.id and ${whereDue(keepDays)})
    order by c.id`);
  return rows.map(({ id }) => id);
}

/**
 * SQL for the texts that articles store of messages, if the message's text was erased, or its channel was removed as
 * long ago.
 */
const quotesDue = (keepDays: number, which = sql`m.forgotten_at is not null`) => sql`article_sources s
  join articles a on a.workspace_id = s.workspace_id and a.id = s.article_id
  left join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
    and m.external_id = s.message_external_id
  where s.forgotten_at is null and (${which}
    or (m.external_id is null and a.created_at < now() - make_interval(days => ${keepDays})))`;

/** Erases at most `most` of these texts and returns their number. Author, time and channel stay. */
export async function forgetQuotes({ workspaceId, tx }: WorkspaceScope, keepDays: number, most: number) {
  const { rowCount } = await tx.execute(sql`
    update article_sources known set text = '', former_text = null, forgotten_at = now(), kept_days = due.days
    from (select s.article_id, s.message_external_id, coalesce(m.kept_days, ${keepDays}) as days
      from ${quotesDue(keepDays)} and s.workspace_id = ${workspaceId} limit ${most} for update of s skip locked) due
    where known.workspace_id = ${workspaceId} and known.article_id = due.article_id
      and known.message_external_id = due.message_external_id`);
  return rowCount ?? 0;
}

/** Counts the rows that a choice would erase at once. */
export async function countEffect(
  { workspaceId, tx }: WorkspaceScope,
  { keepDays, keepsQuotes }: { keepDays: number; keepsQuotes: boolean },
): Promise<RetentionEffect> {
  const due = whereDue(keepDays);
  const { rows } = await tx.execute<Record<string, unknown> & RetentionEffect>(sql`
    select said.messages, said.unread,
      (select count(distinct s.article_id)::int from article_sources s
        join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
          and m.external_id = s.message_external_id
        where s.workspace_id = ${workspaceId} and ${due}) as articles,
      (select count(*)::int from ${quotesDue(keepDays, sql`m.forgotten_at is not null or (${due})`)}
        and s.workspace_id = ${workspaceId} and not ${keepsQuotes}) as quotes
    from (select count(*)::int as messages,
        (count(*) filter (where c.id is null or c.fingerprint = ''))::int as unread
      from messages m left join conversations c on c.workspace_id = m.workspace_id and c.channel_id = m.channel_id
        and c.key = m.conversation_key
      where m.workspace_id = ${workspaceId} and ${due}) said`);
  const [row] = rows;
  if (!row) throw new Error("A count always answers one row");
  return row;
}
