import { DELETED_WITHIN_DAYS } from "../../../shared/domain/people.ts";
import { endSubscription } from "../../billing/index.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { moveFactorsToOtherWorkspace } from "../second-factor/move-to-workspace.ts";
import { deleteWorkspace } from "./account-queries.ts";
import type { AccountIds } from "./person-queries.ts";
import {
  allowLongStatements,
  deleteInvitationsOfPerson,
  deleteJobs,
  deletePerson,
  eraseAddressesOfPayers,
  eraseNameFromActivity,
  listDeletedBefore,
  lockPeople,
  removeActorFromActions,
} from "./purge-queries.ts";

/** The purge happens this many days before the promised date, in case no worker runs for a while. */
const AHEAD_DAYS = 2;
const ACCOUNTS_A_RUN = 20;

/** Removes the accounts that are due. If the removal of an account fails, the job's next run retries it. */
export async function purgeDeletedAccounts(deps: Pick<Deps, "db" | "log" | "queue" | "secrets">): Promise<void> {
  const due = { days: DELETED_WITHIN_DAYS - AHEAD_DAYS, limit: ACCOUNTS_A_RUN };
  for (const account of await listDeletedBefore(deps.db, due)) {
    try {
      await purge(deps, account);
    } catch (error) {
      deps.log.error({ err: safeDatabaseError(error), ...account }, "A deleted account could not be removed yet");
    }
  }
}

/**
 * Removes the workspace and all its content if nobody is left who could return; otherwise removes only the person. People whom
 * a directory deactivated do not count as able to return.
 */
async function purge(deps: Pick<Deps, "db" | "queue" | "secrets">, { workspaceId, userId }: AccountIds): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    await allowLongStatements(tx);
    const people = await lockPeople(scope);
    if (people.some(({ id, canReturn }) => id !== userId && canReturn)) await removePerson(scope, userId);
    else await removeWorkspace(deps, scope);
  });
}

async function removePerson(scope: WorkspaceScope, userId: string): Promise<void> {
  await removeActorFromActions(scope, userId);
  await eraseNameFromActivity(scope, userId);
  await deleteInvitationsOfPerson(scope, userId);
  await deletePerson(scope, userId);
}

async function removeWorkspace(deps: Pick<Deps, "queue" | "secrets">, scope: WorkspaceScope): Promise<void> {
  await moveFactorsToOtherWorkspace(deps, scope);
  await endSubscription(deps, scope.tx, scope.workspaceId);
  await eraseAddressesOfPayers(scope);
  await deleteWorkspace(scope.tx, scope.workspaceId);
  await deleteJobs(scope);
}
