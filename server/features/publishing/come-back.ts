import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { findWaitMs } from "./queries.ts";

/** A job for the moment at which the row may be claimed next; none when nothing is left to do. */
export async function comeBackWhenDue(
  deps: Pick<Deps, "queue" | "env">,
  scope: WorkspaceScope,
  id: string,
): Promise<void> {
  const waitMs = await findWaitMs(scope, id, deps.env.UNRESOLVED_WAIT_SECONDS);
  if (waitMs === null) return;
  await deps.queue.enqueue(
    scope,
    { queue: "publish", workspaceId: scope.workspaceId, publicationId: id },
    { startAfter: new Date(Date.now() + waitMs) },
  );
}
