import { and, eq, sql } from "drizzle-orm";
import type { ChannelAudience } from "../../../shared/contract/channels.ts";
import { type ReaderScope, selectUnreadableChannels } from "../../db/audience.ts";
import { channelReaders, users } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export async function findPersonsName({ workspaceId, tx }: WorkspaceScope, userId: string): Promise<string | null> {
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  return person ? `${person.firstName} ${person.lastName}`.trim() : null;
}

/** Lets a person read the channel. Returns false if the person was already allowed. */
export async function addReader(
  { workspaceId, tx }: WorkspaceScope,
  reader: { channelId: string; userId: string; givenBy: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(channelReaders)
    .values({ workspaceId, ...reader })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Revokes a person's permission to read the channel. Returns false if the person had no permission. */
export async function removeReader(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, userId }: { channelId: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(channelReaders)
    .where(
      and(
        eq(channelReaders.workspaceId, workspaceId),
        eq(channelReaders.channelId, channelId),
        eq(channelReaders.userId, userId),
      ),
    );
  return rowCount === 1;
}

/** Lists everybody who may read the channel, by name. The rule is the SQL function `unreadable_channels` (migrations/0025). */
export async function listReaders({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<ChannelReader[]> {
  const { rows } = await tx.execute<ChannelReader & { userId: string }>(sql`
    select u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name,
      case
        when a.is_public then 'everyone'
        when exists (select from channel_readers r where r.workspace_id = a.workspace_id
          and r.channel_id = a.channel_id and r.user_id = u.id) then 'let-in'
        when exists (select from channel_members m join chat_identities i on i.workspace_id = m.workspace_id
          and i.user_id = u.id and i.external_id = m.external_id and i.platform = a.platform
          where m.workspace_id = a.workspace_id and m.channel_id = a.channel_id) then 'member'
        else 'chose' end as why
    from channel_audiences a
    join users u on u.workspace_id = a.workspace_id
    where a.workspace_id = ${workspaceId} and a.channel_id = ${channelId}
      and not a.channel_id = any(unreadable_channels(a.workspace_id, u.id))
    order by name, u.id`);
  return rows.map(({ userId, name, why }) => ({ userId, name, why }));
}

export type ChannelReader = ChannelAudience["readers"][number];

/** Names, by id, of the channels that this person may not read. */
export async function listHiddenChannels(scope: ReaderScope): Promise<Map<string, string>> {
  return new Map((await selectHidden(scope)).map(({ id, name }) => [id, name]));
}

const selectHidden = prepareStatement(
  (scope: ReaderScope) => sql<{ id: string; name: string }>`
    select id, name from channels where workspace_id = ${scope.workspaceId} and id = any(${selectUnreadableChannels(scope)})`,
);
