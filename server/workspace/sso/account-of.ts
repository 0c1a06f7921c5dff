import { EMAIL_PERSONAL, isEmail, isPersonalMail, normaliseEmail } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import type { ProviderPerson } from "../../identity/provider-person.ts";
import { insertAccount, lockEmail, proveAddress } from "../accounts/account-queries.ts";
import { deleteLinks } from "../accounts/link-queries.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { readWorkspace } from "../accounts/queries.ts";
import { addNewPerson, redeemInvitation } from "../invitations/accept.ts";
import { insertMember } from "../memberships/membership-queries.ts";
import { endMembership, endUnprovenAccess } from "../people/leaving.ts";
import { findOperatorWorkspace, getMailDomain, ownsDomain } from "../people/mail-domains.ts";
import {
  type AccountOfIdentity,
  deleteOrphanedIdentity,
  detachAccountEmail,
  findByIdentity,
  insertIdentity,
  listAccountsWithAddress,
  takeOverAccount,
} from "./identity-queries.ts";

export const DEACTIVATED_MESSAGE =
  "This account has no access any more: your company, or an owner or admin of the workspace, removed it. What you wrote is kept.";

/**
 * Finds the account of a person at the identity provider by issuer and subject, or the first time by the verified address.
 * Otherwise creates an account (docs/decisions/020), in the workspace of the `invitation` if it is for this person. Throws
 * 'forbidden' with a sentence for the person.
 */
export async function findOrCreateAccount(
  deps: Deps,
  person: ProviderPerson,
  { invitation = null }: { invitation?: string | null } = {},
): Promise<AccountIds> {
  return deps.db.transaction(async (tx) => {
    const known = await findKnown(tx, person);
    if (known) return proven(deps, tx, admitted(known), person);
    const email = provenAddress(deps, person);
    await lockEmail(tx, email);
    // Another browser window of the person may have created the account while this request waited.
    const meanwhile = await findKnown(tx, person);
    if (meanwhile) return admitted(meanwhile);
    const account = await findOrMake(deps, tx, { ...person, email }, invitation);
    await insertIdentity(tx, account, person);
    return account;
  });
}

function admitted({ isDeactivated, ...account }: AccountOfIdentity): AccountIds {
  if (isDeactivated) throw forbidden(DEACTIVATED_MESSAGE);
  return account;
}

/** Stores that the provider proves the address of a known person, for example an address from provisioning. */
async function proven(deps: Deps, tx: Transaction, account: AccountIds, person: ProviderPerson): Promise<AccountIds> {
  const email = normaliseEmail(person.email ?? "");
  const { OIDC_DOMAINS: domains } = deps.env;
  if (person.isEmailVerified && (domains.length === 0 || domains.includes(getMailDomain(email))))
    await confirmedBy(deps, tx, account, email);
  return account;
}

/**
 * Stores the proof of the address, so that chat accounts are matched with the address. The workspace's activity log reports the
 * proof.
 */
async function confirmedBy(deps: Deps, tx: Transaction, account: AccountIds, email: string): Promise<void> {
  for (const { workspaceId, name } of await proveAddress(tx, account, { email, proof: "provider" })) {
    const message = `${name || email} proved the address ${email} by ${deps.env.OIDC_NAME}.`;
    await recordActivity({ tx, workspaceId }, deps.events, { type: "change", message });
  }
}

async function findKnown(tx: Transaction, identity: ProviderPerson): Promise<AccountOfIdentity | undefined> {
  // Removes the identity of a deleted account, so that the person may start again.
  await deleteOrphanedIdentity(tx, identity);
  return findByIdentity(tx, identity);
}

function provenAddress({ env }: Deps, { email: given, isEmailVerified }: ProviderPerson): string {
  const email = normaliseEmail(given ?? "");
  if (!isEmail(email)) throw forbidden(`${env.OIDC_NAME} did not send your email address. Ask your administrator.`);
  if (!isEmailVerified)
    throw forbidden(
      `${env.OIDC_NAME} has not confirmed your email address. Confirm it there, or ask your administrator.`,
    );
  if (env.OIDC_DOMAINS.length > 0 && !env.OIDC_DOMAINS.includes(getMailDomain(email)))
    throw forbidden(`People at ${getMailDomain(email)} cannot sign in here.`);
  return email;
}

type Newcomer = ProviderPerson & { email: string };

async function findOrMake(
  deps: Deps,
  tx: Transaction,
  person: Newcomer,
  invitation: string | null,
): Promise<AccountIds> {
  const accounts = await listAccountsWithAddress(tx, person);
  const [known] = accounts;
  if (!known) return make(deps, tx, person, invitation);
  const { isVerified, isProven, hasPassword, isLinked, isProvisioned, ...found } = known;
  if (isProvisioned && !isLinked && (await isCapturedBy(deps, tx, found.workspaceId, person.email))) {
    await takeAddressBack(deps, tx, found);
    return findOrMake(deps, tx, person, invitation);
  }
  // Companies may give an address to another person, who must not get the previous owner's data.
  if (isLinked) throw forbidden("Another person of your identity provider uses this account. Ask your administrator.");
  const account = admitted(accounts.find(({ isDeactivated }) => !isDeactivated) ?? found);
  if (isProven) return account;
  if (!isVerified) return takeOver(tx, account, person);
  if (hasPassword) await endUnprovenAccess(deps, tx, account);
  await confirmedBy(deps, tx, account, person.email);
  return account;
}

/**
 * True if a workspace provisioned this address without a proven mail domain. Throws 'forbidden' if the domain is proven and
 * everybody of this provider joins another workspace.
 */
async function isCapturedBy(deps: Deps, tx: Transaction, workspaceId: string, email: string): Promise<boolean> {
  const isTheirs = await ownsDomain(deps, tx, { workspaceId, domain: getMailDomain(email) });
  const joined = deps.env.OIDC_WORKSPACE ? await findOperatorWorkspace(deps, tx) : workspaceId;
  if (isTheirs && joined !== workspaceId)
    throw forbidden("Another workspace here provisions people with your address. Ask your administrator.");
  return !isTheirs;
}

/** Deactivates the person in that workspace and replaces the person's address by an invalid address. */
async function takeAddressBack(deps: Deps, tx: Transaction, { workspaceId, userId }: AccountIds): Promise<void> {
  const scope = { tx, workspaceId };
  const email = await detachAccountEmail(scope, userId);
  await endMembership(deps, scope, { id: userId, email });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${email} belongs to somebody who came in without this workspace: it has not verified the domain ${getMailDomain(email)}. The person is deactivated here.`,
  });
}

/** Removes the password and all links, because nobody proved this address: a stranger may have created them. */
async function takeOver(tx: Transaction, account: AccountIds, person: Newcomer): Promise<AccountIds> {
  const { workspaceId, userId } = account;
  await takeOverAccount(tx, account, { firstName: firstNameOf(person), lastName: person.lastName });
  await deleteLinks({ tx, workspaceId }, userId);
  return account;
}

async function make(deps: Deps, tx: Transaction, person: Newcomer, invitation: string | null): Promise<AccountIds> {
  const { OIDC_WORKSPACE: workspaceOf, OIDC_DOMAINS: domains } = deps.env;
  const named = { email: person.email, firstName: firstNameOf(person), lastName: person.lastName };
  const invited = invitation && (await redeemInvitation(tx, invitation, named.email));
  if (invited) return addNewPerson(deps, tx, invited, { ...named, passwordHash: null, proof: "provider" });
  if (!workspaceOf) {
    const company = getMailDomain(person.email);
    if (domains.length === 0 && isPersonalMail(person.email)) throw forbidden(`${EMAIL_PERSONAL}.`);
    return insertAccount(tx, { ...named, company, passwordHash: null, verified: true, proof: "provider" });
  }
  const workspaceId = await findOperatorWorkspace(deps, tx);
  const scope = workspaceId && { tx, workspaceId };
  const workspace = scope && (await readWorkspace(scope));
  if (!scope || !workspace)
    throw new AppError("unavailable", "The workspace that new people join does not exist. Tell the operator.");
  const { name: company, newcomers: membership } = workspace;
  const userId = await insertMember(scope, { ...named, passwordHash: null, company, membership, proof: "provider" });
  const message = `${named.firstName} ${named.lastName} joined by ${deps.env.OIDC_NAME}.`.replace("  ", " ");
  await recordActivity(scope, deps.events, { type: "change", message, data: { userId } });
  return { workspaceId: scope.workspaceId, userId };
}

const firstNameOf = ({ firstName, email }: Newcomer) => firstName || email.slice(0, email.lastIndexOf("@"));
