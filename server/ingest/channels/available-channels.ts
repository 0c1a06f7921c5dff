import { NoCredentials } from "../../../connectors/errors.ts";
import { getManifest, type LiveChatPlatform } from "../../../connectors/manifests.ts";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, invalid } from "../../errors.ts";
import { listChatIntegrations, openChatConfig, testChatIntegration, troubleOf } from "../../integrations/index.ts";

/**
 * What a platform offers to monitor, over all its active integrations; archived channels last. Fails only when none could be read. An
 * integration that was never tested is, so that its team is known before its channels are added.
 */
export async function availableChannels(
  deps: Deps,
  workspaceId: string,
  platform: LiveChatPlatform,
): Promise<AvailableChannel[]> {
  const integrations = await inWorkspace(deps.db, workspaceId, listChatIntegrations);
  const active = integrations.filter((row) => row.platform === platform && row.isActive);
  if (active.length === 0) throw invalid(`Add a ${getManifest(platform).name} integration first, or switch one on.`);
  const found: AvailableChannel[] = [];
  const refusals: string[] = [];
  let unfinished = 0;
  for (const row of active) {
    if (row.teamId === null) await testChatIntegration(deps, row);
    try {
      const config = openChatConfig(deps.secrets, row);
      for await (const page of deps.connectors.sources[platform].listChannels(config)) {
        for (const { externalId, ...channel } of page)
          found.push({ id: externalId, ...channel, integrationId: row.id });
      }
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      refusals.push(`${row.name}: ${trouble}`);
      if (error instanceof NoCredentials) unfinished += 1;
    }
  }
  if (found.length === 0 && unfinished === active.length) throw invalid(refusals.join(" "));
  if (found.length === 0 && refusals.length > 0) throw new AppError("upstream", refusals.join(" "));
  return found.sort((a, b) => Number(a.isArchived) - Number(b.isArchived) || a.name.localeCompare(b.name, "en"));
}
