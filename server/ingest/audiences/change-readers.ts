import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { getChannel, updateChannel } from "../channels/queries.ts";
import { findTroubleOfState } from "../live/channel-facts.ts";
import { addReader, findPersonsName, removeReader } from "./reader-queries.ts";

/**
 * Allows a person to read a private channel without being a member, or revokes the permission. Everybody sees the change in the
 * activity log.
 */
export async function setChannelReader(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { channelId, userId, isLetIn, by }: { channelId: string; userId: string; isLetIn: boolean; by: string },
): Promise<void> {
  await getChannel(scope, channelId);
  const name = await findPersonsName(scope, userId);
  if (name === null) throw notFound("person");
  const hasChanged = isLetIn
    ? await addReader(scope, { channelId, userId, givenBy: by })
    : await removeReader(scope, { channelId, userId });
  if (!hasChanged) return;
  await recordActivity(scope, events, {
    type: "change",
    message: `${name} may ${isLetIn ? "read" : "no longer read"} what is written from a private channel${isLetIn ? " without being a member" : ""}.`,
    data: { userId },
    by,
  });
  await events.notify(scope, { type: "channel", id: channelId });
}

/** Allows or forbids the product to read a channel with people of other companies. */
export async function setSharingAllowed(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { channelId, isAllowed, by }: { channelId: string; isAllowed: boolean; by: string },
): Promise<void> {
  const before = await getChannel(scope, channelId);
  if (before.isSharingAllowed === isAllowed) return;
  const trouble = findTroubleOfState({ ...before, isSharingAllowed: isAllowed });
  const wasState = before.trouble === findTroubleOfState(before);
  const channel = await updateChannel(scope, channelId, {
    isSharingAllowed: isAllowed,
    ...((wasState || trouble) && { trouble }),
  });
  await recordActivity(scope, events, {
    type: "change",
    message: isAllowed
      ? `#${channel.name} is read although it is shared with another company.`
      : `#${channel.name} is not read while it is shared with another company.`,
    data: { channel: channel.name },
    channelIds: [channelId],
    by,
  });
  await events.notify(scope, { type: "channel", id: channelId });
}
