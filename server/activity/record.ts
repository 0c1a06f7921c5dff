import { newId } from "../db/new-id.ts";
import { activityLogs } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { LiveEvents } from "../http/live-events.ts";

export interface Activity {
  type: "article_created" | "message_analyzed" | "error";
  /** A sentence: what happened, and for an error what was kept and what to do. */
  message: string;
  /** What a person can use: ids, names, counts. Never a secret, never a remote body. */
  data?: Record<string, unknown>;
}

/** Writes one line of the workspace's log, in the transaction that did what it tells. */
export async function recordActivity(scope: WorkspaceScope, events: LiveEvents, activity: Activity): Promise<void> {
  const id = newId();
  await scope.tx.insert(activityLogs).values({ workspaceId: scope.workspaceId, id, data: {}, ...activity });
  await events.notify(scope, { type: "log", id });
}
