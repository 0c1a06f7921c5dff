import type { Channel, ChannelReading, CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listReadings, NOTHING_READ } from "../live/channel-readings.ts";
import { findNextChecks } from "../settings/queries.ts";
import { type ChannelRow, countByChannel } from "./queries.ts";

export async function viewCollaborationChannels(scope: WorkspaceScope, rows: ChannelRow[]) {
  const known = { nextChecks: await findNextChecks(scope), readings: await listReadings(scope) };
  return rows.map((row) => collaborationChannelView(row, known));
}

export async function viewChannels(scope: WorkspaceScope, rows: ChannelRow[]): Promise<Channel[]> {
  const known = { nextChecks: await findNextChecks(scope), readings: await listReadings(scope) };
  const { messagesRead, articles } = await countByChannel(scope);
  return rows.map((row) => ({
    ...collaborationChannelView(row, known),
    createdAt: row.createdAt.toISOString(),
    messagesRead: messagesRead.get(row.id) ?? 0,
    articles: articles.get(row.id) ?? 0,
  }));
}

interface Known {
  nextChecks: Map<string, Date>;
  readings: Map<string, ChannelReading>;
}

const collaborationChannelView = (row: ChannelRow, { nextChecks, readings }: Known): CollaborationChannel => ({
  id: row.id,
  integrationId: row.integrationId,
  platform: row.platform,
  channelId: row.externalId,
  channelName: row.name,
  checkFrequencyMinutes: row.checkFrequencyMinutes,
  isActive: row.isActive,
  lastChecked: row.lastChecked?.toISOString() ?? null,
  nextCheck: nextChecks.get(row.id)?.toISOString() ?? null,
  trouble: row.trouble,
  reading: readings.get(row.id) ?? NOTHING_READ,
});
