import type { WorkspacesResponse } from "../../../shared/contract/invitations.ts";
import { recordActivity } from "../../activity/index.ts";
import { type Database, inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { isAddressProvenEverywhere } from "../accounts/account-queries.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { listMembershipsOfPerson } from "../accounts/person-queries.ts";
import { findContact } from "../accounts/queries.ts";
import { maySwitchWorkspace, moveSession } from "../accounts/session-queries.ts";
import { addMembership } from "../invitations/accept.ts";
import { listWorkspacesOfDomain, readNewcomerSettings } from "../invitations/join-link-queries.ts";
import { endMembership } from "../people/leaving.ts";
import { isPersonManagedByDirectory, listOwnWorkspaces, lockOwners, markLeft } from "./membership-queries.ts";

export async function listWorkspaces(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  { onlyHere = false } = {},
): Promise<WorkspacesResponse> {
  const rows = (await listOwnWorkspaces(db, viewer)).filter(({ isActive }) => isActive || !onlyHere);
  return {
    own: rows.map(({ id, name, membership, isActive }) => ({ id, name, membership, isActive })),
    joinable:
      rows[0] && !onlyHere && (await isAddressProvenEverywhere(db, viewer))
        ? await listWorkspacesOfDomain(db, rows[0].email)
        : [],
  };
}

/** Moves the session to that workspace. Throws 'not-found' if the person is not a member. */
export async function enterWorkspace(
  db: Pick<Database, "execute">,
  sessionHash: string | null,
  viewer: AccountIds,
  workspaceId: string,
): Promise<void> {
  const target = (await listMembershipsOfPerson(db, viewer)).find((one) => one.workspaceId === workspaceId);
  if (!target) throw notFound("workspace");
  if (sessionHash && !(await maySwitchWorkspace(db, sessionHash, target)))
    throw forbidden("That workspace asks for its own single sign-on. Sign out, and sign in with it.");
  await moveSession(db, sessionHash, target);
}

/** Lets the person join by the domain of the person's proven address. Throws 'not-found' if that is not possible. */
export async function joinWorkspace(deps: Deps, viewer: Viewer, workspaceId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [me] = await listMembershipsOfPerson(tx, viewer);
    const isTheirs = await isAddressProvenEverywhere(tx, viewer);
    const found = me && isTheirs && (await listWorkspacesOfDomain(tx, me.email)).find(({ id }) => id === workspaceId);
    if (!found) throw notFound("workspace");
    const { membership } = await readNewcomerSettings({ tx, workspaceId });
    const open = {
      workspaceId,
      id: "",
      workspace: found.name,
      membership,
      invitedBy: null,
      words: "",
      isMailed: false,
    };
    await addMembership(deps, tx, { ...open, email: null, linkId: null }, viewer);
  });
}

/**
 * Removes the person from a workspace; the person's contributions stay. The current session continues in another workspace. All
 * other sessions end, and their hashes are returned. Throws 'conflict' for the person's only workspace, for the last owner, and
 * for people managed by a directory.
 */
export async function leaveWorkspace(
  deps: Deps,
  { sessionHash, ...viewer }: Viewer & { sessionHash: string | null },
  workspaceId: string,
): Promise<string[]> {
  const memberships = await listMembershipsOfPerson(deps.db, viewer);
  const mine = memberships.find((one) => one.workspaceId === workspaceId);
  if (!mine) throw notFound("workspace");
  const other = memberships.find((one) => one !== mine);
  if (!other)
    throw conflict("You are in no other workspace. Delete your account on Personal Information to leave this one.");
  return deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    await refuseToLeave(scope, mine.userId);
    if (viewer.workspaceId === workspaceId) await enterWorkspace(tx, sessionHash, viewer, other.workspaceId);
    const name = await markLeft(scope, mine.userId);
    await recordActivity(scope, deps.events, {
      type: "change",
      message: `${name || "Somebody"} left the workspace.`,
      data: { userId: mine.userId },
    });
    await deps.events.notify(scope, { type: "people" });
    return endMembership(deps, scope, { id: mine.userId, email: mine.email });
  });
}

/**
 * Throws if the person may not leave. Locks the owners until the transaction ends, so that the last two owners cannot leave at
 * once.
 */
async function refuseToLeave(scope: WorkspaceScope, userId: string): Promise<void> {
  const owners = await lockOwners(scope);
  if (owners.length === 1 && owners[0] === userId)
    throw conflict("You are the last owner. Make somebody else an owner first.");
  if (await isPersonManagedByDirectory(scope, userId))
    throw conflict("Your company’s directory manages your place in this workspace. You can leave it only there.");
}

export const getOwnEmail = ({ db }: Pick<Deps, "db">, { workspaceId, userId }: AccountIds): Promise<string> =>
  inWorkspace(db, workspaceId, async (scope) => (await findContact(scope, userId))?.email ?? "");
