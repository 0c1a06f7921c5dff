import { getChatAbilities } from "../../../connectors/manifests.ts";
import type { MonitoringChange } from "../../../shared/contract/channels.ts";
import type { Monitoring } from "../../../shared/contract/settings.ts";
import { checkChannelLimit, lockPlanLimits } from "../../billing/usage/index.ts";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import {
  type ChatIntegrationRow,
  excludeChannelFromRule,
  findChatSource,
  getChatIntegration,
  listChatIntegrations,
} from "../../integrations/index.ts";
import { readMonitoring, saveMonitoringMode } from "../../settings/index.ts";
import {
  type ChannelRow,
  getChannel,
  insertChannel,
  listChannelsByExternalId,
  switchOffChannels,
  updateChannel,
} from "./queries.ts";

export interface ChannelToMonitor {
  channelId: string;
  channelName: string;
  platform: ChannelRow["platform"];
  isActive: boolean;
  checkFrequencyMinutes: number;
  integrationId?: string | undefined;
  /** Earlier messages stay unread. */
  onlyNew?: boolean | undefined;
  /** The person who added the channel; null if a rule did. */
  chosenBy: string | null;
}

/** Starts monitoring a channel. A channel that was imported, or whose integration was removed, keeps its stored messages. */
export async function monitorChannel(deps: Deps, scope: WorkspaceScope, wanted: ChannelToMonitor): Promise<ChannelRow> {
  const integration = await integrationFor(scope, wanted);
  const { platform } = wanted;
  const externalId = wanted.channelId.trim();
  const settings = {
    integrationId: integration.id,
    name: wanted.channelName.trim().replace(/^#/, ""),
    isActive: wanted.isActive,
    chosenBy: wanted.chosenBy,
    checkFrequencyMinutes: wanted.checkFrequencyMinutes,
  };
  const reading = wanted.onlyNew ? readFromNow(deps, platform) : FROM_BEGINNING;
  const known = knownAs(await listChannelsByExternalId(scope, platform, externalId), integration);
  if (known?.integrationId) throw conflict("This channel is monitored already.");
  const teamId = integration.teamId ?? known?.teamId ?? "";
  if (getChatAbilities(platform).countsInPlan && settings.isActive && !known?.isActive)
    await checkChannelLimit(deps, scope);
  const row = known
    ? await updateChannel(scope, known.id, {
        ...settings,
        ...((wanted.onlyNew || known.readsFrom) && reading),
        teamId,
        trouble: null,
        pausedFor: null,
      })
    : await insertChannel(scope, {
        workspaceId: scope.workspaceId,
        id: newId(),
        platform,
        externalId,
        teamId,
        ...settings,
        ...reading,
      });
  if (!row) throw conflict("This channel is monitored already.");
  if (wanted.chosenBy !== null) await excludeChannelFromRule(scope, integration.id, externalId, false);
  await deps.events.notify(scope, { type: "channel", id: row.id });
  return row;
}

const FROM_BEGINNING = { readsFrom: null, cursor: null };

function readFromNow({ connectors }: Deps, platform: ChannelRow["platform"]) {
  const readsFrom = new Date();
  return { readsFrom, cursor: findChatSource(connectors, platform)?.startAt(readsFrom) ?? null };
}

/** Has the next check read the channel from its beginning. Messages that are stored already are recognised. */
export async function readEarlierMessages(deps: Deps, scope: WorkspaceScope, id: string): Promise<ChannelRow> {
  if (!(await getChannel(scope, id)).readsFrom) throw conflict("Earlier messages of this channel are read already.");
  const row = await updateChannel(scope, id, FROM_BEGINNING);
  await deps.events.notify(scope, { type: "channel", id });
  return row;
}

/** Switches monitoring of a channel on or off for a person. The channel then no longer waits for a larger plan. */
export async function switchChannel(
  deps: Deps,
  scope: WorkspaceScope,
  id: string,
  { isActive }: { isActive: boolean },
): Promise<ChannelRow> {
  if (isActive) await lockPlanLimits(scope);
  const before = await getChannel(scope, id);
  if (getChatAbilities(before.platform).countsInPlan && isActive && !before.isActive)
    await checkChannelLimit(deps, scope);
  const row = await updateChannel(scope, id, {
    isActive,
    ...(before.isActive !== isActive && before.pausedFor && { pausedFor: null, trouble: null }),
  });
  await deps.events.notify(scope, { type: "channel", id });
  return row;
}

/**
 * Sets the monitoring mode and switches channels in one transaction. Channels are switched off first, which makes room in the
 * plan.
 */
export async function chooseMonitoring(
  deps: Deps,
  scope: WorkspaceScope,
  { mode, on = [], off = [] }: MonitoringChange,
): Promise<Monitoring> {
  if (on.length + off.length > 0) await lockPlanLimits(scope);
  for (const id of await switchOffChannels(scope, off)) await deps.events.notify(scope, { type: "channel", id });
  for (const id of on) await switchChannel(deps, scope, id, { isActive: true });
  await saveMonitoringMode(scope, mode);
  return readMonitoring(scope);
}

/**
 * Finds the existing row of a channel: of this integration or its team, or else a row without integration. A channel from an
 * import or from an untested integration has no team.
 */
function knownAs(rows: ChannelRow[], { id, teamId }: ChatIntegrationRow): ChannelRow | undefined {
  return (
    rows.find((row) => row.integrationId === id) ??
    rows.find((row) => row.teamId === teamId) ??
    rows.find((row) => row.integrationId === null && (teamId === null || row.teamId === ""))
  );
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
