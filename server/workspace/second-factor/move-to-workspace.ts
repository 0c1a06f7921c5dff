import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { locateTotpSecret } from "../../secrets/key-ring.ts";
import { listMovableFactors, moveFactor } from "./queries.ts";

/** Moves second factors to another workspace of their person, before a workspace is deleted. */
export async function moveFactorsToOtherWorkspace(
  { secrets }: Pick<Deps, "secrets">,
  scope: WorkspaceScope,
): Promise<void> {
  for (const factor of await listMovableFactors(scope)) {
    const secret = secrets.open(factor.sealed, locateTotpSecret(scope.workspaceId, factor.userId));
    const sealed = secrets.seal(secret, locateTotpSecret(factor.toWorkspace, factor.toUser));
    await moveFactor(scope, { ...factor, sealed });
  }
}
