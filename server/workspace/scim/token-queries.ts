import { and, count, eq, sql } from "drizzle-orm";
import type { Provisioning } from "../../../shared/contract/provisioning.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { newId } from "../../db/new-id.ts";
import { apiKeys, oauthGrants, platformGrants, scimTokens } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export async function listTokens({ tx, workspaceId }: WorkspaceScope) {
  return tx.select().from(scimTokens).where(eq(scimTokens.workspaceId, workspaceId)).orderBy(scimTokens.createdAt);
}

/** Counts the tokens, and prevents concurrent additions until the transaction ends. */
export async function countTokensLocked({ tx, workspaceId }: WorkspaceScope): Promise<number> {
  await tx.execute(sql`select from workspaces where id = ${workspaceId} for update`);
  const [kept] = await tx.select({ count: count() }).from(scimTokens).where(eq(scimTokens.workspaceId, workspaceId));
  return kept?.count ?? 0;
}

/** Inserts a token and returns its id. */
export async function insertToken(
  { tx, workspaceId }: WorkspaceScope,
  values: { tokenHash: string; last4: string; createdBy: string },
): Promise<string> {
  const id = newId();
  await tx.insert(scimTokens).values({ workspaceId, id, ...values });
  return id;
}

export async function deleteToken(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
): Promise<{ last4: string; createdBy: string | null } | undefined> {
  const [gone] = await tx
    .delete(scimTokens)
    .where(and(eq(scimTokens.workspaceId, workspaceId), eq(scimTokens.id, id)))
    .returning({ last4: scimTokens.last4, createdBy: scimTokens.createdBy });
  return gone;
}

/** Deletes the tokens that this person created. Returns the last characters of each token. */
export async function deleteTokensOfPerson({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string[]> {
  const ended = await tx
    .delete(scimTokens)
    .where(and(eq(scimTokens.workspaceId, workspaceId), eq(scimTokens.createdBy, userId)))
    .returning({ last4: scimTokens.last4 });
  return ended.map(({ last4 }) => last4);
}

/** Deletes the API keys that this person created. Returns the keys' names. */
export async function deleteApiKeysOfPerson({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string[]> {
  const ended = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.createdBy, userId)))
    .returning({ name: apiKeys.name });
  return ended.map(({ name }) => name);
}

/** Deletes the apps that this person has connected, with their tokens. */
export async function deleteConnectedAppsOfPerson({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<void> {
  await tx.delete(oauthGrants).where(and(eq(oauthGrants.workspaceId, workspaceId), eq(oauthGrants.userId, userId)));
}

/** Deletes the own accounts that this person connected at platforms, with their tokens. */
export async function deleteOwnAccountsOfPerson({ tx, workspaceId }: WorkspaceScope, personId: string): Promise<void> {
  await tx
    .delete(platformGrants)
    .where(and(eq(platformGrants.workspaceId, workspaceId), eq(platformGrants.personId, personId)));
}

export async function countPeople({ tx, workspaceId }: WorkspaceScope): Promise<Provisioning["people"]> {
  const { rows } = await tx.execute<Provisioning["people"]>(sql`
    select count(*) filter (where u.deactivated_at is null)::int as active,
      count(*) filter (where u.deactivated_at is not null)::int as deactivated,
      count(p.user_id) filter (where p.removed_at is null)::int as provisioned
    from users u left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.deleted_at is null`);
  return rows[0] ?? { active: 0, deactivated: 0, provisioned: 0 };
}

/** SQL over `users u`: the full name, or the address if the name is empty. */
const FULL_NAME = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`;

export async function getPersonName({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${FULL_NAME} as name from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}`);
  return rows[0]?.name ?? "";
}

/** A type, not an interface: rows of raw queries are records. */
export type TokenOwner = {
  id: string;
  workspaceId: string;
  /** The role of the token's creator, which limits the token's rights. */
  membership: Membership;
  /** The last characters of the token, by which people recognise it. */
  last4: string;
  /** The name of the person who created the token. */
  maker: string;
  makerId: string;
};

/** Uses the database owner's connection, because the workspace is not known yet. */
export async function findTokenOwner(
  db: Database,
  tokenHash: string,
): Promise<(TokenOwner & { isStale: boolean }) | undefined> {
  const { rows } = await db.execute<TokenOwner & { isStale: boolean }>(sql`
    select t.id, t.workspace_id as "workspaceId", u.membership, t.last4, ${FULL_NAME} as maker, u.id as "makerId",
      coalesce(t.last_used_at < now() - interval '1 minute', true) as "isStale"
    from scim_tokens t join users u on u.workspace_id = t.workspace_id and u.id = t.created_by
    where t.token_hash = ${tokenHash} and u.deleted_at is null and u.deactivated_at is null`);
  return rows[0];
}

export async function noteTokenUse(db: Database, tokenHash: string): Promise<void> {
  await db.execute(sql`update scim_tokens set last_used_at = now() where token_hash = ${tokenHash}`);
}
