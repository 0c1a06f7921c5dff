import { sql } from "drizzle-orm";
import { ANSWER_ARTICLES, HAS_ANSWERED } from "../../db/counted-answers.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** The number of questions that the article answered. */
export async function countQuestionsAnswered({ tx, workspaceId }: WorkspaceScope, articleId: string): Promise<number> {
  const { rows } = await tx.execute<{ many: number }>(sql`
    select count(*)::int as many from ${ANSWER_ARTICLES}
    where part.workspace_id = ${workspaceId} and part.article_id = ${articleId} and ${HAS_ANSWERED}`);
  return rows[0]?.many ?? 0;
}
