import { sql } from "drizzle-orm";
import { ANSWER_TABLES, whereArticleAnswered } from "../../db/counted-answers.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** The number of questions that the article answered. */
export async function countQuestionsAnswered({ tx, workspaceId }: WorkspaceScope, articleId: string): Promise<number> {
  const { rows } = await tx.execute<{ many: number }>(sql`
    select count(*)::int as many from ${ANSWER_TABLES}
    where part.workspace_id = ${workspaceId} and part.article_id = ${articleId} and ${whereArticleAnswered}`);
  return rows[0]?.many ?? 0;
}
