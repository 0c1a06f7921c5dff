import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Membership } from "../../../shared/domain/access.ts";
import type { KeyScope } from "../../../shared/domain/api-keys.ts";
import { oauthClients, oauthGrants, oauthRequests, oauthTokens, users, workspaces } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export interface AccountIds {
  workspaceId: string;
  userId: string;
}

export type TokenKind = typeof oauthTokens.$inferSelect.kind;
type Payload = Record<string, unknown>;

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Registers a program, unless there are too many. Those that register at the same moment are counted one after the other. */
export async function insertClient(
  db: Database,
  client: Pick<typeof oauthClients.$inferInsert, "id" | "name" | "redirectUris">,
  most: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('oauth clients'))`);
    const [kept] = await tx.select({ count: count() }).from(oauthClients);
    if ((kept?.count ?? 0) >= most) return false;
    await tx.insert(oauthClients).values(client);
    return true;
  });
}

export async function findClient(db: Database, id: string): Promise<typeof oauthClients.$inferSelect | null> {
  const [client] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return client ?? null;
}

export async function saveRequest(db: Database, idHash: string, payload: Payload, seconds: number): Promise<void> {
  const kept = { payload, expiresAt: inSeconds(seconds) };
  await db
    .insert(oauthRequests)
    .values({ idHash, ...kept })
    .onConflictDoUpdate({ target: oauthRequests.idHash, set: kept });
}

export async function findRequest(db: Database, idHash: string): Promise<Payload | null> {
  const [found] = await db
    .select({ payload: oauthRequests.payload })
    .from(oauthRequests)
    .where(and(eq(oauthRequests.idHash, idHash), sql`${oauthRequests.expiresAt} > now()`));
  return found?.payload ?? null;
}

export async function deleteRequest(db: Database, idHash: string): Promise<void> {
  await db.delete(oauthRequests).where(eq(oauthRequests.idHash, idHash));
}

export type NewGrant = Omit<typeof oauthGrants.$inferInsert, "workspaceId" | "expiresAt"> & { days: number };

/** False when this person has connected too many. */
export async function insertGrant(
  { workspaceId, tx }: WorkspaceScope,
  { days, ...row }: NewGrant,
  most: number,
): Promise<boolean> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for("update");
  const own = and(eq(oauthGrants.workspaceId, workspaceId), eq(oauthGrants.userId, row.userId));
  const [kept] = await tx.select({ count: count() }).from(oauthGrants).where(own);
  if ((kept?.count ?? 0) >= most) return false;
  await tx.insert(oauthGrants).values({ ...row, workspaceId, expiresAt: sql`now() + make_interval(days => ${days})` });
  return true;
}

export async function findGrant(db: Database, id: string): Promise<typeof oauthGrants.$inferSelect | null> {
  const [grant] = await db
    .select()
    .from(oauthGrants)
    .where(and(eq(oauthGrants.id, id), sql`${oauthGrants.expiresAt} > now()`));
  return grant ?? null;
}

/** With its codes and tokens. For the authorization server, which has found the grant by a code or token. */
export async function endGrant(db: Database, id: string): Promise<void> {
  await db.delete(oauthGrants).where(eq(oauthGrants.id, id));
}

export async function insertToken(
  { workspaceId, tx }: WorkspaceScope,
  { seconds, ...row }: { idHash: string; kind: TokenKind; grantId: string; payload: Payload; seconds: number },
): Promise<void> {
  await tx.insert(oauthTokens).values({ ...row, workspaceId, expiresAt: inSeconds(seconds) });
}

export async function findToken(db: Database, kind: TokenKind, idHash: string) {
  const [token] = await db
    .select({ payload: oauthTokens.payload, consumedAt: oauthTokens.consumedAt })
    .from(oauthTokens)
    .where(and(eq(oauthTokens.idHash, idHash), eq(oauthTokens.kind, kind), sql`${oauthTokens.expiresAt} > now()`));
  return token ?? null;
}

/** Of two at the same moment one succeeds. */
export async function consumeToken(db: Database, idHash: string): Promise<boolean> {
  const { rowCount } = await db
    .update(oauthTokens)
    .set({ consumedAt: sql`now()` })
    .where(and(eq(oauthTokens.idHash, idHash), sql`${oauthTokens.consumedAt} is null`));
  return rowCount === 1;
}

export async function deleteToken(db: Database, idHash: string): Promise<void> {
  await db.delete(oauthTokens).where(eq(oauthTokens.idHash, idHash));
}

export async function deleteTokensOf(db: Database, kind: TokenKind, grantId: string): Promise<void> {
  await db.delete(oauthTokens).where(and(eq(oauthTokens.grantId, grantId), eq(oauthTokens.kind, kind)));
}

const isThere = sql`u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null`;

/** Whether this person is let in at this moment. */
export async function isLetIn(db: Database, { workspaceId, userId }: AccountIds): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from users u where u.workspace_id = ${workspaceId} and u.id = ${userId} and ${isThere}`,
  );
  return rows.length === 1;
}

/** A type, not an interface: rows of raw queries are records. */
export type ConnectionRow = {
  id: string;
  workspaceId: string;
  name: string;
  scopes: KeyScope[];
  createdBy: string;
  membership: Membership;
  isUnpaid: boolean;
};

/** Whose access token this is; null when nobody's, for another address, or its person is gone. Notes its use once a minute. */
export async function findConnection(db: Database, idHash: string, resource: string): Promise<ConnectionRow | null> {
  const { rows } = await db.execute<ConnectionRow & { isStale: boolean }>(sql`
    select g.id, g.workspace_id as "workspaceId", g.client_name as name, g.user_id as "createdBy", u.membership,
      array(select s from unnest(g.scopes) s where s = any (string_to_array(t.payload->>'scope', ' '))) as scopes,
      exists (select from payers p where p.workspace_id = g.workspace_id and p.grace_until <= now()) as "isUnpaid",
      coalesce(g.last_used_at < now() - interval '1 minute', true) as "isStale"
    from oauth_tokens t
    join oauth_grants g on g.workspace_id = t.workspace_id and g.id = t.grant_id
    join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
    where t.id_hash = ${idHash} and t.kind = 'AccessToken' and t.expires_at > now() and t.consumed_at is null
      and g.expires_at > now() and g.resource = ${resource} and t.payload->>'aud' = ${resource} and ${isThere}`);
  const [found] = rows;
  if (!found) return null;
  const { isStale, ...connection } = found;
  if (isStale) await db.execute(sql`update oauth_grants set last_used_at = now() where id = ${found.id}`);
  return connection;
}

const hasToken = sql`exists (select from oauth_tokens t where t.workspace_id = ${oauthGrants.workspaceId}
  and t.grant_id = ${oauthGrants.id} and t.kind <> 'AuthorizationCode' and t.expires_at > now())`;

const nameOfPerson = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email}, '')`;

/** Those of this person, or all of the workspace; the newest first. */
export function listGrants({ workspaceId, tx }: WorkspaceScope, userId: string | null) {
  return tx
    .select({ grant: oauthGrants, person: nameOfPerson })
    .from(oauthGrants)
    .innerJoin(users, and(eq(users.workspaceId, oauthGrants.workspaceId), eq(users.id, oauthGrants.userId)))
    .where(
      and(
        eq(oauthGrants.workspaceId, workspaceId),
        sql`${oauthGrants.expiresAt} > now()`,
        hasToken,
        userId === null ? undefined : eq(oauthGrants.userId, userId),
      ),
    )
    .orderBy(desc(oauthGrants.createdAt), desc(oauthGrants.id));
}

/** Of this person, or of anybody. Answers its name; null when there is none. */
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

/** What has expired, connections that no token is left of, and programs that registered a day ago and nobody connected. */
export async function forgetOldConnections(db: Database): Promise<void> {
  await db.execute(sql`delete from oauth_requests where expires_at < now()`);
  await db.execute(sql`delete from oauth_tokens where expires_at < now()`);
  await db.execute(sql`
    delete from oauth_grants g where g.expires_at < now() or (g.created_at < now() - interval '1 hour'
      and not exists (select from oauth_tokens t where t.workspace_id = g.workspace_id and t.grant_id = g.id))`);
  await db.execute(sql`
    delete from oauth_clients c where c.created_at < now() - interval '1 day'
      and not exists (select from oauth_grants g where g.client_id = c.id)`);
}

/** Names for the page that asks. */
export async function workspaceAndPerson(
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
