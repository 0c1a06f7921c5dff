import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../db/workspace-scope.ts";

/** A person across workspaces (docs/decisions/031): with the owner's connection, since a workspace sees no row of another. */

type Connection = Pick<Transaction | Database, "execute">;

/** A type, not an interface: rows of raw queries are records. */
export type AccountIds = { userId: string; workspaceId: string };

/** Over `users`: the rows of the person who is this one. */
export const isSamePerson = ({ workspaceId, userId }: AccountIds): SQL =>
  sql`person_id = (select person_id from users where workspace_id = ${workspaceId} and id = ${userId})`;

/** Whoever can sign in or could: a directory, or an admin, has shut the others out. Over `users`. */
export const isThere = sql`deleted_at is null and deactivated_at is null`;

/** Which of a person's rows a sign-in leads to: one that is not shut, entered last. Over `users`. */
export const ENTERED_LAST = sql`deactivated_at is not null, entered_at desc nulls last, created_at, workspace_id`;

export type OwnMembership = AccountIds & { email: string };

/** Where the person may go in, the one given first. */
export async function membershipsOf(db: Connection, ids: AccountIds): Promise<OwnMembership[]> {
  const { rows } = await db.execute<OwnMembership>(sql`
    select workspace_id as "workspaceId", id as "userId", email from users
    where ${isSamePerson(ids)} and deleted_at is null and deactivated_at is null
    order by workspace_id <> ${ids.workspaceId}, ${ENTERED_LAST}`);
  return rows;
}

/** In every workspace, all but the given one. Answers the keys of those that ended. */
export async function endSessionsOfPerson(
  db: Connection,
  ids: AccountIds,
  { but = null }: { but?: string | null } = {},
): Promise<string[]> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    delete from sessions using users u
    where u.workspace_id = sessions.workspace_id and u.id = sessions.user_id and u.${isSamePerson(ids)}
      and token_hash is distinct from ${but}
    returning token_hash as hash`);
  return rows.map(({ hash }) => hash);
}
