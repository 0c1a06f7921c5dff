import { MEMBERSHIP_NAMES } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import type { AddressProof } from "../../db/address-proof.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import {
  findConfirmedAccount,
  isInOtherWorkspace,
  lockEmail,
  proveAddress,
  setPassword,
} from "../accounts/account-queries.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { findContact } from "../accounts/queries.ts";
import { removeUnconfirmedAccount } from "../accounts/verify-email.ts";
import { findMembershipRow, insertMember, insertMembership, readmitPerson } from "../memberships/membership-queries.ts";
import { endInvitation, findInvitation, incrementLinkJoins, type OpenInvitation } from "./invitation-queries.ts";
import { findLink } from "./join-link-queries.ts";
import { addIndefiniteArticle } from "./mails.ts";

export const INVALID_INVITATION_MESSAGE = "This invitation no longer works. Ask for a new one.";
const HAS_ACCOUNT = "This address has an account. Sign in with it first.";
const SHUT_OUT = "Your company’s directory has deactivated your account in this workspace. It is activated there.";

type NotifyDeps = Pick<Deps, "events">;

/** Finds the token in the URL of an invitation's page: '/join?token=…'. */
export function findInvitationToken(path: string): string | null {
  const { pathname, searchParams } = new URL(path, "http://here");
  return pathname === "/join" ? searchParams.get("token") : null;
}

/** Uses up the invitation for this address; null if the invitation is invalid or for somebody else. */
export async function redeemInvitation(tx: Transaction, token: string, email: string): Promise<OpenInvitation | null> {
  const invitation = await findInvitation(tx, token);
  if (!invitation || invitation.email !== email) return null;
  return (await endInvitation(tx, invitation, "accepted")) ? invitation : null;
}

interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  proof: AddressProof;
}

/**
 * Adds a person with a new address. Removes an unconfirmed account that has the same address. Throws 'conflict' if another
 * account has the address.
 */
export async function addNewPerson(
  deps: NotifyDeps,
  tx: Transaction,
  invitation: OpenInvitation,
  { email, firstName, lastName, passwordHash, proof }: NewPerson,
): Promise<AccountIds> {
  await removeUnconfirmedAccount(tx, email, null);
  const { workspaceId, membership, workspace } = invitation;
  const named = { email, passwordHash, proof, firstName: firstName.trim(), lastName: lastName.trim() };
  const userId = await insertMember({ tx, workspaceId }, { ...named, company: workspace, membership });
  await tell(deps, tx, invitation, { workspaceId, userId });
  return { workspaceId, userId };
}

/**
 * Adds an existing account to the workspace. A person who was removed before gets earlier contributions back, with the new
 * role. Throws 'conflict' for people whom a directory deactivated.
 */
export async function addMembership(
  deps: NotifyDeps,
  tx: Transaction,
  invitation: OpenInvitation,
  person: AccountIds,
): Promise<AccountIds> {
  const { workspaceId, membership } = invitation;
  const scope = { tx, workspaceId };
  const known = await findMembershipRow(scope, person);
  if (known?.isThere) return { workspaceId, userId: known.userId };
  if (known?.isProvisioned) throw conflict(SHUT_OUT);
  if (known) await readmitPerson(scope, known.userId, membership);
  const userId =
    known?.userId ?? (await insertMembership(scope, person, { company: invitation.workspace, membership }));
  await tell(deps, tx, invitation, { workspaceId, userId });
  return { workspaceId, userId };
}

/** Lets the signed-in person accept an invitation. Throws 'conflict' when the invitation is invalid or for somebody else. */
export async function acceptInvitationAs(deps: Deps, token: string, person: AccountIds): Promise<AccountIds> {
  return deps.db.transaction(async (tx) => {
    const contact = await findContact({ tx, workspaceId: person.workspaceId }, person.userId);
    const invitation = await redeemInvitation(tx, token, contact?.email ?? "");
    if (!invitation) throw conflict(INVALID_INVITATION_MESSAGE);
    if (invitation.isMailed) await proveAddress(tx, person, { email: contact?.email ?? "", proof: "mail" });
    return addMembership(deps, tx, invitation, person);
  });
}

/**
 * Lets the signed-in person with a proven address join by a link. Throws 'conflict' if the link is invalid, or if the person
 * was removed.
 */
export async function joinByLink(deps: Deps, token: string, person: AccountIds): Promise<AccountIds> {
  return deps.db.transaction(async (tx) => {
    const link = await findLink(tx, token);
    if (!link) throw conflict(INVALID_INVITATION_MESSAGE);
    const known = await findMembershipRow({ tx, workspaceId: link.workspaceId }, person);
    if (known && !known.isThere)
      throw conflict("You were removed from this workspace. Ask for an invitation of your own.");
    return addMembership(deps, tx, link, person);
  });
}

/**
 * Lets a person who cannot sign in yet accept an invitation and choose a password. A mailed link proves the mailbox; a link
 * that somebody passed on does not.
 */
export async function acceptAsNewPerson(
  deps: Deps,
  token: string,
  person: Omit<NewPerson, "email" | "proof"> & { passwordHash: string },
): Promise<AccountIds & { email: string }> {
  return deps.db.transaction(async (tx) => {
    const email = (await findInvitation(tx, token))?.email;
    if (!email) throw conflict(INVALID_INVITATION_MESSAGE);
    await lockEmail(tx, email);
    const known = await findShutOut(tx, email);
    const invitation = await redeemInvitation(tx, token, email);
    if (!invitation) throw conflict(INVALID_INVITATION_MESSAGE);
    const proof = invitation.isMailed ? "mail" : "nobody";
    if (!known) return { ...(await addNewPerson(deps, tx, invitation, { ...person, email, proof })), email };
    // A link that somebody passed on proves nothing, but could reopen the account in another workspace.
    if (!invitation.isMailed && (await isInOtherWorkspace(tx, known, invitation.workspaceId)))
      throw conflict(HAS_ACCOUNT);
    if (invitation.isMailed) await proveAddress(tx, known, { email, proof: "mail" });
    await setPassword(tx, known, person.passwordHash);
    return { ...(await addMembership(deps, tx, invitation, known)), email };
  });
}

/** Finds a confirmed account that was removed from all its workspaces. */
async function findShutOut(tx: Transaction, email: string): Promise<AccountIds | undefined> {
  const known = await findConfirmedAccount(tx, email);
  if (known && !known.isShut) throw conflict(HAS_ACCOUNT);
  return known;
}

async function tell(
  deps: NotifyDeps,
  tx: Transaction,
  invitation: OpenInvitation,
  { workspaceId, userId }: AccountIds,
) {
  const scope = { tx, workspaceId };
  const person = await findContact(scope, userId);
  await incrementLinkJoins(tx, invitation);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${person?.name ?? "Somebody"} joined the workspace as ${addIndefiniteArticle(MEMBERSHIP_NAMES[invitation.membership].toLowerCase())}.`,
    data: { userId },
  });
  await deps.events.notify(scope, { type: "people" });
}
