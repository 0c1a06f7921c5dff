import { sql } from "drizzle-orm";
import { mayRead, type ReaderScope } from "../db/audience.ts";

type Decided = {
  risk: number;
  published: number;
  declined: number;
};

/** What people decided about articles that waited to be read, last of each, by the article's risk in percent. */
export async function countDecisionsByRisk(scope: ReaderScope): Promise<Decided[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<Decided>(sql`
    with last as (
      select distinct on (d.article_id) d.article_id, d.choice from inbox_decisions d
      where d.workspace_id = ${workspaceId} and d.undone_at is null and d.decided_by is not null
        and (d.subject like 'draft.%' or d.subject like 'first-article.%')
      order by d.article_id, d.decided_at desc)
    select round((1 - a.confidence) * 100)::int as risk, count(*) filter (where last.choice = 'approve')::int as published,
      count(*) filter (where last.choice <> 'approve')::int as declined
    from last join articles a on a.workspace_id = ${workspaceId} and a.id = last.article_id
    where ${mayRead(scope, sql`a.id`)}
    group by 1 order by 1`);
  return rows;
}
