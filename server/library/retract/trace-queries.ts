import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { activityLogs, publications } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

const TEXT = sql`case when m.forgotten_at is null then coalesce(m.text, s.text) else coalesce(s.text, '') end as text`;

interface MessageOfArticle {
  id: string;
  text: string;
  gone: boolean;
  forgotten: boolean;
  channel: string;
}

/**
 * The current messages that an article cites or from which it was written. A message that is no longer stored is
 * replaced by the article's copy.
 */
export async function listMessagesOfArticle(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
): Promise<MessageOfArticle[]> {
  const { rows } = await tx.execute<{ [Key in keyof MessageOfArticle]: MessageOfArticle[Key] }>(sql`
    select m.external_id as id, ${TEXT}, m.deleted_at is not null as gone, m.forgotten_at is not null as forgotten, c.name as channel
    from conversations t
    join messages m on m.workspace_id = t.workspace_id and m.channel_id = t.channel_id and m.conversation_key = t.key
    join channels c on c.workspace_id = t.workspace_id and c.id = t.channel_id
    left join article_sources s on s.workspace_id = t.workspace_id and s.article_id = t.article_id
      and s.channel_id = m.channel_id and s.message_external_id = m.external_id
    where t.workspace_id = ${workspaceId} and t.article_id = ${articleId}
    union
    select s.message_external_id, ${TEXT}, m.deleted_at is not null,
      m.forgotten_at is not null or s.forgotten_at is not null, coalesce(c.name, '')
    from article_sources s
    left join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
      and m.external_id = s.message_external_id
    left join channels c on c.workspace_id = s.workspace_id and c.id = s.channel_id
    where s.workspace_id = ${workspaceId} and s.article_id = ${articleId}`);
  return rows;
}

type LogLine = typeof activityLogs.$inferSelect;

/** Lists lines of the activity log about an article. */
export function listLogLines({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<LogLine[]> {
  return tx
    .select()
    .from(activityLogs)
    .where(and(eq(activityLogs.workspaceId, workspaceId), sql`${activityLogs.data}->>'articleId' = ${articleId}`));
}

export async function rewriteLogLine(
  { workspaceId, tx }: WorkspaceScope,
  id: LogLine["id"],
  change: Pick<LogLine, "message" | "data">,
): Promise<void> {
  await tx
    .update(activityLogs)
    .set(change)
    .where(and(eq(activityLogs.workspaceId, workspaceId), eq(activityLogs.id, id)));
}

/**
 * The titles of the article's pages. The title of a running call is left out: the publisher finds the page by that
 * title, and stores the new title at the end of the call.
 */
export function listPageTitles({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  return tx
    .select({ id: publications.id, title: publications.title })
    .from(publications)
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.articleId, articleId),
        isNull(publications.intentAt),
      ),
    );
}

export async function forgetPageTitles({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(publications)
    .set({ title: null })
    .where(and(eq(publications.workspaceId, workspaceId), inArray(publications.id, ids)));
}
