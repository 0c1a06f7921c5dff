import { endPayment } from "../../billing/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { deleteOwnKeys, disconnectPlatforms, returnToFreePlan, stopWork } from "./closing-queries.ts";

const WHY = "The account was deleted.";

/**
 * The last person has left: nothing is read, judged or published any more, and the credentials are erased at once. What is
 * left waits for the purge, and comes back with a person whom the operator restores.
 */
export async function closeWorkspace(deps: Pick<Deps, "queue">, scope: WorkspaceScope): Promise<void> {
  await disconnectPlatforms(scope);
  await deleteOwnKeys(scope);
  // Without what was paid for it: a person who comes back begins with the free plan.
  await returnToFreePlan(scope);
  await endPayment(deps, scope.tx, scope.workspaceId);
  await stopWork(scope, WHY);
}
