import { and, eq, isNotNull, sql } from "drizzle-orm";
import { llmCalls } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/** A call repeated within this time costs nothing; after it only what it cost is known. */
const ANSWERS_KEPT_DAYS = 30;
const ROWS_A_RUN = 5000;

/** What a model answered about messages that changed is never used again, and gone. */
export async function eraseAnswers({ workspaceId, tx }: WorkspaceScope, externalIds: string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await tx
    .update(llmCalls)
    .set({ output: null })
    .where(
      and(
        eq(llmCalls.workspaceId, workspaceId),
        isNotNull(llmCalls.output),
        sql`${llmCalls.sources} && ${sql.param(externalIds)}::text[]`,
      ),
    );
}

/** Over all workspaces. The row stays: it says what was paid. */
export async function purgeOldAnswers(db: Database): Promise<void> {
  await db.execute(sql`
    update llm_calls set output = null, sources = '{}' where (workspace_id, id) in (
      select workspace_id, id from llm_calls
      where output is not null and created_at < now() - make_interval(days => ${ANSWERS_KEPT_DAYS})
      order by created_at limit ${ROWS_A_RUN})`);
}
