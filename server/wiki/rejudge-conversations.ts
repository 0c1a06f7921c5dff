import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conversationsReopened } from "./findings/events.ts";
import { type RemovedPages, reopenConversationsOfPages } from "./findings/reopened-conversation-queries.ts";

/**
 * Has conversations judged again that made no article because one of these pages was about them. Call it in the transaction in which
 * the pages go or are hidden; before they go, because what was found goes with them.
 */
export async function rejudgeConversationsOfPages(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  lost: RemovedPages,
): Promise<void> {
  for (const channelId of await reopenConversationsOfPages(scope, lost))
    await conversationsReopened.announce(deps, scope, { channelId });
}
