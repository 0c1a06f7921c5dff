import type { Channel, CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { findNextChecks } from "../settings/queries.ts";
import { type ChannelRow, countByChannel } from "./queries.ts";

export async function viewCollaborationChannels(scope: WorkspaceScope, rows: ChannelRow[]) {
  const nextChecks = await findNextChecks(scope);
  return rows.map((row) => collaborationChannelView(row, nextChecks));
}

export async function viewChannels(scope: WorkspaceScope, rows: ChannelRow[]): Promise<Channel[]> {
  const nextChecks = await findNextChecks(scope);
  const { messagesRead, articles } = await countByChannel(scope);
  return rows.map((row) => ({
    ...collaborationChannelView(row, nextChecks),
    createdAt: row.createdAt.toISOString(),
    messagesRead: messagesRead.get(row.id) ?? 0,
    articles: articles.get(row.id) ?? 0,
  }));
}

const collaborationChannelView = (row: ChannelRow, nextChecks: Map<string, Date>): CollaborationChannel => ({
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
});
