import { can, explainWhoMay, MEMBERSHIP_NAMES, type Membership } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { endTokensOfPerson } from "../scim/tokens.ts";
import { adminRightsEnded, endMembership } from "./leaving.ts";
import { deactivatePerson, lockMember, setMembership } from "./member-queries.ts";

/**
 * Changes a person's role, which applies from the person's next request on. Throws 'forbidden' if somebody who is no owner
 * changes an owner, and 'conflict' for the last owner.
 */
export async function changeMembership(
  deps: Deps,
  scope: WorkspaceScope,
  by: Viewer,
  { id, membership }: { id: string; membership: Membership },
): Promise<void> {
  const person = await lockMember(scope, id);
  mayChange(by, person.membership);
  mayChange(by, membership);
  if (person.membership === membership) return;
  if (person.membership === "owner" && person.owners === 1)
    throw conflict("This is the last owner. Make somebody else an owner first.");
  await setMembership(scope, id, membership);
  if (!can({ membership }, "change", "provisioning")) await endTokensOfPerson(deps, scope, id);
  if (!can({ membership }, "change", "webhooks")) await adminRightsEnded.announce(deps, scope, { userId: id });
  const to = MEMBERSHIP_NAMES[membership].toLowerCase();
  await tell(deps, scope, by, `${person.name} is ${/^[aeo]/.test(to) ? "an" : "a"} ${to} now.`);
}

interface MemberRemoval {
  id: string;
  /** The new owner of the person's articles; null for the next candidate of each article. */
  articlesTo: string | null;
}

/**
 * Removes a person and returns the hashes of the ended sessions. A person managed by a directory has to be deactivated in the
 * directory, because the directory would add the person again.
 */
export async function removeMember(
  deps: Deps,
  scope: WorkspaceScope,
  by: Viewer,
  { id, articlesTo }: MemberRemoval,
): Promise<string[]> {
  const person = await lockMember(scope, id);
  mayChange(by, person.membership);
  if (id === by.userId)
    throw conflict(
      "You cannot remove yourself. Leave the workspace on Team, or delete your account on Personal Information.",
    );
  if (person.isProvisioned)
    throw conflict("This person is managed by your company’s directory. Deactivate them there.");
  await deactivatePerson(scope, id);
  await tell(deps, scope, by, `${person.name} was removed from the workspace.`);
  return endMembership(deps, scope, { id, email: person.email, articlesTo });
}

function mayChange(by: Viewer, membership: Membership): void {
  const person = { kind: "person", membership } as const;
  if (!can(by, "change", person)) throw forbidden(explainWhoMay("change", person));
}

async function tell({ events }: Deps, scope: WorkspaceScope, { userId }: Viewer, message: string): Promise<void> {
  await recordActivity(scope, events, { type: "change", message, data: { userId } });
  await events.notify(scope, { type: "people" });
}
