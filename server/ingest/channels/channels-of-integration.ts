import { type ChatPlatform, getChatAbilities } from "../../../connectors/manifests.ts";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, invalid } from "../../errors.ts";
import {
  type ChatIntegrationRow,
  explainTrouble,
  getChatIntegration,
  openChatConfig,
} from "../../integrations/index.ts";

/** Lists the channels of one integration, sorted by name. If the platform refuses, the reason is in the error's `details`. */
export async function listChannelsOfIntegration(
  deps: Deps,
  workspaceId: string,
  integrationId: string,
  platform: ChatPlatform,
): Promise<AvailableChannel[]> {
  const row = await integrationOf(deps, workspaceId, integrationId, platform);
  if (!row.isActive) throw invalid("Switch this integration on first.");
  const found: AvailableChannel[] = [];
  try {
    const config = openChatConfig(deps.secrets, row);
    for await (const page of deps.connectors.sources[platform].listChannels(config))
      found.push(...page.map(({ externalId, ...space }) => ({ id: externalId, ...space, integrationId })));
  } catch (error) {
    const details = explainTrouble(error);
    if (details === null) throw error;
    throw new AppError(
      "upstream",
      `The ${getChatAbilities(platform).place}s of ${row.name} could not be read.`,
      { details },
      { cause: error },
    );
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, "en"));
}

async function integrationOf(
  deps: Deps,
  workspaceId: string,
  integrationId: string,
  platform: ChatIntegrationRow["platform"],
): Promise<ChatIntegrationRow> {
  const row = await inWorkspace(deps.db, workspaceId, (scope) => getChatIntegration(scope, integrationId));
  if (row.platform !== platform) throw invalid("This integration belongs to another platform.");
  return row;
}
