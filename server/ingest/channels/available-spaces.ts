import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, invalid } from "../../errors.ts";
import { type ChatIntegrationRow, getChatIntegration, openChatConfig, troubleOf } from "../../integrations/index.ts";

/** The spaces that a Google Chat integration shows, by name; what Google refuses is told in the error's `details`. */
export async function availableSpaces(
  deps: Deps,
  workspaceId: string,
  integrationId: string,
): Promise<AvailableChannel[]> {
  const row = await integrationOf(deps, workspaceId, integrationId, "google-chat");
  if (!row.isActive) throw invalid("Switch this integration on first.");
  const found: AvailableChannel[] = [];
  try {
    const config = openChatConfig(deps.secrets, row);
    for await (const page of deps.connectors.sources["google-chat"].listChannels(config))
      found.push(...page.map(({ externalId, ...space }) => ({ id: externalId, ...space, integrationId })));
  } catch (error) {
    const details = troubleOf(error);
    if (details === null) throw error;
    throw new AppError("upstream", `The spaces of ${row.name} could not be read.`, { details }, { cause: error });
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Reading Microsoft Teams is in development: whatever its configuration says, there is nothing to choose from yet. */
export async function availableTeamsChannels(
  deps: Deps,
  workspaceId: string,
  integrationId: string,
): Promise<AvailableChannel[]> {
  await integrationOf(deps, workspaceId, integrationId, "teams");
  return [];
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
