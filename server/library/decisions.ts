import { UNDO_HOURS } from "../../shared/domain/inbox.ts";
import { quoteTitle, recordActivity } from "../activity/index.ts";
import { newId } from "../db/new-id.ts";
import type { StateBeforeDecision } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { insertDecision } from "./decision-queries.ts";

export interface Decision {
  /** The inbox item's id, or 'merge' or 'split'. */
  subject: string;
  mark?: string;
  articleId: string;
  title: string;
  choice: string;
  before: StateBeforeDecision;
  /** Null if the product decided automatically, as the workspace's settings allow. */
  by: string | null;
  /** The decision, as a sentence for the log. */
  what: string;
}

/** A decision that a person can undo until the time `until`. */
export interface UndoableDecision {
  id: string;
  until: string;
}

/** Records a decision. Called in the transaction that carries out the decision. */
export async function recordDecision(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { title, by, what, mark = "", ...decision }: Decision,
): Promise<UndoableDecision> {
  const id = newId();
  await insertDecision(scope, { ...decision, mark, id, decidedBy: by });
  await recordActivity(scope, events, {
    type: "change",
    message: `${quoteTitle(title)}: ${what}`,
    data: { articleId: decision.articleId, title, choice: decision.choice },
    by,
  });
  await events.notify(scope, { type: "inbox" });
  return { id, until: new Date(Date.now() + UNDO_HOURS * 3_600_000).toISOString() };
}
