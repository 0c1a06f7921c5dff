import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { findWaitMs, markOutcomeUnknown } from "./claim-queries.ts";
import type { PublicationRow } from "./queries.ts";

/** Enqueues a job for the time at which the row may be claimed next; no job if no work is left. */
export async function enqueueWhenDue(
  deps: Pick<Deps, "queue" | "env">,
  scope: WorkspaceScope,
  id: string,
): Promise<void> {
  const waitMs = await findWaitMs(scope, id, deps.env.UNRESOLVED_WAIT_SECONDS);
  if (waitMs === null) return;
  await deps.queue.enqueue(
    scope,
    { queue: "publish", workspaceId: scope.workspaceId, publicationId: id },
    waitMs > 0 ? { startAfter: new Date(Date.now() + waitMs) } : {},
  );
}

/**
 * Marks the call's outcome as unknown under a new fence, because this worker's lease expired but its call may have
 * arrived. The worker that holds the publication now has to search for copies of the page.
 */
export async function reopenPublication(
  deps: Pick<Deps, "queue" | "env">,
  scope: WorkspaceScope,
  row: Pick<PublicationRow, "id">,
): Promise<void> {
  await markOutcomeUnknown(scope, row.id);
  await enqueueWhenDue(deps, scope, row.id);
}
