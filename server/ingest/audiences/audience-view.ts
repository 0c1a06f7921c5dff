import type { ChannelAudience } from "../../../shared/contract/channels.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { getChannel } from "../channels/queries.ts";
import { findAudience } from "./member-queries.ts";
import { listReaders } from "./reader-queries.ts";

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

const NOT_TOLD = "The chat has not yet reported who is in this channel.";
