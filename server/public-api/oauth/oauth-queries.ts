import { and, count, eq, sql } from "drizzle-orm";
import { oauthClients, oauthGrants, oauthRequests, oauthTokens, workspaces } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export interface AccountIds {
  workspaceId: string;
  userId: string;
}

export type TokenKind = typeof oauthTokens.$inferSelect.kind;
type Payload = Record<string, unknown>;

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Registers a program unless too many are registered. Other registrations wait, so that the limit holds. */
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

/** Returns false if this person has connected too many programs. */
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

/**
 * Deletes the grant with its codes and tokens. The authorization server calls this with a grant that it found by a code
 * or a token.
 */
export async function endGrant(db: Database, id: string): Promise<void> {
  await db.delete(oauthGrants).where(eq(oauthGrants.id, id));
}

/** Inserts a token. Returns false if the connection has ended meanwhile, because a second use of a code ends it. */
export async function insertToken(
  { workspaceId, tx }: WorkspaceScope,
  { seconds, ...row }: { idHash: string; kind: TokenKind; grantId: string; payload: Payload; seconds: number },
): Promise<boolean> {
  const isGrant = and(eq(oauthGrants.workspaceId, workspaceId), eq(oauthGrants.id, row.grantId));
  const [grant] = await tx.select({ id: oauthGrants.id }).from(oauthGrants).where(isGrant).for("key share");
  if (!grant) return false;
  await tx.insert(oauthTokens).values({ ...row, workspaceId, expiresAt: inSeconds(seconds) });
  return true;
}

export async function findToken(db: Database, kind: TokenKind, idHash: string) {
  const [token] = await db
    .select({ payload: oauthTokens.payload, consumedAt: oauthTokens.consumedAt })
    .from(oauthTokens)
    .where(and(eq(oauthTokens.idHash, idHash), eq(oauthTokens.kind, kind), sql`${oauthTokens.expiresAt} > now()`));
  return token ?? null;
}

/** Marks a token as used. Only one of two concurrent calls succeeds. */
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

export async function deleteTokensOfGrant(db: Database, kind: TokenKind, grantId: string): Promise<void> {
  // Sorts the rows, so that two calls that end the same connection cannot deadlock.
  await db.execute(sql`
    delete from oauth_tokens where id_hash in (
      select id_hash from oauth_tokens where grant_id = ${grantId} and kind = ${kind} order by id_hash for update)`);
}
