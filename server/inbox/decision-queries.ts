import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { UNDO_HOURS } from "../../shared/domain/inbox.ts";
import { type ReaderScope, whereArticleReadable } from "../db/audience.ts";
import { articles, inboxDecisions } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

type RiskCount = {
  risk: number;
  published: number;
  declined: number;
};

/** The latest decision about each article that waited for review, counted by risk in percent. */
export async function countDecisionsByRisk(scope: ReaderScope): Promise<RiskCount[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<RiskCount>(sql`
    with last as (
      select distinct on (d.article_id) d.article_id, d.choice from inbox_decisions d
      where d.workspace_id = ${workspaceId} and d.undone_at is null and d.decided_by is not null
        and (d.subject like 'draft.%' or d.subject like 'first-article.%') and d.choice <> 'not-corrected'
      order by d.article_id, d.decided_at desc)
    select round((1 - a.confidence) * 100)::int as risk, count(*) filter (where last.choice = 'approve')::int as published,
      count(*) filter (where last.choice <> 'approve')::int as declined
    from last join articles a on a.workspace_id = ${workspaceId} and a.id = last.article_id
    where ${whereArticleReadable(scope, sql`a.id`)}
    group by 1 order by 1`);
  return rows;
}

const MOST_UNDOABLE = 50;

/**
 * The person's decisions that can still be undone, newest first: not those that wrote to a platform ('done'), nor about an
 * article that has changed since.
 */
export function listUndoableDecisions(scope: ReaderScope, by: string) {
  const { workspaceId, tx } = scope;
  const made = sql`${inboxDecisions.before} -> 'versions' ->> 'made'`;
  return tx
    .select({
      id: inboxDecisions.id,
      subject: inboxDecisions.subject,
      choice: inboxDecisions.choice,
      note: inboxDecisions.note,
      decidedAt: inboxDecisions.decidedAt,
      articleId: articles.id,
      title: articles.title,
    })
    .from(inboxDecisions)
    .innerJoin(
      articles,
      and(eq(articles.workspaceId, inboxDecisions.workspaceId), eq(articles.id, inboxDecisions.articleId)),
    )
    .where(
      and(
        eq(inboxDecisions.workspaceId, workspaceId),
        eq(inboxDecisions.decidedBy, by),
        isNull(inboxDecisions.undoneAt),
        ne(inboxDecisions.mark, "done"),
        sql`${inboxDecisions.decidedAt} > now() - make_interval(hours => ${UNDO_HOURS})`,
        sql`(${made} is null or (${made})::int = ${articles.version})`,
        whereArticleReadable(scope),
      ),
    )
    .orderBy(desc(inboxDecisions.decidedAt), desc(inboxDecisions.id))
    .limit(MOST_UNDOABLE);
}

export async function setNote({ workspaceId, tx }: WorkspaceScope, id: string, note: string): Promise<void> {
  await tx
    .update(inboxDecisions)
    .set({ note })
    .where(and(eq(inboxDecisions.workspaceId, workspaceId), eq(inboxDecisions.id, id)));
}
