import type { AuditFacts } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { insertEntry } from "./audit-queries.ts";
import { pickChangedFacts } from "./facts.ts";
import { findRowToAudit, readFacts } from "./row-queries.ts";

export interface RecordedChange {
  actor: "key" | "chat" | "person";
  doneBy: string | null;
  /** The action's name in the entry, such as 'chat publish'. */
  action: string;
  thing: "articles" | "inbox" | "people";
  thingIds: string[];
  /** The entry stores the article's state before and after. */
  articleId?: string;
  /** The parameters of the action: only choices and ids. */
  asked?: AuditFacts;
  ip?: string;
  requestId?: string;
}

/**
 * Records a change that no signed-in call made, or an export of people's data. `work` and the entry are in one
 * transaction.
 */
export async function recordChange<T>(
  scope: WorkspaceScope,
  { articleId, ...entry }: RecordedChange,
  work: () => Promise<T>,
): Promise<T> {
  const { workspaceId } = scope;
  const row = articleId ? findRowToAudit({ workspaceId, resource: "articles", id: articleId, personId: null }) : null;
  const before = row && (await readFacts(scope, row));
  const done = await work();
  const after = row && (await readFacts(scope, row));
  await insertEntry(scope, { ...entry, ...pickChangedFacts(before, after) });
  return done;
}
