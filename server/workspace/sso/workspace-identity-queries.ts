import { sql } from "drizzle-orm";
import type { Membership } from "../../../shared/domain/access.ts";
import { whereAddressProven } from "../../db/address-proof.ts";
import { workspaceIdentities } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Identity } from "./identity-queries.ts";

/** Queries about a workspace's members by their identity at the workspace's own provider. No query leaves the workspace. */

export type SignOnMember = { userId: string; membership: Membership; isDeactivated: boolean };

export async function findMemberByIdentity(
  { tx, workspaceId }: WorkspaceScope,
  { issuer, subject }: Identity,
): Promise<SignOnMember | undefined> {
  const { rows } = await tx.execute<SignOnMember>(sql`
    select u.id as "userId", u.membership, u.deactivated_at is not null as "isDeactivated"
    from workspace_identities i join users u on u.workspace_id = i.workspace_id and u.id = i.user_id
    where i.workspace_id = ${workspaceId} and i.issuer = ${issuer} and i.subject = ${subject} and u.deleted_at is null`);
  return rows[0];
}

/** `isLinked`: an identity of this provider is already linked to this member. */
export async function findMemberByAddress(
  { tx, workspaceId }: WorkspaceScope,
  { email, issuer }: { email: string; issuer: string },
): Promise<
  (SignOnMember & { isVerified: boolean; isProven: boolean; hasPassword: boolean; isLinked: boolean }) | undefined
> {
  const { rows } = await tx.execute<
    SignOnMember & { isVerified: boolean; isProven: boolean; hasPassword: boolean; isLinked: boolean }
  >(sql`
    select u.id as "userId", u.membership, u.deactivated_at is not null as "isDeactivated",
      u.email_verified_at is not null as "isVerified",
      ${whereAddressProven("u")} as "isProven", u.password_hash is not null as "hasPassword",
      exists (select from workspace_identities i where i.workspace_id = u.workspace_id and i.user_id = u.id
        and i.issuer = ${issuer}) as "isLinked"
    from users u where u.workspace_id = ${workspaceId} and u.email = ${email} and u.deleted_at is null`);
  return rows[0];
}

/** Proves the address in this workspace only. Returns the person's name, or null if the address was already proven. */
export async function proveAddressInWorkspace(
  { tx, workspaceId }: WorkspaceScope,
  { userId, email }: { userId: string; email: string },
): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update users set email_proof = 'workspace-provider' where workspace_id = ${workspaceId} and id = ${userId}
      and email = ${email} and email_verified_at is not null and email_proof in ('nobody', 'unknown')
    returning trim(first_name || ' ' || last_name) as name`);
  return rows[0] ? rows[0].name : null;
}

export async function insertWorkspaceIdentity(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await tx.insert(workspaceIdentities).values({ workspaceId, userId, issuer, subject });
}

/** Deletes an identity that belongs to a deleted account, so that the person may start again. */
export async function deleteOrphanedWorkspaceIdentity(
  { tx, workspaceId }: WorkspaceScope,
  { issuer, subject }: Identity,
): Promise<void> {
  await tx.execute(sql`
    delete from workspace_identities i using users u
    where i.workspace_id = ${workspaceId} and i.issuer = ${issuer} and i.subject = ${subject}
      and u.workspace_id = i.workspace_id and u.id = i.user_id and u.deleted_at is not null`);
}
