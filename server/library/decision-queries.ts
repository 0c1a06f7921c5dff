import { and, eq, isNull, sql } from "drizzle-orm";
import { UNDO_HOURS } from "../../shared/domain/inbox.ts";
import { type ReaderScope, whereArticleReadable } from "../db/audience.ts";
import { inboxDecisions } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type DecisionRow = typeof inboxDecisions.$inferSelect;

const whereDecision = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(inboxDecisions.workspaceId, workspaceId), eq(inboxDecisions.id, id));

export async function insertDecision(
  { workspaceId, tx }: WorkspaceScope,
  decision: Omit<typeof inboxDecisions.$inferInsert, "workspaceId">,
): Promise<void> {
  await tx.insert(inboxDecisions).values({ ...decision, workspaceId });
}

/** Locks and returns the decision if it can still be undone. Null if it does not exist, was undone, or is too old. */
export async function lockUndoable(scope: WorkspaceScope, id: string): Promise<DecisionRow | null> {
  const [row] = await scope.tx
    .select()
    .from(inboxDecisions)
    .where(
      and(
        whereDecision(scope, id),
        isNull(inboxDecisions.undoneAt),
        sql`${inboxDecisions.decidedAt} > now() - make_interval(hours => ${UNDO_HOURS})`,
      ),
    )
    .for("update");
  return row ?? null;
}

/**
 * The subject of decisions in which a language model rewrote an article made of chat sentences. Their mark is the id of
 * the model's run.
 */
export const WRITTEN_BY_MODEL = "written-up";

/** Lists decisions of a run that were not undone, about articles that the person may read. */
export async function listDecisionsOfRun(scope: ReaderScope, runId: string): Promise<string[]> {
  const { workspaceId, subject, mark, undoneAt, articleId, id } = inboxDecisions;
  const rows = await scope.tx
    .select({ id })
    .from(inboxDecisions)
    .where(
      and(
        eq(workspaceId, scope.workspaceId),
        eq(subject, WRITTEN_BY_MODEL),
        eq(mark, runId),
        isNull(undoneAt),
        whereArticleReadable(scope, articleId),
      ),
    )
    .orderBy(id);
  return rows.map((row) => row.id);
}

/** The last run with decisions that can still be undone, about articles that the person may read. */
export async function findUndoableRun(scope: ReaderScope): Promise<{ runId: string; count: number } | null> {
  const { workspaceId, subject, mark, undoneAt, articleId, decidedAt } = inboxDecisions;
  const [row] = await scope.tx
    .select({ runId: mark, count: sql<number>`count(*)::int` })
    .from(inboxDecisions)
    .where(
      and(
        eq(workspaceId, scope.workspaceId),
        eq(subject, WRITTEN_BY_MODEL),
        isNull(undoneAt),
        sql`${decidedAt} > now() - make_interval(hours => ${UNDO_HOURS})`,
        whereArticleReadable(scope, articleId),
      ),
    )
    .groupBy(mark)
    .orderBy(sql`max(${decidedAt}) desc`)
    .limit(1);
  return row ?? null;
}

export async function isDecisionKnown(scope: WorkspaceScope, id: string): Promise<boolean> {
  return UUID.test(id) && (await scope.tx.$count(inboxDecisions, whereDecision(scope, id))) > 0;
}

export async function markUndone(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.update(inboxDecisions).set({ undoneAt: sql`now()` }).where(whereDecision(scope, id));
}
