import { sql } from "drizzle-orm";
import { MEMBERSHIP_NAMES } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { type AccountIds, lockEmail } from "../accounts/create-account.ts";
import { isSamePerson } from "../accounts/person-queries.ts";
import { makeRoomFor } from "../accounts/verify-email.ts";
import { countJoined, endInvitation, findInvitation, findLink, type OpenInvitation } from "./invitation-queries.ts";
import { withArticle } from "./mails.ts";

export const INVITATION_IS_DEAD = "This invitation works no more. Ask for a new one.";
const SHUT_OUT = "Your company’s directory has deactivated your account in this workspace. It is activated there.";

type Needs = Pick<Deps, "events">;

/** The token in the address of an invitation's page: '/join?token=…'. */
export function invitationIn(path: string): string | null {
  const { pathname, searchParams } = new URL(path, "http://here");
  return pathname === "/join" ? searchParams.get("token") : null;
}

/** Uses it up for this address; null when it works no more or is somebody else's. */
export async function takeInvitation(tx: Transaction, token: string, email: string): Promise<OpenInvitation | null> {
  const invitation = await findInvitation(tx, token);
  if (!invitation || invitation.email !== email) return null;
  return (await endInvitation(tx, invitation, "accepted")) ? invitation : null;
}

interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
}

/** Nobody has this address yet: an account that was never confirmed gives it up. Throws 'conflict' when somebody has it. */
export async function addNewPerson(
  deps: Needs,
  tx: Transaction,
  invitation: OpenInvitation,
  { email, firstName, lastName, passwordHash }: NewPerson,
): Promise<AccountIds> {
  await makeRoomFor(tx, email, null);
  const { workspaceId, membership, workspace } = invitation;
  const userId = newId();
  await tx.execute(sql`
    insert into users (workspace_id, id, email, password_hash, first_name, last_name, company, membership, email_verified_at)
    values (${workspaceId}, ${userId}, ${email}, ${passwordHash}, ${firstName.trim()}, ${lastName.trim()}, ${workspace},
      ${membership}, now())`);
  await tell(deps, tx, invitation, { workspaceId, userId });
  return { workspaceId, userId };
}

/**
 * Somebody with an account gets a membership more. Who was removed from the workspace before comes back to what they wrote there,
 * with the new role. Throws 'conflict' for whom a directory shut out.
 */
export async function addMembership(
  deps: Needs,
  tx: Transaction,
  invitation: OpenInvitation,
  person: AccountIds,
): Promise<AccountIds> {
  const { workspaceId, membership } = invitation;
  const known = await findOwnRow(tx, workspaceId, person);
  if (known?.isThere) return { workspaceId, userId: known.userId };
  if (known?.isProvisioned) throw conflict(SHUT_OUT);
  const userId = known?.userId ?? newId();
  if (known)
    await tx.execute(sql`
      update users set deactivated_at = null, membership = ${membership}, updated_at = now()
      where workspace_id = ${workspaceId} and id = ${userId}`);
  else
    await tx.execute(sql`
      insert into users (workspace_id, id, person_id, email, password_hash, email_verified_at, first_name, last_name,
        profile_image_url, company, membership)
      select ${workspaceId}, ${userId}, person_id, email, password_hash, email_verified_at, first_name, last_name,
        profile_image_url, ${invitation.workspace}, ${membership}
      from users where workspace_id = ${person.workspaceId} and id = ${person.userId}`);
  await tell(deps, tx, invitation, { workspaceId, userId });
  return { workspaceId, userId };
}

type OwnRow = { userId: string; isThere: boolean; isProvisioned: boolean };

async function findOwnRow(tx: Transaction, workspaceId: string, person: AccountIds): Promise<OwnRow | undefined> {
  const { rows } = await tx.execute<OwnRow>(sql`
    select u.id as "userId", u.deactivated_at is null as "isThere", exists (select from provisioned_people p
      where p.workspace_id = u.workspace_id and p.user_id = u.id and p.removed_at is null) as "isProvisioned"
    from users u where u.workspace_id = ${workspaceId} and u.${isSamePerson(person)} and u.deleted_at is null`);
  return rows[0];
}

/** The signed-in person takes an invitation of theirs. Throws 'conflict' when it works no more or is somebody else's. */
export async function acceptAs(deps: Deps, token: string, person: AccountIds): Promise<AccountIds> {
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(sql`
      select email from users where workspace_id = ${person.workspaceId} and id = ${person.userId}`);
    const invitation = await takeInvitation(tx, token, rows[0]?.email ?? "");
    if (!invitation) throw conflict(INVITATION_IS_DEAD);
    return addMembership(deps, tx, invitation, person);
  });
}

/** The signed-in person joins by a link. Throws 'conflict' when it works no more, and for whoever was removed. */
export async function joinByLink(deps: Deps, token: string, person: AccountIds): Promise<AccountIds> {
  return deps.db.transaction(async (tx) => {
    const link = await findLink(tx, token);
    if (!link) throw conflict(INVITATION_IS_DEAD);
    const known = await findOwnRow(tx, link.workspaceId, person);
    if (known && !known.isThere)
      throw conflict("You were removed from this workspace. Ask for an invitation of your own.");
    return addMembership(deps, tx, link, person);
  });
}

/** Somebody without a way in yet follows the link of their mail, which proves the mailbox, and chooses a password. */
export async function acceptAsNew(
  deps: Deps,
  token: string,
  person: Omit<NewPerson, "email"> & { passwordHash: string },
): Promise<AccountIds & { email: string }> {
  return deps.db.transaction(async (tx) => {
    const email = (await findInvitation(tx, token))?.email;
    if (!email) throw conflict(INVITATION_IS_DEAD);
    await lockEmail(tx, email);
    const known = await findShutOut(tx, email);
    const invitation = await takeInvitation(tx, token, email);
    if (!invitation) throw conflict(INVITATION_IS_DEAD);
    if (!known) return { ...(await addNewPerson(deps, tx, invitation, { ...person, email })), email };
    await tx.execute(sql`
      update users set password_hash = ${person.passwordHash}, updated_at = now()
      where workspace_id = ${known.workspaceId} and id = ${known.userId}`);
    return { ...(await addMembership(deps, tx, invitation, known)), email };
  });
}

/** A confirmed account that was removed from every workspace it was in. */
async function findShutOut(tx: Transaction, email: string): Promise<AccountIds | undefined> {
  const { rows } = await tx.execute<AccountIds & { isShut: boolean }>(sql`
    select workspace_id as "workspaceId", id as "userId", bool_and(deactivated_at is not null) over () as "isShut"
    from users where email = ${email} and email_verified_at is not null order by created_at limit 1`);
  if (rows[0] && !rows[0].isShut) throw conflict("This address has an account. Sign in with it first.");
  return rows[0];
}

async function tell(deps: Needs, tx: Transaction, invitation: OpenInvitation, { workspaceId, userId }: AccountIds) {
  const scope = { tx, workspaceId };
  const { rows } = await tx.execute<{ name: string }>(sql`
    select trim(first_name || ' ' || last_name) as name from users where workspace_id = ${workspaceId} and id = ${userId}`);
  await countJoined(tx, invitation);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${rows[0]?.name ?? "Somebody"} joined the workspace as ${withArticle(MEMBERSHIP_NAMES[invitation.membership].toLowerCase())}.`,
    data: { userId },
  });
  await deps.events.notify(scope, { type: "people" });
}
