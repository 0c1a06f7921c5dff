import { and, eq, isNull, sql } from "drizzle-orm";
import { UNDO_HOURS } from "../../shared/domain/inbox.ts";
import { quoted, recordActivity } from "../activity/index.ts";
import { newId } from "../db/new-id.ts";
import { type DecisionBefore, inboxDecisions } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type DecisionRow = typeof inboxDecisions.$inferSelect;

export interface Decision {
  /** The item's id, or 'merge' or 'split'. */
  subject: string;
  mark?: string;
  articleId: string;
  title: string;
  choice: string;
  before: DecisionBefore;
  /** Null: by itself, as the workspace wished. */
  by: string | null;
  /** What was decided, in a sentence for the log. */
  what: string;
}

/** `id` takes it back until `until`. */
export interface UndoableDecision {
  id: string;
  until: string;
}

/** In the transaction that did what was decided. */
export async function recordDecision(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { title, by, what, mark = "", ...decision }: Decision,
): Promise<UndoableDecision> {
  const id = newId();
  const { workspaceId, tx } = scope;
  await tx.insert(inboxDecisions).values({ ...decision, mark, workspaceId, id, decidedBy: by });
  await recordActivity(scope, events, {
    type: "change",
    message: `${quoted(title)}: ${what}`,
    data: { articleId: decision.articleId, title, choice: decision.choice },
    by,
  });
  await events.notify(scope, { type: "inbox" });
  return { id, until: new Date(Date.now() + UNDO_HOURS * 3_600_000).toISOString() };
}

/** One that may still be taken back, locked; null when there is none, it was taken back, or its time is over. */
export async function lockUndoable({ workspaceId, tx }: WorkspaceScope, id: string): Promise<DecisionRow | null> {
  const [row] = await tx
    .select()
    .from(inboxDecisions)
    .where(
      and(
        eq(inboxDecisions.workspaceId, workspaceId),
        eq(inboxDecisions.id, id),
        isNull(inboxDecisions.undoneAt),
        sql`${inboxDecisions.decidedAt} > now() - make_interval(hours => ${UNDO_HOURS})`,
      ),
    )
    .for("update");
  return row ?? null;
}

export async function isDecisionKnown({ workspaceId, tx }: WorkspaceScope, id: string): Promise<boolean> {
  if (!UUID.test(id)) return false;
  const one = and(eq(inboxDecisions.workspaceId, workspaceId), eq(inboxDecisions.id, id));
  return (await tx.$count(inboxDecisions, one)) > 0;
}

export async function markUndone({ workspaceId, tx }: WorkspaceScope, id: string): Promise<void> {
  await tx
    .update(inboxDecisions)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(inboxDecisions.workspaceId, workspaceId), eq(inboxDecisions.id, id)));
}
