import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { KnowledgeText } from "../../pipeline/local-engine/same-knowledge.ts";

/** A term that so many articles of a workspace have tells none of them apart: its list is not read further. */
const COMMON = 2000;

/**
 * Ids of the articles that may hold the same knowledge, the likeliest first; which of them do is for `compareKnowledge` to
 * say. Rare terms in common count most. What is looked for finds itself when it is stored already. The cost is bounded: 24
 * short stretches of one index, however many articles the workspace holds.
 */
export async function findCandidates(
  { workspaceId, tx }: WorkspaceScope,
  fresh: KnowledgeText,
  limit = 10,
): Promise<string[]> {
  const content = fresh.statements.map(({ text }) => text).join("\n");
  const { rows } = await tx.execute<{ id: string }>(sql`
    with hits as (
      select found.article_id, count(*) over (partition by wanted.term) as articles
      from terms_of(${fresh.title}, ${content}) as wanted (term), lateral (
        select article_id from article_terms
        where workspace_id = ${workspaceId} and article_terms.term = wanted.term
        limit ${COMMON}
      ) as found
    )
    select article_id as id from hits
    where articles < ${COMMON}
    group by article_id
    order by sum(ln(${COMMON}::float8 / articles)) desc, article_id
    limit ${limit}`);
  return rows.map(({ id }) => id);
}
