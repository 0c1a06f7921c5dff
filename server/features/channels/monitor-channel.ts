import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { type ChatIntegrationRow, getChatIntegration, listChatIntegrations } from "../integrations/queries.ts";
import { type ChannelRow, findChannelByExternalId, insertChannel, updateChannel } from "./queries.ts";

export interface ChannelToMonitor {
  channelId: string;
  channelName: string;
  platform: ChannelRow["platform"];
  isActive: boolean;
  checkFrequencyMinutes: number;
  integrationId?: string | undefined;
}

/** Starts monitoring a channel. One that was imported or lost its integration is taken up again with what was read. */
export async function monitorChannel(deps: Deps, scope: WorkspaceScope, wanted: ChannelToMonitor): Promise<ChannelRow> {
  const integration = await integrationFor(scope, wanted);
  const place = { platform: wanted.platform, teamId: integration.teamId ?? "", externalId: wanted.channelId.trim() };
  const settings = {
    integrationId: integration.id,
    name: wanted.channelName.trim().replace(/^#/, ""),
    isActive: wanted.isActive,
    checkFrequencyMinutes: wanted.checkFrequencyMinutes,
  };
  const known = await findChannelByExternalId(scope, place);
  if (known?.integrationId) throw conflict(`#${known.name} is monitored already.`);
  const row = known
    ? await updateChannel(scope, known.id, settings)
    : await insertChannel(scope, { workspaceId: scope.workspaceId, id: newId(), ...place, ...settings });
  if (!row) throw conflict(`#${settings.name} is monitored already.`);
  await deps.events.notify(scope, { type: "channel", id: row.id });
  return row;
}

async function integrationFor(scope: WorkspaceScope, wanted: ChannelToMonitor): Promise<ChatIntegrationRow> {
  if (wanted.integrationId) {
    const named = await getChatIntegration(scope, wanted.integrationId);
    if (named.platform !== wanted.platform) throw invalid("This integration belongs to another platform.");
    return named;
  }
  const ofPlatform = (await listChatIntegrations(scope)).filter(({ platform }) => platform === wanted.platform);
  const chosen = ofPlatform.find(({ isActive }) => isActive) ?? ofPlatform[0];
  if (!chosen) throw invalid("Add an integration of this platform first.");
  return chosen;
}
