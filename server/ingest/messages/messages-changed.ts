import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { eraseDeleted } from "../../library/retract/erase-deleted.ts";
import { requestRechecks } from "../../library/retract/request-rechecks.ts";

/** Messages of one channel that were edited or deleted; their rows say already what they are now. */
export interface ChangedMessages {
  /** Our channel's id. */
  channelId: string;
  /** The platform's ids of the messages. */
  externalIds: string[];
}

/**
 * To be called in the transaction that stored an edit or a deletion, after the rows were written. What quotes a deleted
 * message is erased with it, at once; every article that stands on a changed message is checked again by a worker, within
 * seconds, and its pages follow. Called twice it does nothing twice.
 */
export async function messagesChanged(scope: WorkspaceScope, changes: ChangedMessages): Promise<void> {
  if (changes.externalIds.length === 0) return;
  const touched = await requestRechecks(scope, changes);
  await eraseDeleted(scope, changes, touched);
}
