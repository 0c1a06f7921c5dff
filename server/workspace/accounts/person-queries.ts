import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../db/workspace-scope.ts";

/**
 * Queries about a person in all workspaces of the person (docs/decisions/031). They use the database owner's connection, which
 * sees all workspaces.
 */

type Connection = Pick<Transaction | Database, "execute">;

/** A type, because rows of raw queries must be assignable to a record. */
export type AccountIds = { userId: string; workspaceId: string };

/** SQL condition on `users` that selects all rows of one person. */
export const whereSamePerson = ({ workspaceId, userId }: AccountIds): SQL =>
  sql`person_id = (select person_id from users where workspace_id = ${workspaceId} and id = ${userId})`;

/** SQL condition on `users`: the person is neither deleted nor deactivated. */
export const whereActivePerson = sql`deleted_at is null and deactivated_at is null`;

/** SQL sort order on `users`: first the membership that a sign-in opens, which is the last used one that is not deactivated. */
export const ORDER_LAST_ENTERED_FIRST = sql`deactivated_at is not null, entered_at desc nulls last, created_at, workspace_id`;

export type OwnMembership = AccountIds & { email: string };

/** Lists the workspaces that the person may enter, the given workspace first. */
export async function listMembershipsOfPerson(db: Connection, ids: AccountIds): Promise<OwnMembership[]> {
  const { rows } = await db.execute<OwnMembership>(sql`
    select workspace_id as "workspaceId", id as "userId", email from users
    where ${whereSamePerson(ids)} and deleted_at is null and deactivated_at is null
    order by workspace_id <> ${ids.workspaceId}, ${ORDER_LAST_ENTERED_FIRST}`);
  return rows;
}

/** Ends the person's sessions in every workspace, except the given session. Returns the hashes of the ended sessions. */
export async function endSessionsOfPerson(
  db: Connection,
  ids: AccountIds,
  { but = null }: { but?: string | null } = {},
): Promise<string[]> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    delete from sessions using users u
    where u.workspace_id = sessions.workspace_id and u.id = sessions.user_id and u.${whereSamePerson(ids)}
      and token_hash is distinct from ${but}
    returning token_hash as hash`);
  return rows.map(({ hash }) => hash);
}
