import { ConnectorError, Refused } from "../../connectors/errors.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  type ChannelRow,
  isRefused,
  noteChannelFacts,
  readMembers,
  SHARED_TROUBLE,
  updateChannel,
} from "../ingest/index.ts";
import type { OpenChannelSource } from "./channel-source.ts";
import type { RunWork } from "./run-work.ts";

/** Before anything is read: what the channel is, whether it may be read, and for whom. */
export async function askWhoReads(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  source: OpenChannelSource,
): Promise<ChannelRow> {
  const known = await askForFacts(deps, work, channel, source);
  if (isRefused(known)) throw new Refused(SHARED_TROUBLE);
  await readMembers(deps, work.workspaceId, channel.id, work.attempt.signal);
  return known;
}

/** A platform says by itself what happened to a channel; nobody may have listened. */
async function askForFacts(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  { source, config }: OpenChannelSource,
): Promise<ChannelRow> {
  if (!source.findChannel) return channel;
  try {
    const remote = await source.findChannel(config, channel.externalId, work.attempt.signal);
    const state = remote.isArchived ? "archived" : channel.remoteState === "left" && !remote.isMember ? "left" : null;
    const { name, isPrivate, isShared = false } = remote;
    return await inWorkspace(deps.db, work.workspaceId, async (scope) => {
      // Before the first look nobody knew: being private is no change then. What is written from it waits all the same.
      const isFirst = channel.reading === null;
      const heldSince = isPrivate ? (channel.heldSince ?? new Date()) : channel.heldSince;
      const known = isFirst ? await updateChannel(scope, channel.id, { isPrivate, heldSince }) : channel;
      return noteChannelFacts(deps, scope, known, { name, isPrivate, isShared, state });
    });
  } catch (error) {
    // Reading it will meet the same, and tells.
    if (error instanceof ConnectorError) return channel;
    throw error;
  }
}
