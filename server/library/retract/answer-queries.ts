import { and, eq, isNotNull, sql } from "drizzle-orm";
import { llmCalls, trialMatters } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/**
 * Repeating a call to a language model costs nothing within this many days, because the answer is stored. Later only
 * the call's cost is stored.
 */
const ANSWERS_KEPT_DAYS = 30;
const ROWS_A_RUN = 5000;

/** Erases a language model's answers about messages that changed. They are never used again. */
export async function eraseModelAnswers({ workspaceId, tx }: WorkspaceScope, externalIds: string[]): Promise<void> {
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
  await tx
    .update(trialMatters)
    .set({ ...WITHOUT_TEXT, problem: "A message of it was changed or deleted since." })
    .where(
      and(eq(trialMatters.workspaceId, workspaceId), sql`${trialMatters.sources} && ${sql.param(externalIds)}::text[]`),
    );
}

/** Columns that are emptied. The judgement and the model's confidence stay. */
const WITHOUT_TEXT = { question: null, gist: null, written: null, saidHash: null, sources: [] };

/** Deletes the texts of old trials in all workspaces. People's judgements stay. */
export async function purgeOldTrials(db: Database): Promise<void> {
  const isOld = sql`t.created_at < now() - make_interval(days => ${ANSWERS_KEPT_DAYS})`;
  await db.execute(sql`
    update trial_matters m set question = null, gist = null, written = null, said_hash = null, sources = '{}', problem = null
    from model_trials t where t.workspace_id = m.workspace_id and t.id = m.trial_id and ${isOld} and m.sources <> '{}'`);
  await db.execute(sql`
    delete from model_trials t where ${isOld} and not exists (select from trial_matters m
      where m.workspace_id = t.workspace_id and m.trial_id = t.id and m.judgement is not null)`);
}

/** Clears old answers in all workspaces. The rows stay, because they contain the cost. */
export async function purgeOldModelAnswers(db: Database): Promise<void> {
  await db.execute(sql`
    update llm_calls set output = null, sources = '{}' where (workspace_id, id) in (
      select workspace_id, id from llm_calls
      where output is not null and created_at < now() - make_interval(days => ${ANSWERS_KEPT_DAYS})
      order by created_at limit ${ROWS_A_RUN})`);
}
