import { and, eq, sql } from "drizzle-orm";
import type { RemotePerson } from "../../../connectors/chat-source.ts";
import { getChatAbilities } from "../../../connectors/manifests.ts";
import { whereAddressProven } from "../../db/address-proof.ts";
import { channelAudiences, channelMembers, chatIdentities, users } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export type AudienceRow = typeof channelAudiences.$inferSelect;

const whereAudienceOf = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(eq(channelAudiences.workspaceId, workspaceId), eq(channelAudiences.channelId, channelId));

export async function findAudience(scope: WorkspaceScope, channelId: string): Promise<AudienceRow | null> {
  const [row] = await scope.tx.select().from(channelAudiences).where(whereAudienceOf(scope, channelId));
  return row ?? null;
}

export async function updateAudience(
  scope: WorkspaceScope,
  channelId: string,
  change: Partial<Pick<AudienceRow, "dueSince" | "trouble" | "isKnown">>,
): Promise<void> {
  await scope.tx.update(channelAudiences).set(change).where(whereAudienceOf(scope, channelId));
}

/** Lists people with a proven address whose chat account was never searched for, or not recently. */
export async function listPeopleToLookUp(
  { workspaceId, tx }: WorkspaceScope,
  { platform, teamId }: Pick<AudienceRow, "platform" | "teamId">,
): Promise<{ userId: string; email: string }[]> {
  return tx
    .select({ userId: users.id, email: users.email })
    .from(users)
    .leftJoin(
      chatIdentities,
      and(
        eq(chatIdentities.workspaceId, users.workspaceId),
        eq(chatIdentities.userId, users.id),
        eq(chatIdentities.platform, platform),
        eq(chatIdentities.teamId, teamId),
        eq(chatIdentities.email, users.email),
        sql`(${chatIdentities.lookedUpAt} > now() - interval '1 hour')`,
      ),
    )
    .where(and(eq(users.workspaceId, workspaceId), sql`${whereActiveMember} and ${chatIdentities.userId} is null`));
}

const whereActiveMember = sql`${whereAddressProven("users")} and ${users.deletedAt} is null and ${users.deactivatedAt} is null`;

/**
 * Stores a person's chat account. Some platforms show only a channel's own members. On such a platform, finding nobody does not
 * remove an account that another channel showed for the address.
 */
export async function storeIdentity(
  { workspaceId, tx }: WorkspaceScope,
  { platform, teamId }: Pick<AudienceRow, "platform" | "teamId">,
  { userId, email }: { userId: string; email: string },
  found: RemotePerson | null,
): Promise<void> {
  const now = new Date();
  const seen = { email, externalId: found?.externalId ?? null, isGuest: found?.isGuest ?? false, lookedUpAt: now };
  const keeps = getChatAbilities(platform).finds === "people-of-the-channel" && found === null;
  await tx
    .insert(chatIdentities)
    .values({ workspaceId, userId, platform, teamId, ...seen })
    .onConflictDoUpdate({
      target: [chatIdentities.workspaceId, chatIdentities.userId, chatIdentities.platform, chatIdentities.teamId],
      set: keeps
        ? {
            email,
            lookedUpAt: now,
            externalId: sql`case when ${chatIdentities.email} = ${email} then ${chatIdentities.externalId} end`,
          }
        : seen,
    });
}

export async function hasAnyGuest({ workspaceId, tx }: WorkspaceScope): Promise<boolean> {
  const guests = and(eq(chatIdentities.workspaceId, workspaceId), eq(chatIdentities.isGuest, true));
  return (await tx.$count(chatIdentities, guests)) > 0;
}

/**
 * Stores a channel's members. Returns false, and stores nothing, if an event changed the members after the list was requested.
 */
export async function storeMembers(
  scope: WorkspaceScope,
  read: Pick<AudienceRow, "channelId" | "changes">,
  { members, isKnown, trouble }: { members: string[]; isKnown: boolean; trouble: string | null },
): Promise<boolean> {
  const { workspaceId, tx } = scope;
  const { channelId } = read;
  const [now] = await tx.select().from(channelAudiences).where(whereAudienceOf(scope, channelId)).for("update");
  if (now?.changes !== read.changes) return false;
  const isOfChannel = and(eq(channelMembers.workspaceId, workspaceId), eq(channelMembers.channelId, channelId));
  const listed = sql.param([...new Set(members)]);
  await tx.delete(channelMembers).where(and(isOfChannel, sql`${channelMembers.externalId} <> all(${listed}::text[])`));
  await tx.execute(sql`
    insert into channel_members (workspace_id, channel_id, external_id)
    select ${workspaceId}::uuid, ${channelId}::uuid, member from unnest(${listed}::text[]) as member
    on conflict do nothing`);
  await tx
    .update(channelAudiences)
    .set({ isKnown, trouble, memberCount: new Set(members).size, membersReadAt: new Date(), dueSince: null })
    .where(whereAudienceOf(scope, channelId));
  return true;
}

/**
 * Applies an event about one member. A member who left loses access at once. A member who joined gets access within seconds,
 * once the platform's list confirms it.
 */
export async function applyMembershipEvent(
  scope: WorkspaceScope,
  channelId: string,
  { memberId, isMember }: { memberId: string; isMember: boolean },
): Promise<void> {
  const { workspaceId, tx } = scope;
  await tx
    .update(channelAudiences)
    .set({
      changes: sql`${channelAudiences.changes} + 1`,
      dueSince: sql`coalesce(${channelAudiences.dueSince}, now())`,
    })
    .where(whereAudienceOf(scope, channelId));
  if (isMember) return;
  await tx
    .delete(channelMembers)
    .where(
      and(
        eq(channelMembers.workspaceId, workspaceId),
        eq(channelMembers.channelId, channelId),
        eq(channelMembers.externalId, memberId),
      ),
    );
}

export type DueAudience = { workspaceId: string; channelId: string };

/**
 * Lists channels of all workspaces whose members have to be read: an event reported a change, a person of the workspace was
 * never searched for, or some minutes have passed, in case an event was lost. Includes switched-off channels, because their
 * articles stay.
 */
export async function listDueAudiences(db: Database, limit: number): Promise<DueAudience[]> {
  const { rows } = await db.execute<DueAudience>(sql`
    select a.workspace_id as "workspaceId", a.channel_id as "channelId" from channel_audiences a
    join channels c on c.workspace_id = a.workspace_id and c.id = a.channel_id
    join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id and i.is_active
    where a.due_since is not null
      or (not a.is_public and coalesce(a.members_read_at, '-infinity') < now() - interval '5 minutes')
      or (a.is_known and exists (select from users u where u.workspace_id = a.workspace_id
        and ${whereAddressProven("u")} and u.deleted_at is null and u.deactivated_at is null
        and not exists (select from chat_identities k where k.workspace_id = u.workspace_id and k.user_id = u.id
          and k.platform = a.platform and k.team_id = a.team_id and k.email = u.email
          and k.looked_up_at > now() - interval '1 hour')))
    order by a.due_since nulls last limit ${limit}`);
  return rows;
}
