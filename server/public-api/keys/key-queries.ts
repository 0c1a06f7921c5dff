import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Membership } from "../../../shared/domain/access.ts";
import type { KeyAudience, KeyScope } from "../../../shared/domain/api-keys.ts";
import { apiKeys, users, workspaces } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export type NewKeyRow = Omit<typeof apiKeys.$inferInsert, "workspaceId">;

const nameOfMaker = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email}, '')`;

/** Lists the keys, newest first, each with the name of its creator. */
export function listKeys({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select({
      key: apiKeys,
      madeBy: nameOfMaker,
      isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
    })
    .from(apiKeys)
    .leftJoin(users, and(eq(users.workspaceId, apiKeys.workspaceId), eq(users.id, apiKeys.createdBy)))
    .where(eq(apiKeys.workspaceId, workspaceId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Counts keys. Other creations wait until the transaction ends, so that the limit holds. */
export async function countKeys({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for("update");
  const [kept] = await tx.select({ count: count() }).from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));
  return kept?.count ?? 0;
}

/** Inserts a key. Its expiry is computed by the database's clock. */
export async function insertKey(
  { workspaceId, tx }: WorkspaceScope,
  { days, ...row }: NewKeyRow & { days: number | null },
): Promise<void> {
  const expiresAt = days === null ? null : sql`now() + make_interval(days => ${days})`;
  await tx.insert(apiKeys).values({ ...row, workspaceId, expiresAt });
}

export async function deleteKey({ workspaceId, tx }: WorkspaceScope, id: string): Promise<{ name: string } | null> {
  const [gone] = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id)))
    .returning({ name: apiKeys.name });
  return gone ?? null;
}

/** A type, not an interface, because rows of raw queries must be assignable to a record. */
export type KeyRow = {
  id: string;
  workspaceId: string;
  name: string;
  scopes: KeyScope[];
  audience: KeyAudience;
  addresses: string[];
  /** The key's creator, and the creator's present membership. */
  createdBy: string;
  membership: Membership;
  /** True if the workspace's plan is unpaid. */
  isUnpaid: boolean;
};

/**
 * Finds the key with this hash; null if the key is unknown or expired, or if its creator is gone. Stores the time of
 * the key's use, at most once a minute.
 */
export async function findKeyByHash(db: Database, keyHash: string): Promise<KeyRow | null> {
  const { rows } = await db.execute<KeyRow & { isStale: boolean }>(sql`
    select k.id, k.workspace_id as "workspaceId", k.name, k.scopes, k.audience, k.addresses, k.created_by as "createdBy", u.membership,
      exists (select from payers p where p.workspace_id = k.workspace_id and p.grace_until <= now()) as "isUnpaid",
      coalesce(k.last_used_at < now() - interval '1 minute', true) as "isStale"
    from api_keys k join users u on u.workspace_id = k.workspace_id and u.id = k.created_by
    where k.key_hash = ${keyHash} and (k.expires_at is null or k.expires_at > now())
      and u.deleted_at is null and u.deactivated_at is null and u.email_verified_at is not null`);
  const [found] = rows;
  if (!found) return null;
  const { isStale, ...key } = found;
  if (isStale) await db.execute(sql`update api_keys set last_used_at = now() where key_hash = ${keyHash}`);
  return key;
}
