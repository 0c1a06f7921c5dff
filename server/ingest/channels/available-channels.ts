import { NoCredentials } from "../../../connectors/errors.ts";
import { type ChatPlatform, getManifest } from "../../../connectors/manifests.ts";
import type { AvailableChannel, ChannelListing } from "../../../shared/contract/channels.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, invalid } from "../../errors.ts";
import { explainTrouble, listChatIntegrations, testChatIntegration } from "../../integrations/index.ts";
import type { ChannelLists } from "./channel-lists.ts";

/**
 * Lists the channels that a platform offers, over all its active integrations. Throws only if no integration could be read. An
 * untested integration is tested first, so that its team is known.
 */
export async function listAvailableChannels(
  deps: Deps,
  lists: ChannelLists,
  workspaceId: string,
  platform: ChatPlatform,
): Promise<AvailableChannel[]> {
  const active = await activeIntegrations(deps, workspaceId, platform);
  if (active.length === 0) throw invalid(`Add a ${getManifest(platform).name} integration first, or switch one on.`);
  const found: AvailableChannel[] = [];
  const refusals: string[] = [];
  let unfinished = 0;
  for (const row of active) {
    if (row.teamId === null) await testChatIntegration(deps, row);
    try {
      for (const channel of await lists.offered(row)) found.push(channel);
    } catch (error) {
      const trouble = explainTrouble(error);
      if (trouble === null) throw error;
      refusals.push(`${row.name}: ${trouble}`);
      if (error instanceof NoCredentials) unfinished += 1;
    }
  }
  if (found.length === 0 && unfinished === active.length) throw invalid(refusals.join(" "));
  if (found.length === 0 && refusals.length > 0) throw new AppError("upstream", refusals.join(" "));
  return found.sort((a, b) => BY_NAME.compare(a.name, b.name));
}

/** One collator for all comparisons, because creating a collator for each of 25,000 names takes seconds. */
const BY_NAME = new Intl.Collator("en");

/** Returns the progress of listing the channels of all active integrations. */
export async function getListingProgress(
  deps: Deps,
  lists: ChannelLists,
  workspaceId: string,
  platform: ChatPlatform,
): Promise<ChannelListing> {
  const active = await activeIntegrations(deps, workspaceId, platform);
  const of = active.map((row) => ({ name: row.name, ...lists.progressOf(row) }));
  const goesOnAt = Math.max(...of.map((one) => one.goesOnAt ?? 0), 0);
  const troubles = of.flatMap(({ name, trouble }) => (trouble === null ? [] : [`${name}: ${trouble}`]));
  return {
    isReading: of.some(({ isReading }) => isReading),
    found: of.reduce((sum, { found }) => sum + found, 0),
    goesOnAt: goesOnAt === 0 ? null : new Date(goesOnAt).toISOString(),
    trouble: troubles.length > 0 ? troubles.join(" ") : null,
  };
}

async function activeIntegrations({ db }: Deps, workspaceId: string, platform: ChatPlatform) {
  const integrations = await inWorkspace(db, workspaceId, listChatIntegrations);
  return integrations.filter((row) => row.platform === platform && row.isActive);
}
