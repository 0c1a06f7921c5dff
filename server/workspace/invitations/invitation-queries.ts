import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Invitation } from "../../../shared/contract/invitations.ts";
import { can, type Membership } from "../../../shared/domain/access.ts";
import { newId } from "../../db/new-id.ts";
import { invitations, workspaces } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import { createToken, hashToken } from "../accounts/tokens.ts";

export const INVITATION_DAYS = 7;

/** The database owner's connection, for queries before a workspace is known. */
export type Connection = Pick<Transaction | Database, "execute">;

/** An invitation, or an invitation link, that is still valid. */
export type OpenInvitation = {
  workspaceId: string;
  id: string;
  workspace: string;
  membership: Membership;
  /** The person who invited or created the link ('Ada Lovelace'); null for an invitation by mail domain. */
  invitedBy: string | null;
  words: string;
  /** The invited address; null for a link, which anybody may use. */
  email: string | null;
  linkId: string | null;
  /** True if the token was sent by mail only, so that using the token proves the mailbox. */
  isMailed: boolean;
};

export type FoundInvitation = OpenInvitation & { givenBy: Membership | null; isAsked: boolean };

/** Returns the invitation if its sender is still a member who may grant the invitation's role. */
export function toValidInvitation(row: FoundInvitation | undefined): OpenInvitation | undefined {
  if (!row) return undefined;
  const { givenBy, isAsked, ...invitation } = row;
  if (isAsked) return invitation;
  const isGiven =
    givenBy !== null &&
    can({ membership: givenBy }, "change", "invitations") &&
    can({ membership: givenBy }, "change", { kind: "person", membership: invitation.membership });
  return isGiven ? invitation : undefined;
}

export const inviterJoin = (column: "invited_by" | "created_by") => sql`
  join workspaces w on w.id = i.workspace_id and exists (
    select from users where workspace_id = i.workspace_id and deleted_at is null and deactivated_at is null)
  left join users g on g.workspace_id = i.workspace_id and g.id = ${sql.raw(`i.${column}`)}
    and g.deleted_at is null and g.deactivated_at is null`;

/** Finds the pending invitation with this token; undefined if there is none, or if the inviter may no longer invite. */
export async function findInvitation(db: Connection, token: string): Promise<OpenInvitation | undefined> {
  const { rows } = await db.execute<FoundInvitation>(sql`
    select i.workspace_id as "workspaceId", i.id, w.name as workspace, i.membership, i.words, i.email,
      i.link_id as "linkId", coalesce(i.is_mailed, false) as "isMailed", nullif(trim(g.first_name || ' ' || g.last_name), '') as "invitedBy",
      g.membership as "givenBy", i.invited_by is null and w.join_by_domain and exists (
        select from mail_domains d where d.workspace_id = i.workspace_id and d.proven_at is not null
          and d.domain = split_part(i.email, '@', 2)) as "isAsked"
    from invitations i ${inviterJoin("invited_by")}
    where i.token_hash = ${hashToken(token)} and i.state = 'pending' and not i.awaits_approval and i.expires_at > now()`);
  return toValidInvitation(rows[0]);
}

/** True if a person with this address joined this workspace with this token. */
export async function hasJoinedBy(
  { tx, workspaceId }: WorkspaceScope,
  { token, email }: { token: string; email: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from invitations
    where workspace_id = ${workspaceId} and token_hash = ${hashToken(token)} and email = ${email} and state = 'accepted'`);
  return rowCount === 1;
}

/** Uses up or revokes the invitation. Returns false if the invitation was no longer pending. */
export async function endInvitation(
  tx: Connection,
  { workspaceId, id }: { workspaceId: string; id: string },
  state: "accepted" | "revoked",
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update invitations set state = ${state}, ended_at = now()
    where workspace_id = ${workspaceId} and id = ${id} and state = 'pending'`);
  return rowCount === 1;
}

export async function incrementLinkJoins(tx: Connection, { workspaceId, linkId }: OpenInvitation): Promise<void> {
  if (linkId)
    await tx.execute(sql`
      update invitation_links set joined = joined + 1 where workspace_id = ${workspaceId} and id = ${linkId}`);
}

export interface NewInvitation {
  workspaceId: string;
  email: string;
  membership: Membership;
  words?: string;
  invitedBy: string | null;
  linkId?: string;
  isMailed: boolean;
  awaitsApproval?: boolean;
}

/** SQL condition: the invitation was requested by a link or a mail domain, not sent by a person. */
const whereRequested = sql`(${invitations.linkId} is not null or ${invitations.invitedBy} is null)`;

/**
 * Returns the token of the only pending invitation of an address, which is new or gets a new token. A request by a link or mail
 * domain renews only an earlier request of the same kind; otherwise it changes nothing and returns null. A person's invitation
 * replaces a request. An unexpired invitation by another person keeps its role. `isNew` is false if an invitation was pending.
 */
export async function storeInvitation(
  tx: Transaction,
  { words = "", awaitsApproval = false, ...values }: NewInvitation,
): Promise<{ id: string; token: string; isNew: boolean } | null> {
  const token = createToken();
  const expired = sql`${invitations.expiresAt} <= now()`;
  const isGiven = sql`(excluded.invited_by is not null and excluded.link_id is null)`;
  const replaces = sql`(${expired} or ${isGiven} and ${whereRequested})`;
  const renewed = { tokenHash: hashToken(token), sentAt: sql`now()`, expiresAt: inSevenDays };
  const isSameWay = sql`${whereRequested} and ${invitations.linkId} is not distinct from excluded.link_id
    and (excluded.awaits_approval is false or ${invitations.awaitsApproval})`;
  const [row] = await tx
    .insert(invitations)
    .values({ ...values, words, awaitsApproval, id: newId(), ...renewed })
    .onConflictDoUpdate({
      target: [invitations.workspaceId, invitations.email],
      targetWhere: sql`state = 'pending'`,
      set: {
        ...renewed,
        isMailed: sql`excluded.is_mailed`,
        awaitsApproval: sql`excluded.awaits_approval`,
        membership: sql`case when ${replaces} then excluded.membership else ${invitations.membership} end`,
        words: sql`case when ${replaces} then excluded.words else ${invitations.words} end`,
        invitedBy: sql`case when ${expired} or ${isGiven} then excluded.invited_by else ${invitations.invitedBy} end`,
        linkId: sql`case when ${expired} or ${isGiven} then excluded.link_id else ${invitations.linkId} end`,
      },
      setWhere: sql`${expired} or ${isGiven} or (${isSameWay})`,
    })
    .returning({ id: invitations.id, isNew: sql<boolean>`xmax = 0` });
  return row ? { ...row, token } : null;
}

const inSevenDays = sql`now() + make_interval(days => ${INVITATION_DAYS})`;

export async function listInvitations({ tx, workspaceId }: WorkspaceScope): Promise<Invitation[]> {
  const { rows } = await tx.execute<Omit<Invitation, "sentAt" | "expiresAt"> & { sentAt: Date; expiresAt: Date }>(sql`
    select i.id, i.email, i.membership, i.sent_at as "sentAt", i.expires_at as "expiresAt",
      case when i.awaits_approval and i.state = 'pending' then ${codeOf(sql`i.token_hash`)} end as "approvalCode",
      case when i.state = 'pending' and i.expires_at <= now() then 'expired' else i.state end as state,
      nullif(trim(g.first_name || ' ' || g.last_name), '') as "invitedBy"
    from invitations i left join users g on g.workspace_id = i.workspace_id and g.id = i.invited_by
    where i.workspace_id = ${workspaceId}
    order by i.state = 'pending' desc, i.sent_at desc, i.id limit 300`);
  return rows.map(({ sentAt, expiresAt, ...row }) => ({
    ...row,
    sentAt: new Date(sentAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }));
}

/** SQL for a short code that identifies a request. The person sees the code on the page, and the admin sees it in the list. */
const codeOf = (tokenHash: SQL) => sql`upper(left(${tokenHash}, 6))`;
export const computeApprovalCode = (token: string): string => hashToken(token).slice(0, 6).toUpperCase();

/**
 * Approves a request by link. The approving owner or admin becomes the inviter. Returns false if the request is not pending.
 */
export async function approveRequest({ tx, workspaceId }: WorkspaceScope, id: string, by: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update invitations set awaits_approval = false, invited_by = ${by}, sent_at = now(), expires_at = ${inSevenDays}
    where workspace_id = ${workspaceId} and id = ${id} and state = 'pending' and awaits_approval`);
  return rowCount === 1;
}

/** Returns the invitation if it is pending or expired; throws otherwise. */
export async function getPendingOrExpired({ tx, workspaceId }: WorkspaceScope, id: string) {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, id), eq(invitations.state, "pending")));
  return row;
}

export async function countPending({ tx, workspaceId }: WorkspaceScope): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from invitations where workspace_id = ${workspaceId} and state = 'pending'`);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the relation of an address to the workspace; 'waits' if a person has invited the address. Removed people may be
 * invited again, but cannot return by a link.
 */
export async function findAddressRelation(
  { tx, workspaceId }: WorkspaceScope,
  email: string,
): Promise<"stranger" | "removed" | "member" | "directory" | "waits"> {
  const { rows } = await tx.execute<{ isThere: boolean; isProvisioned: boolean }>(sql`
    select u.deactivated_at is null as "isThere", exists (select from provisioned_people p
      where p.workspace_id = ${workspaceId} and p.user_id = u.id and p.removed_at is null) as "isProvisioned"
    from users u where u.workspace_id = ${workspaceId} and u.email = ${email}`);
  if (rows[0]?.isThere) return "member";
  if (rows[0]?.isProvisioned) return "directory";
  const { rowCount } = await tx.execute(sql`
    select from invitations where workspace_id = ${workspaceId} and email = ${email} and state = 'pending' and expires_at > now()
      and link_id is null and invited_by is not null`);
  if (rowCount) return "waits";
  return rows[0] ? "removed" : "stranger";
}

export async function getWorkspaceName({ tx, workspaceId }: WorkspaceScope): Promise<string> {
  const [row] = await tx.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return row?.name ?? "";
}
