import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";
import { eraseDeleted } from "./erase-deleted.ts";
import { requestRechecks } from "./request-rechecks.ts";

/**
 * Erases quotes of deleted messages at once. Within seconds, a worker rechecks every article that cites a changed
 * message, and updates its pages. A second call has no further effect.
 */
export async function retractMessages(scope: WorkspaceScope, changes: ChangedMessages): Promise<void> {
  const touched = await requestRechecks(scope, changes);
  await eraseDeleted(scope, changes, touched);
}
