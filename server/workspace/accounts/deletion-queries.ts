import { sql } from "drizzle-orm";
import { DELETED_WITHIN_DAYS } from "../../../shared/domain/people.ts";
import type { Database, Transaction } from "../../db/workspace-scope.ts";
import { type AccountIds, listMembershipsOfPerson, whereActivePerson, whereSamePerson } from "./person-queries.ts";

/**
 * Queries that delete a person in all workspaces of the person. They use the database owner's connection, which sees all
 * workspaces.
 */

/** A mail domain that no owner can have (RFC 2606). */
const GONE = "deleted.invalid";

export type WorkspaceOfDeletion = {
  name: string;
  articles: number;
  integrations: number;
  /** True if nobody else is in the workspace, so that the deletion closes it. */
  goes: boolean;
};

/** Lists the person's workspaces, the given workspace first, with counts of their content. */
export async function listWorkspacesOfDeletion(db: Database, ids: AccountIds): Promise<WorkspaceOfDeletion[]> {
  const { rows } = await db.execute<WorkspaceOfDeletion>(sql`
    select w.name,
      (select count(*)::int from articles where workspace_id = w.id) as articles,
      (select count(*)::int from chat_integrations where workspace_id = w.id)
        + (select count(*)::int from knowledge_integrations where workspace_id = w.id) as integrations,
      not exists (select from users where workspace_id = w.id and id <> me.id and ${whereActivePerson}) as goes
    from users me join workspaces w on w.id = me.workspace_id
    where me.${whereSamePerson(ids)} and me.deleted_at is null and me.deactivated_at is null
    order by w.id <> ${ids.workspaceId}, w.name`);
  return rows;
}

/**
 * Returns the person's workspaces with the number of other people. Locks these people, so that two people who leave at once do
 * not both count the other.
 */
export async function lockMemberships(tx: Transaction, ids: AccountIds): Promise<(AccountIds & { others: number })[]> {
  const memberships = await listMembershipsOfPerson(tx, ids);
  const { rows } = await tx.execute<AccountIds>(sql`
    select workspace_id as "workspaceId", id as "userId" from users
    where workspace_id = any (${sql.param(memberships.map(({ workspaceId }) => workspaceId))}::uuid[]) and ${whereActivePerson}
    order by workspace_id, id for update`);
  return memberships.map(({ workspaceId, userId }) => {
    const others = rows.filter((row) => row.workspaceId === workspaceId && row.userId !== userId).length;
    return { workspaceId, userId, others };
  });
}

const REMOVED = sql`deleted_at = now(), deleted_email = u.email, email = u.id || ${`@${GONE}`}, updated_at = now()`;

/** Marks the person as deleted in every workspace and returns these workspaces; none if the person is already deleted. */
export async function markDeleted(
  tx: Transaction,
  ids: AccountIds,
): Promise<{ id: string; name: string; purgedBy: Date }[]> {
  const { rows } = await tx.execute<{ id: string; name: string; purgedBy: Date }>(sql`
    update users u set ${REMOVED} from workspaces w
    where w.id = u.workspace_id and u.${whereSamePerson(ids)} and u.deleted_at is null
    returning w.id, w.name, now() + make_interval(days => ${DELETED_WITHIN_DAYS}) as "purgedBy"`);
  return rows;
}

/** Restores a deleted account. Returns false if no deleted account has this address, or a new account has it. */
export async function markRestored(db: Database, email: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update users set email = deleted_email, deleted_at = null, deleted_email = null, updated_at = now()
    where deleted_email = ${email}
      and person_id = (select person_id from users where deleted_email = ${email} order by deleted_at desc limit 1)
      and not exists (select from users where email = ${email})`);
  return rowCount !== 0;
}
