import { type SQL, sql } from "drizzle-orm";
import { can, type Membership } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { followPayer } from "../../billing/index.ts";
import { newId } from "../../db/new-id.ts";
import { DatabaseFailure, safeDatabaseError } from "../../db/pool.ts";
import { type Database, inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { type AccountIds, lockEmail } from "../accounts/create-account.ts";
import { contactOf } from "../accounts/mails.ts";
import { membershipsOf } from "../accounts/person-queries.ts";
import { isThere, letGo } from "../people/leaving.ts";
import { domainOf, ownsDomain } from "../people/mail-domains.ts";
import { addressChangedMail } from "../people/mails.ts";
import { noSuchPerson, ScimError, taken } from "./scim-error.ts";
import type { Person, PersonValues } from "./user-resource.ts";

/** Whose token calls. */
export interface Caller {
  workspaceId: string;
  membership: Membership;
  /** By which people know the token. */
  last4: string;
  /** The name of whoever made it. */
  maker: string;
}

type PersonRow = Omit<Person, "createdAt" | "updatedAt"> & { createdAt: string | Date; updatedAt: string | Date };

const COLUMNS = sql`u.id, coalesce(p.user_name, u.email) as "userName", p.external_id as "externalId",
  u.first_name as "firstName", u.last_name as "lastName", u.email, u.job_title as "jobTitle",
  u.deactivated_at is null as "isActive", u.membership, u.created_at as "createdAt", u.updated_at as "updatedAt"`;

/** The people of the workspace whom a provider may see: not those it deleted, nor those who deleted their account. */
const peopleOf = (workspaceId: string): SQL => sql`
  from users u left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
  where u.workspace_id = ${workspaceId} and u.deleted_at is null and p.removed_at is null`;

export async function listPeople(
  { tx, workspaceId }: WorkspaceScope,
  { condition, offset, limit }: { condition: SQL; offset: number; limit: number },
): Promise<{ total: number; people: Person[] }> {
  const found = sql`${peopleOf(workspaceId)} and ${condition}`;
  const { rows: sums } = await tx.execute<{ total: number }>(sql`select count(*)::int as total ${found}`);
  const { rows } = await tx.execute<PersonRow>(
    sql`select ${COLUMNS} ${found} order by u.created_at, u.id limit ${limit} offset ${offset}`,
  );
  return { total: sums[0]?.total ?? 0, people: rows.map(personOf) };
}

/** Throws `ScimError` 404, for the people of other workspaces alike. With `lock` it stays as it is until the transaction ends. */
export async function getPerson(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
  { lock = false } = {},
): Promise<Person> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw noSuchPerson();
  const { rows } = await tx.execute<PersonRow>(
    sql`select ${COLUMNS} ${peopleOf(workspaceId)} and u.id = ${id} ${lock ? sql`for update of u` : sql``}`,
  );
  const [row] = rows;
  if (!row) throw noSuchPerson();
  return personOf(row);
}

/** A person the provider deleted comes back as they were, with their articles. Throws `ScimError` 409 when somebody is there. */
export async function addPerson(deps: Deps, caller: Caller, values: PersonValues): Promise<Person> {
  const { workspaceId } = caller;
  await prepareAddress(deps, workspaceId, values.email);
  return conflictsAsTaken(() =>
    inWorkspace(deps.db, workspaceId, async (scope) => {
      const { tx } = scope;
      await lockEmail(tx, values.email);
      const { rows } = await tx.execute<{ id: string; email: string; isRemoved: boolean }>(sql`
        select u.id, u.email, p.removed_at is not null as "isRemoved"
        from users u left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
        where u.workspace_id = ${workspaceId} and u.deleted_at is null
          and (u.email = ${values.email} or lower(p.user_name) = lower(${values.userName}))`);
      if (rows.some(({ isRemoved }) => !isRemoved) || rows.length > 1) throw taken();
      const id = rows[0]?.id ?? (await insertPerson(scope, values));
      await writePerson(scope, id, values);
      await tellOldAddress(deps, scope, { from: rows[0]?.email ?? values.email, to: values.email });
      if (!values.isActive) await deactivate(deps, scope, { id, email: values.email });
      await tell(deps, scope, caller, values, "was added");
      return getPerson(scope, id);
    }),
  );
}

export interface Changed {
  person: Person;
  /** Keys of the sessions that ended. */
  endedSessions: string[];
}

/**
 * `change` gets the person as they are. A deactivated person is signed out at once, the old address is told of a new one. Throws
 * `ScimError` 403 where the token reaches for somebody above whoever made it.
 */
export async function changePerson(
  deps: Deps,
  caller: Caller,
  id: string,
  change: (before: Person) => PersonValues,
): Promise<Changed> {
  const { workspaceId } = caller;
  const known = await inWorkspace(deps.db, workspaceId, (scope) => getPerson(scope, id));
  const { email } = change(known);
  if (email !== known.email) {
    await prepareAddress(deps, workspaceId, email);
    await refuseForGuests(deps, { workspaceId, userId: id });
  }
  return conflictsAsTaken(() =>
    inWorkspace(deps.db, workspaceId, async (scope) => {
      const before = await getPerson(scope, id, { lock: true });
      const values = change(before);
      if (values.email !== before.email || values.isActive !== before.isActive) mayChange(caller, before);
      await writePerson(scope, id, values);
      await followPayer(deps, scope, { from: before.email, to: values.email });
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

/** Deactivated, and no longer found by the provider; who they were there is forgotten, so that they can be added anew. */
export async function removePerson(deps: Deps, caller: Caller, id: string): Promise<string[]> {
  const { workspaceId } = caller;
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const { tx } = scope;
    const person = await getPerson(scope, id, { lock: true });
    mayChange(caller, person);
    const ended = await deactivate(deps, scope, person);
    await tx.execute(sql`
      insert into provisioned_people (workspace_id, user_id, user_name, external_id, is_made, removed_at)
      values (${workspaceId}, ${id}, ${person.userName}, ${person.externalId}, false, now())
      on conflict (workspace_id, user_id) do update set removed_at = now()`);
    await tx.execute(sql`delete from identities where workspace_id = ${workspaceId} and user_id = ${id}`);
    if (person.isActive) await tell(deps, scope, caller, person, "was deactivated");
    return ended;
  });
}

async function insertPerson({ tx, workspaceId }: WorkspaceScope, values: PersonValues): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into users (workspace_id, id, email, first_name, last_name, company, membership, email_verified_at)
    select ${workspaceId}, ${id}, ${values.email}, '', '', name, newcomers, now() from workspaces where id = ${workspaceId}`);
  await tx.execute(sql`
    insert into provisioned_people (workspace_id, user_id, user_name, is_made)
    values (${workspaceId}, ${id}, ${values.userName}, true)`);
  return id;
}

/** An address that comes from here was proven by nobody: `is_made` says so from then on. */
async function writePerson({ tx, workspaceId }: WorkspaceScope, id: string, values: PersonValues): Promise<void> {
  const { rowCount: isGiven } = await tx.execute(sql`
    select from users where workspace_id = ${workspaceId} and id = ${id} and email <> ${values.email}`);
  await tx.execute(sql`
    update users set email = ${values.email}, first_name = ${values.firstName}, last_name = ${values.lastName},
      job_title = ${values.jobTitle}, updated_at = now(), email_verified_at = coalesce(email_verified_at, now()),
      deactivated_at = case when ${values.isActive} then null else deactivated_at end
    where workspace_id = ${workspaceId} and id = ${id}`);
  await tx.execute(sql`
    insert into provisioned_people (workspace_id, user_id, user_name, external_id, is_made)
    values (${workspaceId}, ${id}, ${values.userName}, ${values.externalId}, ${Boolean(isGiven)})
    on conflict (workspace_id, user_id) do update set is_made = provisioned_people.is_made or excluded.is_made,
      user_name = excluded.user_name, external_id = excluded.external_id, removed_at = null`);
}

/** Answers the keys of the sessions that ended. */
async function deactivate(deps: Deps, scope: WorkspaceScope, person: { id: string; email: string }): Promise<string[]> {
  const { tx, workspaceId } = scope;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where workspace_id = ${workspaceId} and ${isThere} order by id for update`);
  if (rows.every(({ id }) => id === person.id) && rows.length > 0)
    throw new ScimError(403, "This is the last active user of the workspace. Add or activate another one first.");
  await tx.execute(sql`
    update users set deactivated_at = coalesce(deactivated_at, now()), updated_at = now()
    where workspace_id = ${workspaceId} and id = ${person.id}`);
  return letGo(deps, scope, person);
}

function mayChange(maker: { membership: Membership }, { membership }: Person): void {
  if (!can(maker, "change", { kind: "person", membership }))
    throw new ScimError(403, "An owner is changed only with a token that an owner of the workspace has made.");
}

/** Whoever loses an account by its address learns it where they can still read. */
async function tellOldAddress(
  deps: Deps,
  scope: WorkspaceScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (from !== to)
    await enqueueMail(deps, scope, addressChangedMail(from, to, contactOf(deps.env), "by your company’s directory"));
}

/** Throws `ScimError` 403 unless the workspace may give this address to somebody. */
async function prepareAddress(deps: Deps, workspaceId: string, email: string): Promise<void> {
  await inWorkspace(deps.db, workspaceId, (scope) => checkDomain(deps, scope, email));
  await makeRoom(deps.db, workspaceId, email);
}

/** Else any workspace could take the addresses of any company: an address has one account. */
async function checkDomain(deps: Deps, { tx, workspaceId }: WorkspaceScope, email: string): Promise<void> {
  const domain = domainOf(email);
  if (!(await ownsDomain(deps, tx, { workspaceId, domain })))
    throw new ScimError(
      403,
      `This workspace has not proven that ${domain} is its own. Add the domain in Lorekeep, on Team, and publish the DNS record that is shown there.`,
    );
}

/** Somebody typed this address at the sign-up and never confirmed it: that must not keep its company out. What was paid for stays. */
async function makeRoom(db: Database, workspaceId: string, email: string): Promise<void> {
  await db.execute(sql`
    delete from workspaces w using users u
    where u.email = ${email} and u.email_verified_at is null and u.workspace_id = w.id and w.id <> ${workspaceId}
      and w.plan = 'starter' and not exists (select from users o where o.workspace_id = w.id and o.id <> u.id)`);
}

/** Whoever could change the address could choose a new password, and so come into the person's other workspaces. */
async function refuseForGuests(deps: Deps, ids: AccountIds): Promise<void> {
  if ((await membershipsOf(deps.db, ids)).some(({ workspaceId }) => workspaceId !== ids.workspaceId))
    throw new ScimError(403, "This person is in other workspaces too, and changes the address themselves.");
}

async function conflictsAsTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const safe = safeDatabaseError(error);
    if (safe instanceof DatabaseFailure && ["23505", "23P01"].includes(safe.code ?? "")) throw taken();
    throw error;
  }
}

async function tell(
  { events }: Deps,
  scope: WorkspaceScope,
  { last4, maker }: Caller,
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

const personOf = (row: PersonRow): Person => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});
