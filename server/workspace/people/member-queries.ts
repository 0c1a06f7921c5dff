import { sql } from "drizzle-orm";
import type { Member } from "../../../shared/contract/people.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { whereArticleListed } from "../../db/listed-articles.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { whereActivePerson } from "../accounts/person-queries.ts";
import { whereManagedByDirectory } from "../memberships/membership-queries.ts";

const byRank = sql`array_position(array['owner', 'admin', 'editor', 'reviewer', 'viewer'], membership), created_at, id`;

/** Lists the people who may enter the workspace, highest role first. */
export async function listMembers(scope: ReaderScope): Promise<Member[]> {
  const { tx, workspaceId, reader } = scope;
  const { rows } = await tx.execute<Omit<Member, "lastSeenAt"> & { lastSeenAt: Date | null }>(sql`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.membership, u.id = ${reader} as "isYou",
      (select max(s.last_seen_at) from sessions s where s.workspace_id = ${workspaceId} and s.user_id = u.id) as "lastSeenAt",
      ${whereManagedByDirectory(scope, sql`u.id`)} as "isProvisioned",
      (select count(*)::int from articles where articles.workspace_id = ${workspaceId} and articles.owner_id = u.id
        and ${whereArticleListed} and ${whereArticleReadable(scope)}) as articles
    from users u where u.workspace_id = ${workspaceId} and ${whereActivePerson} and u.email_verified_at is not null
    order by array_position(array['owner', 'admin', 'editor', 'reviewer', 'viewer'], u.membership), name, u.id`);
  return rows.map(({ lastSeenAt, ...row }) => ({
    ...row,
    lastSeenAt: lastSeenAt && new Date(lastSeenAt).toISOString(),
  }));
}

export type ListedPerson = {
  name: string;
  email: string;
  membership: Membership;
  state: "active" | "deactivated" | "invited" | "invitation expired";
  lastSeenAt: Date | null;
  joinedAt: Date | null;
};

/**
 * Lists the people who have, had or were offered access: members first, highest role first. Leaves out deleted accounts and
 * revoked invitations.
 */
export async function listEverybody({ tx, workspaceId }: WorkspaceScope): Promise<ListedPerson[]> {
  const { rows } = await tx.execute<
    Omit<ListedPerson, "lastSeenAt" | "joinedAt"> & Record<"seen" | "joined", string | null>
  >(sql`
    select name, email, membership, state, seen, joined from (
      select trim(u.first_name || ' ' || u.last_name) as name, u.email, u.membership,
        case when u.deactivated_at is null then 'active' else 'deactivated' end as state,
        (select max(s.last_seen_at) from sessions s where s.workspace_id = ${workspaceId} and s.user_id = u.id) as seen,
        u.created_at as joined
      from users u where u.workspace_id = ${workspaceId} and u.deleted_at is null and u.email_verified_at is not null
      union all
      select '', i.email, i.membership, case when i.expires_at <= now() then 'invitation expired' else 'invited' end, null, null
      from invitations i where i.workspace_id = ${workspaceId} and i.state = 'pending'
    ) as everybody
    order by array_position(array['active', 'deactivated', 'invited', 'invitation expired'], state),
      array_position(array['owner', 'admin', 'editor', 'reviewer', 'viewer'], membership), name, email`);
  return rows.map(({ seen, joined, ...row }) => ({
    ...row,
    lastSeenAt: seen === null ? null : new Date(seen),
    joinedAt: joined === null ? null : new Date(joined),
  }));
}

export type LockedMember = {
  name: string;
  email: string;
  membership: Membership;
  owners: number;
  isProvisioned: boolean;
};

/** Locks the owners until the transaction ends, so that the last two owners cannot leave at once. */
export async function lockMember(scope: WorkspaceScope, id: string): Promise<LockedMember> {
  const { tx, workspaceId } = scope;
  await tx.execute(sql`
    select from users where workspace_id = ${workspaceId} and (membership = 'owner' or id = ${id}) order by id for update`);
  const { rows } = await tx.execute<LockedMember>(sql`
    select trim(first_name || ' ' || last_name) as name, email, membership,
      (select count(*)::int from users where workspace_id = ${workspaceId} and membership = 'owner' and ${whereActivePerson}) as owners,
      ${whereManagedByDirectory(scope, sql`users.id`)} as "isProvisioned"
    from users where workspace_id = ${workspaceId} and id = ${id} and ${whereActivePerson}`);
  if (!rows[0]) throw notFound("person");
  return rows[0];
}

export async function setMembership(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
  membership: Membership,
): Promise<void> {
  await tx.execute(sql`
    update users set membership = ${membership}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${id}`);
}

/** Deactivates a person; an earlier time of deactivation stays. */
export async function deactivatePerson({ tx, workspaceId }: WorkspaceScope, id: string): Promise<void> {
  await tx.execute(sql`
    update users set deactivated_at = coalesce(deactivated_at, now()), updated_at = now()
    where workspace_id = ${workspaceId} and id = ${id}`);
}

/** Returns the address of the person with the highest role and longest membership; undefined if nobody is left. */
export async function findHighestRanked({ tx, workspaceId }: WorkspaceScope): Promise<string | undefined> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from users where workspace_id = ${workspaceId} and ${whereActivePerson} order by ${byRank} limit 1`);
  return rows[0]?.email;
}

/** If the workspace has no owner, makes a person the owner and returns this person. */
export async function ensureOwner({ tx, workspaceId }: WorkspaceScope): Promise<{ email: string; company: string }[]> {
  const { rows } = await tx.execute<{ email: string; company: string }>(sql`
    update users u set membership = 'owner', updated_at = now()
    from workspaces w
    where w.id = ${workspaceId} and u.workspace_id = ${workspaceId}
      and not exists (select from users where workspace_id = ${workspaceId} and membership = 'owner' and ${whereActivePerson})
      and u.id = (select id from users where workspace_id = ${workspaceId} and ${whereActivePerson} order by ${byRank} limit 1)
    returning u.email, w.name as company`);
  return rows;
}
