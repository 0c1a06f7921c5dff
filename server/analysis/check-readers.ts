import { ConnectorError, Refused } from "../../connectors/errors.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { readMembers } from "../ingest/audiences/index.ts";
import { type ChannelRow, updateChannel } from "../ingest/channels/index.ts";
import { isSharingRefused, SHARED_CHANNEL_TROUBLE, storeChannelProperties } from "../ingest/live/index.ts";
import type { OpenChannelSource } from "./channel-source.ts";
import type { RunExecution } from "./run-work.ts";

/** Checks, before any message is read, the channel's facts, whether it may be read, and its audience. */
export async function checkMayReadChannel(
  deps: Deps,
  work: RunExecution,
  channel: ChannelRow,
  source: OpenChannelSource,
): Promise<ChannelRow> {
  const known = await refreshFacts(deps, work, channel, source);
  if (isSharingRefused(known)) throw new Refused(SHARED_CHANNEL_TROUBLE);
  await readMembers(deps, work.workspaceId, channel.id, work.attempt.signal);
  return known;
}

/** Reads the channel's facts from the platform, because an event about a change may have been missed. */
async function refreshFacts(
  deps: Deps,
  work: RunExecution,
  channel: ChannelRow,
  { source, config }: OpenChannelSource,
): Promise<ChannelRow> {
  if (!source.findChannel) return channel;
  try {
    const remote = await source.findChannel(config, channel.externalId, work.attempt.signal);
    const state = remote.isArchived ? "archived" : channel.remoteState === "left" && !remote.isMember ? "left" : null;
    const { name, isPrivate, isShared = false } = remote;
    return await inWorkspace(deps.db, work.workspaceId, async (scope) => {
      // At the first check a private channel is not a reported change, but its articles are held nevertheless.
      const isFirst = channel.reading === null;
      const heldSince = isPrivate ? (channel.heldSince ?? new Date()) : channel.heldSince;
      const known = isFirst ? await updateChannel(scope, channel.id, { isPrivate, heldSince }) : channel;
      return storeChannelProperties(deps, scope, known, { name, isPrivate, isShared, state });
    });
  } catch (error) {
    // Reading the messages will fail with the same error, which is reported then.
    if (error instanceof ConnectorError) return channel;
    throw error;
  }
}
