import { type SQL, sql } from "drizzle-orm";
import { newId } from "../../db/new-id.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { whereActivePerson } from "../accounts/person-queries.ts";
import type { EqualityFilter } from "./filter.ts";
import { createNoSuchPersonError } from "./scim-error.ts";
import type { PersonValues, ScimPerson } from "./user-resource.ts";

type PersonRow = Omit<ScimPerson, "createdAt" | "updatedAt"> & { createdAt: string | Date; updatedAt: string | Date };

const COLUMNS = sql`u.id, coalesce(p.user_name, u.email) as "userName", p.external_id as "externalId",
  u.first_name as "firstName", u.last_name as "lastName", u.email, u.job_title as "jobTitle",
  u.deactivated_at is null as "isActive", u.membership, u.created_at as "createdAt", u.updated_at as "updatedAt"`;

/** Selects the people whom the identity provider may see: all except deleted accounts and people whom the provider deleted. */
const peopleOf = (workspaceId: string): SQL => sql`
  from users u left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
  where u.workspace_id = ${workspaceId} and u.deleted_at is null and p.removed_at is null`;

export async function listPeople(
  { tx, workspaceId }: WorkspaceScope,
  { filter, offset, limit }: { filter: EqualityFilter[]; offset: number; limit: number },
): Promise<{ total: number; people: ScimPerson[] }> {
  const found = sql`${peopleOf(workspaceId)} and ${whereAllEqual(filter)}`;
  const { rows: sums } = await tx.execute<{ total: number }>(sql`select count(*)::int as total ${found}`);
  const { rows } = await tx.execute<PersonRow>(
    sql`select ${COLUMNS} ${found} order by u.created_at, u.id limit ${limit} offset ${offset}`,
  );
  return { total: sums[0]?.total ?? 0, people: rows.map(personOf) };
}

/**
 * Throws `ScimError` 404 for an unknown person, also for people of other workspaces. `lock` locks the row until the transaction
 * ends.
 */
export async function getPerson(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
  { lock = false } = {},
): Promise<ScimPerson> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw createNoSuchPersonError();
  const { rows } = await tx.execute<PersonRow>(
    sql`select ${COLUMNS} ${peopleOf(workspaceId)} and u.id = ${id} ${lock ? sql`for update of u` : sql``}`,
  );
  const [row] = rows;
  if (!row) throw createNoSuchPersonError();
  return personOf(row);
}

const whereAllEqual = (filter: EqualityFilter[]): SQL =>
  filter.length === 0 ? sql`true` : sql.join(filter.map(whereEqual), sql` and `);

function whereEqual({ attribute, value }: EqualityFilter): SQL {
  switch (attribute) {
    case "active":
      return sql`(u.deactivated_at is null) = ${value}`;
    case "userName":
      return sql`lower(coalesce(p.user_name, u.email)) = lower(${value})`;
    case "email":
      return sql`u.email = lower(${value})`;
    case "externalId":
      return sql`p.external_id = ${value}`;
    case "id":
      return sql`u.id::text = lower(${value})`;
  }
}

/** Lists people with this address or user name, including those that the identity provider deleted. */
export async function listNamesakes(
  { tx, workspaceId }: WorkspaceScope,
  { email, userName }: Pick<PersonValues, "email" | "userName">,
): Promise<{ id: string; email: string; isRemoved: boolean }[]> {
  const { rows } = await tx.execute<{ id: string; email: string; isRemoved: boolean }>(sql`
    select u.id, u.email, p.removed_at is not null as "isRemoved"
    from users u left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.deleted_at is null
      and (u.email = ${email} or lower(p.user_name) = lower(${userName}))`);
  return rows;
}

export async function insertPerson({ tx, workspaceId }: WorkspaceScope, values: PersonValues): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into users (workspace_id, id, email, first_name, last_name, company, membership, email_verified_at)
    select ${workspaceId}, ${id}, ${values.email}, '', '', name, newcomers, now() from workspaces where id = ${workspaceId}`);
  await tx.execute(sql`
    insert into provisioned_people (workspace_id, user_id, user_name, is_made)
    values (${workspaceId}, ${id}, ${values.userName}, true)`);
  return id;
}

/**
 * Stores the values. An address from provisioning is unproven until its mailbox or an identity provider proves it
 * (docs/decisions/072).
 */
export async function writePerson(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
  values: PersonValues,
): Promise<void> {
  const { rowCount: isGiven } = await tx.execute(sql`
    select from users where workspace_id = ${workspaceId} and id = ${id} and email <> ${values.email}`);
  await tx.execute(sql`
    update users set email = ${values.email}, first_name = ${values.firstName}, last_name = ${values.lastName},
      job_title = ${values.jobTitle}, updated_at = now(), email_verified_at = coalesce(email_verified_at, now()),
      email_proof = case when email = ${values.email} then email_proof else 'nobody' end,
      deactivated_at = case when ${values.isActive} then null else deactivated_at end
    where workspace_id = ${workspaceId} and id = ${id}`);
  await tx.execute(sql`
    insert into provisioned_people (workspace_id, user_id, user_name, external_id, is_made)
    values (${workspaceId}, ${id}, ${values.userName}, ${values.externalId}, ${Boolean(isGiven)})
    on conflict (workspace_id, user_id) do update set is_made = provisioned_people.is_made or excluded.is_made,
      user_name = excluded.user_name, external_id = excluded.external_id, removed_at = null`);
}

/** Hides the person from the identity provider and deletes the provider's names for the person. */
export async function markRemoved(
  { tx, workspaceId }: WorkspaceScope,
  { id, userName, externalId }: ScimPerson,
): Promise<void> {
  await tx.execute(sql`
    insert into provisioned_people (workspace_id, user_id, user_name, external_id, is_made, removed_at)
    values (${workspaceId}, ${id}, ${userName}, ${externalId}, false, now())
    on conflict (workspace_id, user_id) do update set removed_at = now()`);
  await tx.execute(sql`delete from identities where workspace_id = ${workspaceId} and user_id = ${id}`);
}

/** Locks the active people of the workspace until the transaction ends. Returns their ids. */
export async function lockActivePeople({ tx, workspaceId }: WorkspaceScope): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where workspace_id = ${workspaceId} and ${whereActivePerson} order by id for update`);
  return rows.map(({ id }) => id);
}

/**
 * Removes an unconfirmed account with this address, so that the account does not block the person. An account with a payment
 * stays.
 */
export async function removeUnconfirmedNamesake(db: Database, workspaceId: string, email: string): Promise<void> {
  await db.execute(sql`
    delete from workspaces w using users u
    where u.email = ${email} and u.email_verified_at is null and u.workspace_id = w.id and w.id <> ${workspaceId}
      and w.plan = 'starter' and not exists (select from users o where o.workspace_id = w.id and o.id <> u.id)`);
}

const personOf = (row: PersonRow): ScimPerson => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});
