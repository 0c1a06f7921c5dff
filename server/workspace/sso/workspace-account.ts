import { isEmail, normaliseEmail } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import type { ProviderPerson } from "../../identity/provider-person.ts";
import { findConfirmedAccount, isAddressProvenEverywhere, lockEmail } from "../accounts/account-queries.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { readWorkspace } from "../accounts/queries.ts";
import { removeUnconfirmedAccount } from "../accounts/verify-email.ts";
import { insertMember, insertMembership } from "../memberships/membership-queries.ts";
import { endUnprovenAccess } from "../people/leaving.ts";
import { getMailDomain } from "../people/mail-domains.ts";
import { DEACTIVATED_MESSAGE } from "./account-of.ts";
import { isSignOnDomain, type ProviderRow } from "./provider-queries.ts";
import {
  deleteOrphanedWorkspaceIdentity,
  findMemberByAddress,
  findMemberByIdentity,
  insertWorkspaceIdentity,
  proveAddressInWorkspace,
  type SignOnMember,
} from "./workspace-identity-queries.ts";

/**
 * Finds the workspace's member for a person at the workspace's own identity provider, by issuer and subject. The first time it
 * finds the member by the address, if the provider verified the address and the workspace has proven its domain. Otherwise adds
 * a member. The provider vouches in this workspace only (docs/decisions/052). Throws 'forbidden' with a sentence for the
 * person.
 */
export async function findMember(
  deps: Deps,
  provider: Pick<ProviderRow, "workspaceId" | "speaksForOwners">,
  person: ProviderPerson,
): Promise<AccountIds> {
  const { workspaceId } = provider;
  return deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    await deleteOrphanedWorkspaceIdentity(scope, person);
    const known = await findMemberByIdentity(scope, person);
    if (known) return proven(deps, scope, admitted(provider, known), person);
    const email = await provenAddress(scope, person);
    await lockEmail(tx, email);
    // Another browser window of the person may have added the member while this request waited.
    const meanwhile = await findMemberByIdentity(scope, person);
    if (meanwhile) return admitted(provider, meanwhile);
    const userId = await findOrAdd(deps, scope, provider, { ...person, email });
    await insertWorkspaceIdentity(scope, userId, person);
    return { workspaceId, userId };
  });
}

/** Stores that the provider proves the address of a known member, for example an address from provisioning. */
async function proven(
  deps: Deps,
  scope: WorkspaceScope,
  account: AccountIds,
  person: ProviderPerson,
): Promise<AccountIds> {
  const email = normaliseEmail(person.email ?? "");
  if (person.isEmailVerified && (await isSignOnDomain(scope, getMailDomain(email))))
    await confirm(deps, scope, { userId: account.userId, email });
  return account;
}

/**
 * Stores the proof of the address, so that chat accounts are matched with the address. The workspace's activity log reports the
 * proof.
 */
async function confirm(deps: Deps, scope: WorkspaceScope, person: { userId: string; email: string }): Promise<void> {
  const name = await proveAddressInWorkspace(scope, person);
  if (name === null) return;
  const message = `${name || person.email} proved the address ${person.email} by single sign-on.`;
  await recordActivity(scope, deps.events, { type: "change", message });
}

function admitted(
  { workspaceId, speaksForOwners }: Pick<ProviderRow, "workspaceId" | "speaksForOwners">,
  { userId, isDeactivated, membership }: SignOnMember,
): AccountIds {
  if (isDeactivated) throw forbidden(DEACTIVATED_MESSAGE);
  // Otherwise an admin could configure a provider that claims to identify the owner.
  if (membership === "owner" && !speaksForOwners)
    throw forbidden("An owner has to activate single sign-on before owners can use it. Sign in with your password.");
  return { workspaceId, userId };
}

async function provenAddress(
  scope: WorkspaceScope,
  { email: given, isEmailVerified }: ProviderPerson,
): Promise<string> {
  const email = normaliseEmail(given ?? "");
  if (!isEmail(email))
    throw forbidden("Your identity provider did not send your email address. Ask your administrator.");
  if (!isEmailVerified)
    throw forbidden(
      "Your identity provider has not confirmed your email address. Confirm it there, or ask your administrator.",
    );
  if (!(await isSignOnDomain(scope, getMailDomain(email))))
    throw forbidden(
      `This workspace has not verified the domain ${getMailDomain(email)}, so nobody there can sign in this way. Ask your administrator.`,
    );
  return email;
}

type Newcomer = ProviderPerson & { email: string };

async function findOrAdd(
  deps: Deps,
  scope: WorkspaceScope,
  provider: Pick<ProviderRow, "workspaceId" | "speaksForOwners">,
  person: Newcomer,
): Promise<string> {
  const member = await findMemberByAddress(scope, person);
  if (!member) return addMember(deps, scope, person);
  // Companies may give an address to another person, who must not get the previous owner's data.
  if (member.isLinked)
    throw forbidden("Another person of your identity provider uses this account. Ask your administrator.");
  // Another person may have registered the address with a password.
  if (!member.isVerified)
    throw forbidden(
      "The address of your account here is not confirmed. Open the link in our mail, then sign in again.",
    );
  const { userId } = admitted(provider, member);
  if (member.isProven) return userId;
  if (member.hasPassword) await endUnprovenAccess(deps, scope.tx, { workspaceId: scope.workspaceId, userId });
  await confirm(deps, scope, { userId, email: person.email });
  return userId;
}

/** Adds a person who has an account in another workspace as the same person, without revealing the other workspaces. */
async function addMember(deps: Deps, scope: WorkspaceScope, person: Newcomer): Promise<string> {
  const { tx } = scope;
  const workspace = await readWorkspace(scope);
  if (!workspace) throw new AppError("unavailable", "This workspace does not exist any more.");
  const joins = { company: workspace.name, membership: workspace.newcomers };
  const elsewhere = await findConfirmedAccount(tx, person.email);
  if (!elsewhere) await removeUnconfirmedAccount(tx, person.email, null);
  else if (!(await isAddressProvenEverywhere(tx, elsewhere))) await endUnprovenAccess(deps, tx, elsewhere);
  const firstName = person.firstName || person.email.slice(0, person.email.lastIndexOf("@"));
  const named = { email: person.email, firstName, lastName: person.lastName, passwordHash: null };
  const proof = "workspace-provider" as const;
  const userId = elsewhere
    ? await insertMembership(scope, elsewhere, joins)
    : await insertMember(scope, { ...named, ...joins, proof });
  if (elsewhere) await proveAddressInWorkspace(scope, { userId, email: person.email });
  const message = `${`${firstName} ${person.lastName}`.trim()} joined by single sign-on.`;
  await recordActivity(scope, deps.events, { type: "change", message, data: { userId } });
  await deps.events.notify(scope, { type: "people" });
  return userId;
}
