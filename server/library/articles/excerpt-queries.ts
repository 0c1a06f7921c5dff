import { sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";

export type WritableExcerpt = { id: string; messages: number };

/**
 * Lists articles made of unchanged chat sentences that a language model may rewrite, channel by channel. No person
 * edited them, and messages of their channel may be sent to a model.
 */
export async function listWritableExcerpts(
  scope: ReaderScope,
  { ids, limit }: { ids?: string[] | undefined; limit: number },
): Promise<WritableExcerpt[]> {
  const { workspaceId, tx } = scope;
  const chosen = ids ? sql`and a.id = any(${sql.param(ids)}::uuid[])` : sql``;
  const { rows } = await tx.execute<WritableExcerpt>(sql`
    select a.id, sum(c.message_count)::int as messages
    from articles a
    join conversations c on c.workspace_id = a.workspace_id and c.article_id = a.id and not c.is_evidence
    join channels ch on ch.workspace_id = c.workspace_id and ch.id = c.channel_id and not ch.never_to_model
    where a.workspace_id = ${workspaceId} and a.form = 'excerpt'
      and a.state in ('stands', 'draft', 'review', 'library-only') and a.hand = '{}'
      and not a.summary::text like '%"hand"%' and not a.body::text like '%"hand"%' ${chosen}
      and ${whereArticleReadable(scope, sql`a.id`)}
    group by a.id, ch.id order by ch.id, a.id limit ${limit}`);
  return rows;
}
