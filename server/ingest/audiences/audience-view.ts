import { sql } from "drizzle-orm";
import type { ChannelAudience } from "../../../shared/contract/channels.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { getChannel } from "../channels/queries.ts";
import { findAudience } from "./member-queries.ts";

type Reader = ChannelAudience["readers"][number];

export async function viewAudience(scope: WorkspaceScope, channelId: string): Promise<ChannelAudience> {
  const { isShared, isSharingAllowed } = await getChannel(scope, channelId);
  const audience = await findAudience(scope, channelId);
  if (!audience) throw notFound("channel");
  return {
    who: audience.isPublic ? "everyone" : "members",
    memberCount: audience.membersReadAt && !audience.isPublic ? audience.memberCount : null,
    unknown: audience.isPublic || audience.isKnown ? null : (audience.trouble ?? NOT_TOLD),
    readers: await listReaders(scope, channelId),
    isShared,
    isSharingAllowed,
  };
}

const NOT_TOLD = "The chat has not said yet who of you is in this channel.";

/** Everybody whom the one rule (`unreadable_channels`, migrations/0025) lets read it, by name. */
async function listReaders({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<Reader[]> {
  const { rows } = await tx.execute<Reader & { userId: string }>(sql`
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
