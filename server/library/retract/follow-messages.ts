import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";
import { eraseDeleted } from "./erase-deleted.ts";
import { requestRechecks } from "./request-rechecks.ts";

/**
 * What quotes a deleted message is erased with it, at once; every article that cites a changed message is checked again by a
 * worker, within seconds, and its pages follow. Called twice it does nothing twice.
 */
export async function followMessages(scope: WorkspaceScope, changes: ChangedMessages): Promise<void> {
  const touched = await requestRechecks(scope, changes);
  await eraseDeleted(scope, changes, touched);
}
