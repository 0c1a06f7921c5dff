import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { InvitationLink, NewcomerSettings } from "../../../shared/contract/invitations.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { newId } from "../../db/new-id.ts";
import { invitationLinks, workspaces } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { createToken, hashToken } from "../accounts/tokens.ts";
import {
  type Connection,
  type FoundInvitation,
  inviterJoin,
  type OpenInvitation,
  toValidInvitation,
} from "./invitation-queries.ts";

export async function findLink(db: Connection, token: string): Promise<OpenInvitation | undefined> {
  const { rows } = await db.execute<FoundInvitation>(sql`
    select i.workspace_id as "workspaceId", i.id, w.name as workspace, i.membership, '' as words, null as email,
      i.id as "linkId", false as "isMailed", nullif(trim(g.first_name || ' ' || g.last_name), '') as "invitedBy",
      g.membership as "givenBy", false as "isAsked"
    from invitation_links i ${inviterJoin("created_by")}
    where i.token_hash = ${hashToken(token)} and i.revoked_at is null and i.expires_at > now()`);
  return toValidInvitation(rows[0]);
}

/** The person who created the link; null if the link is gone. */
export async function findLinkCreator(db: Connection, workspaceId: string, id: string): Promise<string | null> {
  const { rows } = await db.execute<{ createdBy: string }>(sql`
    select created_by as "createdBy" from invitation_links where workspace_id = ${workspaceId} and id = ${id}`);
  return rows[0]?.createdBy ?? null;
}

/** Lists the workspaces that this address may join by its domain, oldest first. */
export async function listWorkspacesOfDomain(db: Connection, email: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select w.id, w.name from workspaces w
    join mail_domains d on d.workspace_id = w.id and d.proven_at is not null and d.domain = split_part(${email}, '@', 2)
    where w.join_by_domain
      and exists (select from users u where u.workspace_id = w.id and u.deleted_at is null and u.deactivated_at is null)
      and not exists (select from users u where u.workspace_id = w.id and u.email = ${email})
    order by w.created_at, w.id limit 5`);
  return rows;
}

const whereOfWorkspace = ({ workspaceId }: WorkspaceScope) => eq(invitationLinks.workspaceId, workspaceId);

export async function listLinks(scope: WorkspaceScope): Promise<InvitationLink[]> {
  const rows = await scope.tx
    .select()
    .from(invitationLinks)
    .where(and(whereOfWorkspace(scope), isNull(invitationLinks.revokedAt), gt(invitationLinks.expiresAt, sql`now()`)))
    .orderBy(desc(invitationLinks.createdAt));
  return rows.map(({ id, last4, membership, joined, expiresAt }) => ({
    id,
    last4,
    membership,
    joined,
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function insertLink(
  { tx, workspaceId }: WorkspaceScope,
  { membership, createdBy, days }: { membership: Membership; createdBy: string; days: number },
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), createToken()];
  await tx.insert(invitationLinks).values({
    workspaceId,
    id,
    tokenHash: hashToken(token),
    last4: token.slice(-4),
    membership,
    createdBy,
    expiresAt: sql`now() + make_interval(days => ${days})`,
  });
  return { id, token };
}

/** Revokes the link and the pending invitations that were requested by the link. Returns false if the link does not exist. */
export async function deleteInvitationLink({ tx, workspaceId }: WorkspaceScope, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update invitation_links set revoked_at = coalesce(revoked_at, now()) where workspace_id = ${workspaceId} and id = ${id}`);
  await tx.execute(sql`
    update invitations set state = 'revoked', ended_at = now()
    where workspace_id = ${workspaceId} and link_id = ${id} and state = 'pending'`);
  return rowCount === 1;
}

export async function readNewcomerSettings({ tx, workspaceId }: WorkspaceScope): Promise<NewcomerSettings> {
  const [row] = await tx
    .select({ membership: workspaces.newcomers, joinByDomain: workspaces.joinByDomain })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (!row) throw new Error("The workspace is gone.");
  return row;
}

export async function storeNewcomerSettings(
  { tx, workspaceId }: WorkspaceScope,
  values: NewcomerSettings,
): Promise<void> {
  await tx
    .update(workspaces)
    .set({ newcomers: values.membership, joinByDomain: values.joinByDomain })
    .where(eq(workspaces.id, workspaceId));
}
