import { type SQL, sql } from "drizzle-orm";
import type { WorkspacesResponse } from "../../../shared/contract/invitations.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { type AddressProof, selectPortableProof } from "../../db/address-proof.ts";
import { newId } from "../../db/new-id.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { type AccountIds, whereActivePerson, whereSamePerson } from "../accounts/person-queries.ts";

/** Lists the person's workspaces with the database owner's connection, and marks the given workspace as active. */
export async function listOwnWorkspaces(
  db: Database,
  ids: AccountIds,
): Promise<(WorkspacesResponse["own"][number] & { email: string })[]> {
  const { rows } = await db.execute<WorkspacesResponse["own"][number] & { email: string }>(sql`
    select w.id, w.name, u.membership, w.id = ${ids.workspaceId} as "isActive", u.email
    from users u join workspaces w on w.id = u.workspace_id
    where u.${whereSamePerson(ids)} and u.deleted_at is null and u.deactivated_at is null
    order by lower(w.name), w.id`);
  return rows;
}

export type MembershipRow = { userId: string; isThere: boolean; isProvisioned: boolean };

/** Finds the person's row in this workspace, given the person's row in any workspace. */
export async function findMembershipRow(
  { tx, workspaceId }: WorkspaceScope,
  person: AccountIds,
): Promise<MembershipRow | undefined> {
  const { rows } = await tx.execute<MembershipRow>(sql`
    select u.id as "userId", u.deactivated_at is null as "isThere", exists (select from provisioned_people p
      where p.workspace_id = u.workspace_id and p.user_id = u.id and p.removed_at is null) as "isProvisioned"
    from users u where u.workspace_id = ${workspaceId} and u.${whereSamePerson(person)} and u.deleted_at is null`);
  return rows[0];
}

/** Inserts a new person, who may sign in at once. Returns the person's id. */
export async function insertMember(
  { tx, workspaceId }: WorkspaceScope,
  values: {
    email: string;
    passwordHash: string | null;
    firstName: string;
    lastName: string;
    company: string;
    membership: Membership;
    proof: AddressProof;
  },
): Promise<string> {
  const userId = newId();
  await tx.execute(sql`
    insert into users (workspace_id, id, email, password_hash, first_name, last_name, company, membership, email_verified_at, email_proof)
    values (${workspaceId}, ${userId}, ${values.email}, ${values.passwordHash}, ${values.firstName}, ${values.lastName},
      ${values.company}, ${values.membership}, now(), ${values.proof})`);
  return userId;
}

/** Inserts a membership of an existing person, with the person's data from another workspace. Returns the id of the new row. */
export async function insertMembership(
  { tx, workspaceId }: WorkspaceScope,
  person: AccountIds,
  { company, membership }: { company: string; membership: Membership },
): Promise<string> {
  const userId = newId();
  await tx.execute(sql`
    insert into users (workspace_id, id, person_id, email, password_hash, email_verified_at, email_proof, first_name,
      last_name, profile_image_url, company, membership)
    select ${workspaceId}, ${userId}, person_id, email, password_hash, email_verified_at, ${selectPortableProof(sql`email_proof`)}, first_name,
      last_name, profile_image_url, ${company}, ${membership}
    from users where workspace_id = ${person.workspaceId} and id = ${person.userId}`);
  return userId;
}

/** Reactivates a removed person with this role. */
export async function readmitPerson(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  membership: Membership,
): Promise<void> {
  await tx.execute(sql`
    update users set deactivated_at = null, membership = ${membership}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}`);
}

/** Marks that the person left, and returns the person's name. */
export async function markLeft({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update users set deactivated_at = now(), membership = 'viewer', updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}
    returning trim(first_name || ' ' || last_name) as name`);
  return rows[0]?.name;
}

/** Locks the owners' rows until the transaction ends. */
export async function lockOwners({ tx, workspaceId }: WorkspaceScope): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where workspace_id = ${workspaceId} and membership = 'owner' and ${whereActivePerson}
    order by id for update`);
  return rows.map(({ id }) => id);
}

/**
 * SQL condition: a directory manages the person. A directory without tokens does not count, because nobody could remove its
 * people then.
 */
export const whereManagedByDirectory = ({ workspaceId }: Pick<WorkspaceScope, "workspaceId">, userId: SQL): SQL => sql`
  (exists (select from provisioned_people p where p.workspace_id = ${workspaceId} and p.user_id = ${userId} and p.removed_at is null)
    and exists (select from scim_tokens t where t.workspace_id = ${workspaceId}))`;

export async function isPersonManagedByDirectory(scope: WorkspaceScope, userId: string): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ isKept: boolean }>(
    sql`select ${whereManagedByDirectory(scope, sql`${userId}::uuid`)} as "isKept"`,
  );
  return rows[0]?.isKept ?? false;
}
