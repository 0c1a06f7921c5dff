import { getManifest } from "../../../connectors/manifests.ts";
import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { type ChannelRow, updateChannel } from "../channels/queries.ts";
import { channelMadePrivate, channelMadePublic } from "../events.ts";

/** Facts about a whole channel, from an event or a request. A missing fact was not reported. */
export interface ReportedChannelProperties {
  name?: string;
  isPrivate?: boolean;
  isShared?: boolean;
  state?: ChannelRow["remoteState"];
}

export const SHARED_CHANNEL_TROUBLE =
  "People of another company are in this channel, so it is not read. An admin can allow it under Collaboration Tools; what they say then becomes part of your articles.";

/** True if people of another company are members and no admin has allowed the product to read the channel. */
export const isSharingRefused = ({ isShared, isSharingAllowed }: Pick<ChannelRow, "isShared" | "isSharingAllowed">) =>
  isShared && !isSharingAllowed;

/** Stores new facts and shows them to people. Calling it twice has no further effect. */
export async function storeChannelProperties(
  deps: Pick<Deps, "events" | "queue" | "secrets">,
  scope: WorkspaceScope,
  channel: ChannelRow,
  facts: ReportedChannelProperties,
): Promise<ChannelRow> {
  const {
    name = channel.name,
    isPrivate = channel.isPrivate,
    isShared = channel.isShared,
    state = channel.remoteState,
  } = facts;
  const before = findTroubleOfState(channel);
  const change: Partial<ChannelRow> = {
    ...(name !== channel.name && { name }),
    ...(isPrivate !== channel.isPrivate && { isPrivate }),
    ...(isShared !== channel.isShared && { isShared }),
    ...(state !== channel.remoteState && { remoteState: state }),
  };
  if (Object.keys(change).length === 0) return channel;
  const after = { ...channel, ...change };
  if (change.isShared !== undefined && (isSharingRefused(after) || channel.trouble === before))
    change.trouble = findTroubleOfState(after);
  if (change.remoteState !== undefined && (state !== null || channel.trouble === before))
    change.trouble = findTroubleOfState(after);
  const row = await updateChannel(scope, channel.id, change);
  if (change.isPrivate === true) await channelMadePrivate.announce(deps, scope, { channelId: channel.id });
  if (change.isPrivate === false) await channelMadePublic.announce(deps, scope, { channelId: channel.id });
  for (const { isTrouble, message } of news(channel, after)) {
    await recordActivity(scope, deps.events, {
      type: isTrouble ? "error" : "change",
      message,
      data: { channel: name },
      channelIds: [channel.id],
    });
  }
  await deps.events.notify(scope, { type: "channel", id: channel.id });
  return row;
}

/** Returns the reason why no new messages come from this channel, by its stored state alone; null if there is no reason. */
export function findTroubleOfState({
  remoteState,
  platform,
  ...of
}: Pick<ChannelRow, "remoteState" | "platform" | "isShared" | "isSharingAllowed">): string | null {
  const { name } = getManifest(platform);
  if (isSharingRefused(of)) return SHARED_CHANNEL_TROUBLE;
  switch (remoteState) {
    case "archived":
      return `The channel was archived in ${name}. What was read is kept; reading resumes when it is unarchived.`;
    case "deleted":
      return `The channel was deleted in ${name}. What was read stays until you remove the channel here.`;
    case "left":
      return "The bot was removed from this channel. Type /invite and the name of the bot there to let reading go on.";
    case null:
      return null;
  }
}

function news(before: ChannelRow, after: ChannelRow): { isTrouble: boolean; message: string }[] {
  const said: { isTrouble: boolean; message: string }[] = [];
  if (before.name !== after.name)
    said.push({ isTrouble: false, message: `#${before.name} is called #${after.name} now.` });
  if (!before.isPrivate && after.isPrivate) said.push({ isTrouble: false, message: `#${after.name} is private now.` });
  if (before.isPrivate && !after.isPrivate) said.push({ isTrouble: false, message: `#${after.name} was made public.` });
  if (!before.isShared && after.isShared && !after.isSharingAllowed)
    said.push({ isTrouble: true, message: `#${after.name}: ${SHARED_CHANNEL_TROUBLE}` });
  if (before.remoteState === after.remoteState) return said;
  const trouble = findTroubleOfState(after);
  if (trouble) said.push({ isTrouble: true, message: `#${after.name}: ${trouble}` });
  else said.push({ isTrouble: false, message: `#${after.name} can be read again.` });
  return said;
}
