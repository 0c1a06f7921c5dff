import { sql } from "drizzle-orm";
import { whereAddressProven } from "../../db/address-proof.ts";
import { identities, providerSessions } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import { type AccountIds, ORDER_LAST_ENTERED_FIRST } from "../accounts/person-queries.ts";

/**
 * Queries about accounts of an identity provider's people in all workspaces. They use the database owner's connection, which
 * sees all workspaces.
 */

export interface Identity {
  issuer: string;
  subject: string;
}

export type AccountOfIdentity = AccountIds & { isDeactivated: boolean };

export async function findByIdentity(
  tx: Transaction,
  { issuer, subject }: Identity,
): Promise<AccountOfIdentity | undefined> {
  const { rows } = await tx.execute<AccountOfIdentity>(sql`
    select id as "userId", workspace_id as "workspaceId", deactivated_at is not null as "isDeactivated"
    from users where deleted_at is null and person_id = (
      select u.person_id from identities i join users u on u.workspace_id = i.workspace_id and u.id = i.user_id
      where i.issuer = ${issuer} and i.subject = ${subject})
    order by ${ORDER_LAST_ENTERED_FIRST} limit 1`);
  return rows[0];
}

export async function insertIdentity(
  tx: Transaction,
  account: AccountIds,
  { issuer, subject }: Identity,
): Promise<void> {
  await tx.insert(identities).values({ ...account, issuer, subject });
}

/** Deletes an identity that belongs to a deleted account. */
export async function deleteOrphanedIdentity(tx: Transaction, { issuer, subject }: Identity): Promise<void> {
  await tx.execute(sql`
    delete from identities i using users u
    where i.issuer = ${issuer} and i.subject = ${subject} and u.workspace_id = i.workspace_id and u.id = i.user_id
      and u.deleted_at is not null`);
}

export type AccountWithAddress = AccountOfIdentity & {
  isVerified: boolean;
  isProven: boolean;
  hasPassword: boolean;
  /** An identity of this provider is already linked to this person. */
  isLinked: boolean;
  isProvisioned: boolean;
};

/** Lists accounts with this address: first accounts that a workspace provisioned, then the last used account. */
export async function listAccountsWithAddress(
  tx: Transaction,
  { email, issuer }: { email: string; issuer: string },
): Promise<AccountWithAddress[]> {
  const { rows } = await tx.execute<AccountWithAddress>(sql`
    select u.id as "userId", u.workspace_id as "workspaceId", u.email_verified_at is not null as "isVerified",
      ${whereAddressProven("u")} as "isProven", u.password_hash is not null as "hasPassword",
      u.deactivated_at is not null as "isDeactivated",
      exists (select from identities i join users o on o.workspace_id = i.workspace_id and o.id = i.user_id
        where o.person_id = u.person_id and i.issuer = ${issuer}) as "isLinked",
      exists (select from provisioned_people p where p.workspace_id = u.workspace_id and p.user_id = u.id
        and p.is_made) as "isProvisioned"
    from users u where u.email = ${email} order by "isProvisioned" desc, ${ORDER_LAST_ENTERED_FIRST}`);
  return rows;
}

/** A mail domain that no owner can have (RFC 2606). */
const NO_ADDRESS = "withdrawn.invalid";

/** Deactivates the row and turns it into a separate person without the address, which is returned. */
export async function detachAccountEmail({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from users where workspace_id = ${workspaceId} and id = ${userId}`);
  await tx.execute(sql`
    update users set email = id || ${`@${NO_ADDRESS}`}, email_proof = 'nobody', person_id = gen_random_uuid(),
      deactivated_at = coalesce(deactivated_at, now()), updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}`);
  return rows[0]?.email ?? "";
}

/** Confirms the account, removes its password and stores the person's name from the identity provider. */
export async function takeOverAccount(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await tx.execute(sql`
    update users set password_hash = null, email_verified_at = now(), email_proof = 'provider', updated_at = now(),
      first_name = ${firstName}, last_name = ${lastName}
    where workspace_id = ${workspaceId} and id = ${userId}`);
}

export async function insertProviderSession(
  db: Database,
  values: { workspaceId: string; tokenHash: string; idTokenSealed: string },
): Promise<void> {
  await db.insert(providerSessions).values(values).onConflictDoNothing();
}

export async function findProviderSession(
  db: Database,
  sessionHash: string,
): Promise<{ workspaceId: string; sealed: string } | undefined> {
  const { rows } = await db.execute<{ workspaceId: string; sealed: string }>(sql`
    select workspace_id as "workspaceId", id_token_sealed as sealed from provider_sessions
    where token_hash = ${sessionHash}`);
  return rows[0];
}
