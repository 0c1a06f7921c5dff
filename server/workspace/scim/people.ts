import { can, type Membership } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { updatePayerContact } from "../../billing/index.ts";
import { DatabaseFailure, safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { lockEmail } from "../accounts/account-queries.ts";
import { getContactAddress } from "../accounts/mails.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { listMembershipsOfPerson } from "../accounts/person-queries.ts";
import { endMembership } from "../people/leaving.ts";
import { getMailDomain, ownsDomain } from "../people/mail-domains.ts";
import { buildAddressChangedMail } from "../people/mails.ts";
import { deactivatePerson } from "../people/member-queries.ts";
import {
  getPerson,
  insertPerson,
  listNamesakes,
  lockActivePeople,
  markRemoved,
  removeUnconfirmedNamesake,
  writePerson,
} from "./people-queries.ts";
import { createTakenError, ScimError } from "./scim-error.ts";
import type { PersonValues, ScimPerson } from "./user-resource.ts";

/** The owner of the token with which the identity provider calls. */
export interface ScimCaller {
  workspaceId: string;
  membership: Membership;
  /** The last characters of the token, by which people recognise it. */
  last4: string;
  /** The name of the person who created the token. */
  maker: string;
  makerId: string;
}

/**
 * Adds a person. A person whom the identity provider had deleted gets data and articles back. Throws `ScimError` 409 if the
 * person exists.
 */
export async function addPerson(deps: Deps, caller: ScimCaller, values: PersonValues): Promise<ScimPerson> {
  const { workspaceId } = caller;
  await prepareAddress(deps, workspaceId, values.email);
  return conflictsAsTaken(() =>
    inWorkspace(deps.db, workspaceId, async (scope) => {
      await lockEmail(scope.tx, values.email);
      const known = await listNamesakes(scope, values);
      if (known.some(({ isRemoved }) => !isRemoved) || known.length > 1) throw createTakenError();
      const id = known[0]?.id ?? (await insertPerson(scope, values));
      await writePerson(scope, id, values);
      await tellOldAddress(deps, scope, { from: known[0]?.email ?? values.email, to: values.email });
      if (!values.isActive) await deactivate(deps, scope, { id, email: values.email });
      await tell(deps, scope, caller, values, "was added");
      return getPerson(scope, id);
    }),
  );
}

export interface ChangedPerson {
  person: ScimPerson;
  /** The hashes of the ended sessions. */
  endedSessions: string[];
}

/**
 * Changes a person; `change` gets the present values. A deactivated person is signed out at once, and a change of address is
 * reported to the old address. Throws `ScimError` 403 if the person's role is above that of the token's creator.
 */
export async function changePerson(
  deps: Deps,
  caller: ScimCaller,
  id: string,
  change: (before: ScimPerson) => PersonValues,
): Promise<ChangedPerson> {
  const { workspaceId } = caller;
  const known = await inWorkspace(deps.db, workspaceId, (scope) => getPerson(scope, id));
  const email = ofMaker(caller, known, change(known))?.email ?? known.email;
  if (email !== known.email) {
    await prepareAddress(deps, workspaceId, email);
    await refuseForGuests(deps, { workspaceId, userId: id });
  }
  return conflictsAsTaken(() =>
    inWorkspace(deps.db, workspaceId, async (scope) => {
      const before = await getPerson(scope, id, { lock: true });
      const values = ofMaker(caller, before, change(before));
      if (!values) return { person: before, endedSessions: [] };
      if (values.email !== before.email || values.isActive !== before.isActive) mayChange(caller, before);
      await writePerson(scope, id, values);
      await updatePayerContact(deps, scope, { from: before.email, to: values.email });
      let endedSessions: string[] = [];
      if (before.isActive && !values.isActive) {
        endedSessions = await deactivate(deps, scope, { id, email: values.email });
        await tell(deps, scope, caller, values, "was deactivated");
      } else if (!before.isActive && values.isActive) await tell(deps, scope, caller, values, "was activated again");
      await tellOldAddress(deps, scope, { from: before.email, to: values.email });
      if (values.email !== before.email)
        await tell(deps, scope, caller, values, `has the address ${values.email} now: it was changed`);
      return { person: await getPerson(scope, id), endedSessions };
    }),
  );
}

/**
 * Deactivates the person, hides the person from the identity provider and deletes the provider's names, so that the provider
 * can add the person again.
 */
export async function removePerson(deps: Deps, caller: ScimCaller, id: string): Promise<string[]> {
  const { workspaceId } = caller;
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const person = await getPerson(scope, id, { lock: true });
    mayChange(caller, person);
    const ended = await deactivate(deps, scope, person);
    await markRemoved(scope, person);
    if (person.isActive) await tell(deps, scope, caller, person, "was deactivated");
    return ended;
  });
}

/** Deactivates a person and returns the hashes of the ended sessions. */
async function deactivate(deps: Deps, scope: WorkspaceScope, person: { id: string; email: string }): Promise<string[]> {
  const there = await lockActivePeople(scope);
  if (there.every((id) => id === person.id) && there.length > 0)
    throw new ScimError(403, "This is the last active user of the workspace. Add or activate another one first.");
  await deactivatePerson(scope, person.id);
  return endMembership(deps, scope, person);
}

const OWN = ["userName", "firstName", "lastName", "email", "jobTitle"] as const;

/**
 * Restricts the changes that a token may make to its own creator: the creator may only leave. Otherwise an admin could take
 * another person's address, or become managed by the directory, so that nobody could remove this admin in the product. Null if
 * nothing changes. Throws `ScimError` 403.
 */
function ofMaker({ makerId }: ScimCaller, before: ScimPerson, values: PersonValues): PersonValues | null {
  if (before.id !== makerId) return values;
  if (OWN.some((field) => values[field] !== before[field]))
    throw new ScimError(403, "A token does not change the user who made it. Use one that another admin has made.");
  return values.isActive === before.isActive ? null : { ...values, externalId: before.externalId };
}

function mayChange(maker: { membership: Membership }, { membership }: ScimPerson): void {
  if (!can(maker, "change", { kind: "person", membership }))
    throw new ScimError(403, "An owner is changed only with a token that an owner of the workspace has made.");
}

/** Notifies the old address, where the person can still read the mail. */
async function tellOldAddress(
  deps: Deps,
  scope: WorkspaceScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (from !== to)
    await enqueueMail(
      deps,
      scope,
      buildAddressChangedMail(from, to, getContactAddress(deps.env), "by your company’s directory"),
    );
}

/** Throws `ScimError` 403 unless the workspace may assign this address. */
async function prepareAddress(deps: Deps, workspaceId: string, email: string): Promise<void> {
  await inWorkspace(deps.db, workspaceId, (scope) => checkDomain(deps, scope, email));
  await removeUnconfirmedNamesake(deps.db, workspaceId, email);
}

/**
 * Refuses addresses outside of the workspace's proven domains. Otherwise any workspace could take any company's addresses,
 * because an address has only one account.
 */
async function checkDomain(deps: Deps, { tx, workspaceId }: WorkspaceScope, email: string): Promise<void> {
  const domain = getMailDomain(email);
  if (!(await ownsDomain(deps, tx, { workspaceId, domain })))
    throw new ScimError(
      403,
      `This workspace has not verified the domain ${domain}. Add the domain in Lorekeep, on Team, and publish the DNS record that is shown there.`,
    );
}

/**
 * Refuses a new address for people in several workspaces: with a new address the directory could set a password and enter the
 * other workspaces.
 */
async function refuseForGuests(deps: Deps, ids: AccountIds): Promise<void> {
  if ((await listMembershipsOfPerson(deps.db, ids)).some(({ workspaceId }) => workspaceId !== ids.workspaceId))
    throw new ScimError(403, "This person is in other workspaces too, and changes the address themselves.");
}

async function conflictsAsTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const safe = safeDatabaseError(error);
    if (safe instanceof DatabaseFailure && ["23505", "23P01"].includes(safe.code ?? "")) throw createTakenError();
    throw error;
  }
}

async function tell(
  { events }: Deps,
  scope: WorkspaceScope,
  { last4, maker }: ScimCaller,
  { firstName, lastName, userName }: PersonValues,
  what: string,
): Promise<void> {
  const name = `${firstName} ${lastName}`.trim();
  const message = `${name} ${what} by provisioning, with the token ending in ${last4} that ${maker} made.`;
  await recordActivity(scope, events, {
    type: "change",
    message,
    data: { person: name, userName, token: last4, maker },
  });
}
