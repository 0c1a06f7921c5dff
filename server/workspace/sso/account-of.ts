import { sql } from "drizzle-orm";
import type { Membership } from "../../../shared/domain/access.ts";
import { EMAIL_PERSONAL, isEmail, isPersonalMail, normaliseEmail } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { identities, users } from "../../db/schema.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import type { ProviderPerson } from "../../identity/identity-provider.ts";
import { type AccountIds, insertAccount, lockEmail } from "../accounts/create-account.ts";
import { ENTERED_LAST } from "../accounts/person-queries.ts";
import { addNewPerson, takeInvitation } from "../invitations/accept.ts";
import { letGo } from "../people/leaving.ts";
import { domainOf, operatorWorkspace, ownsDomain } from "../people/mail-domains.ts";

/** A domain that is nobody's (RFC 2606). */
const NO_ADDRESS = "withdrawn.invalid";
export const DEACTIVATED = "This account was deactivated by your company. What you wrote is kept.";

/**
 * Whose account this is: the one with this issuer and subject; the first time the one with this verified address; else a new
 * one (docs/decisions/020), in the workspace of the `invitation` whose link they followed, if it is theirs. Throws 'forbidden' with a sentence for the person when there is none to be had.
 */
export async function accountOf(
  deps: Deps,
  person: ProviderPerson,
  { invitation = null }: { invitation?: string | null } = {},
): Promise<AccountIds> {
  return deps.db.transaction(async (tx) => {
    const known = await findByIdentity(tx, person);
    if (known) return admitted(known);
    const email = provenAddress(deps, person);
    await lockEmail(tx, email);
    // Somebody may have been faster while this one waited: the same person in another window.
    const meanwhile = await findByIdentity(tx, person);
    if (meanwhile) return admitted(meanwhile);
    const account = await findOrMake(deps, tx, { ...person, email }, invitation);
    await tx.insert(identities).values({ ...account, issuer: person.issuer, subject: person.subject });
    return account;
  });
}

type Found = AccountIds & { isDeactivated: boolean };

function admitted({ isDeactivated, ...account }: Found): AccountIds {
  if (isDeactivated) throw forbidden(DEACTIVATED);
  return account;
}

async function findByIdentity(tx: Transaction, { issuer, subject }: ProviderPerson): Promise<Found | undefined> {
  // A deleted account lets go of its person: they may begin anew.
  await tx.execute(sql`
    delete from identities i using users u
    where i.issuer = ${issuer} and i.subject = ${subject} and u.workspace_id = i.workspace_id and u.id = i.user_id
      and u.deleted_at is not null`);
  const { rows } = await tx.execute<Found>(sql`
    select id as "userId", workspace_id as "workspaceId", deactivated_at is not null as "isDeactivated"
    from users where deleted_at is null and person_id = (
      select u.person_id from identities i join users u on u.workspace_id = i.workspace_id and u.id = i.user_id
      where i.issuer = ${issuer} and i.subject = ${subject})
    order by ${ENTERED_LAST} limit 1`);
  return rows[0];
}

function provenAddress({ env }: Deps, { email: given, isEmailVerified }: ProviderPerson): string {
  const email = normaliseEmail(given ?? "");
  if (!isEmail(email)) throw forbidden(`${env.OIDC_NAME} did not tell your email address. Ask your administrator.`);
  if (!isEmailVerified)
    throw forbidden(
      `${env.OIDC_NAME} has not confirmed your email address. Confirm it there, or ask your administrator.`,
    );
  if (env.OIDC_DOMAINS.length > 0 && !env.OIDC_DOMAINS.includes(domainOf(email)))
    throw forbidden(`People at ${domainOf(email)} cannot sign in here.`);
  return email;
}

type Known = Found & { isVerified: boolean; isLinked: boolean; isProvisioned: boolean };
type Newcomer = ProviderPerson & { email: string };

async function findOrMake(
  deps: Deps,
  tx: Transaction,
  person: Newcomer,
  invitation: string | null,
): Promise<AccountIds> {
  const { rows } = await tx.execute<Known>(sql`
    select u.id as "userId", u.workspace_id as "workspaceId", u.email_verified_at is not null as "isVerified",
      u.deactivated_at is not null as "isDeactivated",
      exists (select from identities i join users o on o.workspace_id = i.workspace_id and o.id = i.user_id
        where o.person_id = u.person_id and i.issuer = ${person.issuer}) as "isLinked",
      exists (select from provisioned_people p where p.workspace_id = u.workspace_id and p.user_id = u.id
        and p.is_made) as "isProvisioned"
    from users u where u.email = ${person.email} order by "isProvisioned" desc, ${ENTERED_LAST}`);
  const [known] = rows;
  if (!known) return make(deps, tx, person, invitation);
  const { isVerified, isLinked, isProvisioned, ...found } = known;
  if (isProvisioned && !isLinked && (await isCapturedBy(deps, tx, found.workspaceId, person.email))) {
    await takeAddressBack(deps, tx, found);
    return findOrMake(deps, tx, person, invitation);
  }
  // Addresses are given to other people one day; what the one before wrote is not theirs.
  if (isLinked) throw forbidden("Another person of your identity provider uses this account. Ask your administrator.");
  const account = admitted(rows.find(({ isDeactivated }) => !isDeactivated) ?? found);
  return isVerified ? account : takeOver(tx, account, person);
}

/**
 * Whether a workspace gave itself this address by provisioning and has no claim to it: it has not proven the mail domain. Throws
 * 'forbidden' where it has, and everybody of this provider joins another workspace.
 */
async function isCapturedBy(deps: Deps, tx: Transaction, workspaceId: string, email: string): Promise<boolean> {
  const isTheirs = await ownsDomain(deps, tx, { workspaceId, domain: domainOf(email) });
  const joined = deps.env.OIDC_WORKSPACE ? await operatorWorkspace(deps, tx) : workspaceId;
  if (isTheirs && joined !== workspaceId)
    throw forbidden("Another workspace here provisions people with your address. Ask your administrator.");
  return !isTheirs;
}

/** The person stays in the list of that workspace, shut out, under an address that is none. */
async function takeAddressBack(deps: Deps, tx: Transaction, { workspaceId, userId }: AccountIds): Promise<void> {
  const scope = { tx, workspaceId };
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from users where workspace_id = ${workspaceId} and id = ${userId}`);
  await tx.execute(sql`
    update users set email = id || ${`@${NO_ADDRESS}`}, person_id = gen_random_uuid(), deactivated_at = coalesce(deactivated_at, now()), updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}`);
  const email = rows[0]?.email ?? "";
  await letGo(deps, scope, { id: userId, email });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${email} belongs to somebody who came in without this workspace: it has not proven that ${domainOf(email)} is its own. The person is deactivated here.`,
  });
}

/** Nobody ever proved this address, so the password may be a stranger's: it goes, with every link. */
async function takeOver(tx: Transaction, account: AccountIds, person: Newcomer): Promise<AccountIds> {
  const { workspaceId, userId } = account;
  await tx.execute(sql`
    update users set password_hash = null, email_verified_at = now(), updated_at = now(),
      first_name = ${firstNameOf(person)}, last_name = ${person.lastName}
    where workspace_id = ${workspaceId} and id = ${userId}`);
  await tx.execute(sql`delete from single_use_tokens where workspace_id = ${workspaceId} and user_id = ${userId}`);
  return account;
}

async function make(deps: Deps, tx: Transaction, person: Newcomer, invitation: string | null): Promise<AccountIds> {
  const { OIDC_WORKSPACE: workspaceOf, OIDC_DOMAINS: domains } = deps.env;
  const named = { email: person.email, firstName: firstNameOf(person), lastName: person.lastName };
  const invited = invitation && (await takeInvitation(tx, invitation, named.email));
  if (invited) return addNewPerson(deps, tx, invited, { ...named, passwordHash: null });
  if (!workspaceOf) {
    const company = domainOf(person.email);
    if (domains.length === 0 && isPersonalMail(person.email)) throw forbidden(`${EMAIL_PERSONAL}.`);
    return insertAccount(tx, { ...named, company, passwordHash: null, verified: true });
  }
  const { rows } = await tx.execute<{ workspaceId: string; company: string; membership: Membership }>(sql`
    select id as "workspaceId", name as company, newcomers as membership from workspaces
    where id = ${await operatorWorkspace(deps, tx)}`);
  const [workspace] = rows;
  if (!workspace)
    throw new AppError("unavailable", "The workspace that new people join does not exist. Tell the operator.");
  const account = { workspaceId: workspace.workspaceId, userId: newId() };
  await tx.insert(users).values({
    workspaceId: account.workspaceId,
    id: account.userId,
    ...named,
    company: workspace.company,
    membership: workspace.membership,
    emailVerifiedAt: sql`now()`,
  });
  const message = `${named.firstName} ${named.lastName} joined by ${deps.env.OIDC_NAME}.`.replace("  ", " ");
  const data = { userId: account.userId };
  await recordActivity({ tx, workspaceId: account.workspaceId }, deps.events, {
    type: "change",
    message,
    data,
  });
  return account;
}

const firstNameOf = ({ firstName, email }: Newcomer) => firstName || email.slice(0, email.lastIndexOf("@"));
