import { and, desc, eq, sql } from "drizzle-orm";
import type { Membership } from "../../../shared/domain/access.ts";
import type { KeyScope } from "../../../shared/domain/api-keys.ts";
import { oauthGrants, users, workspaces } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { AccountIds } from "./oauth-queries.ts";

const whereActiveMember = sql`u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null`;

/** True if this person may currently enter the workspace. */
export async function mayEnterWorkspace(db: Database, { workspaceId, userId }: AccountIds): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from users u where u.workspace_id = ${workspaceId} and u.id = ${userId} and ${whereActiveMember}`,
  );
  return rows.length === 1;
}

/** A type, not an interface, because rows of raw queries must be assignable to a record. */
export type ConnectedAppRow = {
  id: string;
  workspaceId: string;
  name: string;
  scopes: KeyScope[];
  createdBy: string;
  membership: Membership;
  isUnpaid: boolean;
};

/**
 * Finds the connection of this access token. Null if the token is unknown or for another resource, or if the person is
 * gone. Stores the time of the use, at most once a minute.
 */
export async function findConnectedApp(
  db: Database,
  idHash: string,
  resource: string,
): Promise<ConnectedAppRow | null> {
  const { rows } = await db.execute<ConnectedAppRow & { isStale: boolean }>(sql`
    select g.id, g.workspace_id as "workspaceId", g.client_name as name, g.user_id as "createdBy", u.membership,
      array(select s from unnest(g.scopes) s where s = any (string_to_array(t.payload->>'scope', ' '))) as scopes,
      exists (select from payers p where p.workspace_id = g.workspace_id and p.grace_until <= now()) as "isUnpaid",
      coalesce(g.last_used_at < now() - interval '1 minute', true) as "isStale"
    from oauth_tokens t
    join oauth_grants g on g.workspace_id = t.workspace_id and g.id = t.grant_id
    join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
    where t.id_hash = ${idHash} and t.kind = 'AccessToken' and t.expires_at > now() and t.consumed_at is null
      and g.expires_at > now() and g.resource = ${resource} and t.payload->>'aud' = ${resource} and ${whereActiveMember}`);
  const [found] = rows;
  if (!found) return null;
  const { isStale, ...connection } = found;
  if (isStale) await db.execute(sql`update oauth_grants set last_used_at = now() where id = ${found.id}`);
  return connection;
}

const whereWithToken = sql`exists (select from oauth_tokens t where t.workspace_id = ${oauthGrants.workspaceId}
  and t.grant_id = ${oauthGrants.id} and t.kind <> 'AuthorizationCode' and t.expires_at > now())`;

const nameOfPerson = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email}, '')`;

/** Lists grants of this person, or of all people of the workspace; newest first. */
export function listGrants({ workspaceId, tx }: WorkspaceScope, userId: string | null) {
  return tx
    .select({ grant: oauthGrants, person: nameOfPerson })
    .from(oauthGrants)
    .innerJoin(users, and(eq(users.workspaceId, oauthGrants.workspaceId), eq(users.id, oauthGrants.userId)))
    .where(
      and(
        eq(oauthGrants.workspaceId, workspaceId),
        sql`${oauthGrants.expiresAt} > now()`,
        whereWithToken,
        userId === null ? undefined : eq(oauthGrants.userId, userId),
      ),
    )
    .orderBy(desc(oauthGrants.createdAt), desc(oauthGrants.id));
}

/** Deletes a grant of this person, or of anybody. Returns the app's name; null if there is no such grant. */
export async function deleteGrant(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  userId: string | null,
): Promise<{ name: string } | null> {
  const [gone] = await tx
    .delete(oauthGrants)
    .where(
      and(
        eq(oauthGrants.workspaceId, workspaceId),
        eq(oauthGrants.id, id),
        userId === null ? undefined : eq(oauthGrants.userId, userId),
      ),
    )
    .returning({ name: oauthGrants.clientName });
  return gone ?? null;
}

/** Deletes expired rows, connections without tokens, and programs that nobody connected within a day. */
export async function forgetOldConnectedApps(db: Database): Promise<void> {
  await db.execute(sql`delete from oauth_requests where expires_at < now()`);
  await db.execute(sql`delete from oauth_tokens where expires_at < now()`);
  await db.execute(sql`
    delete from oauth_grants g where g.expires_at < now() or (g.created_at < now() - interval '1 hour'
      and not exists (select from oauth_tokens t where t.workspace_id = g.workspace_id and t.grant_id = g.id))`);
  await db.execute(sql`
    delete from oauth_clients c where c.created_at < now() - interval '1 day'
      and not exists (select from oauth_grants g where g.client_id = c.id)`);
}

/** The names that the consent page shows. */
export async function findConsentNames(
  { workspaceId, tx }: WorkspaceScope,
  userId: string,
): Promise<{ workspace: string; person: string }> {
  const [found] = await tx
    .select({ workspace: workspaces.name, person: nameOfPerson })
    .from(users)
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  return found ?? { workspace: "", person: "" };
}
