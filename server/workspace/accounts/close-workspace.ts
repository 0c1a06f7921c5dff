import { endPayment } from "../../billing/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { deleteOwnKeys, disconnectPlatforms, returnToFreePlan, stopWork } from "./closing-queries.ts";

const WHY = "The account was deleted.";

/**
 * Closes a workspace whose last person has left: nothing is read, judged or published any more, and credentials are
 * erased at once. The rest waits for the purge, and is restored if the operator restores a person.
 */
export async function closeWorkspace(deps: Pick<Deps, "queue">, scope: WorkspaceScope): Promise<void> {
  await disconnectPlatforms(scope);
  await deleteOwnKeys(scope);
  // The paid plan ends: a person who is restored starts with the free plan.
  await returnToFreePlan(scope);
  await endPayment(deps, scope.tx, scope.workspaceId);
  await stopWork(scope, WHY);
}
