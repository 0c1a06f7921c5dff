import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** The most of the threads read again in one check that may have articles, so that the others get their turn too. */
const SHARE_OF_ARTICLES = 0.7;

/**
 * Lists threads that were not read again since, longest unread first, cited ones before others. Only reading again shows edited
 * or deleted replies after missed live events.
 */
export async function listThreadsToReread(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with threads as (
      select m.thread_id as id, min(m.read_at) as read_at, bool_or(exists (select from article_sources s
        where s.workspace_id = m.workspace_id and s.channel_id = m.channel_id and s.message_external_id = m.external_id)
      ) as carries
      from messages m
      where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.deleted_at is null
        and m.thread_id <> m.external_id
      group by m.thread_id
    ), ranked as (
      select *, row_number() over (partition by carries order by read_at) as place
      from threads where read_at < ${since.toISOString()}::timestamptz
    )
    select id from ranked
    order by case when carries and place <= ${Math.ceil(limit * SHARE_OF_ARTICLES)} then 0 when carries then 2 else 1 end,
      read_at, id
    limit ${limit}`);
  return rows.map(({ id }) => id);
}
