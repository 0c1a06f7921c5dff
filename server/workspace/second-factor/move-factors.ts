import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { totpPlace } from "../../secrets/key-ring.ts";
import { listFactorsWithOtherPlace, moveFactor } from "./queries.ts";

/**
 * Moves the second factors of people who are also in other workspaces to one of those, before a workspace is deleted.
 */
export async function moveFactorsAway({ secrets }: Pick<Deps, "secrets">, scope: WorkspaceScope): Promise<void> {
  for (const factor of await listFactorsWithOtherPlace(scope)) {
    const secret = secrets.open(factor.sealed, totpPlace(scope.workspaceId, factor.userId));
    const sealed = secrets.seal(secret, totpPlace(factor.toWorkspace, factor.toUser));
    await moveFactor(scope, { ...factor, sealed });
  }
}
