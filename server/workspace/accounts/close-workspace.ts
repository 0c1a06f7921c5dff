import { endSubscription } from "../../billing/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { deleteOwnKeys, disconnectPlatforms, returnToFreePlan, stopWork } from "./closing-queries.ts";

const WHY = "The account was deleted.";

/**
 * Closes a workspace after its last person left: all work stops, and credentials are erased at once. The rest stays until the
 * purge, so that the operator can restore a person.
 */
export async function closeWorkspace(deps: Pick<Deps, "queue">, scope: WorkspaceScope): Promise<void> {
  await disconnectPlatforms(scope);
  await deleteOwnKeys(scope);
  // The paid plan ends; a restored person starts with the free plan.
  await returnToFreePlan(scope);
  await endSubscription(deps, scope.tx, scope.workspaceId);
  await stopWork(scope, WHY);
}
