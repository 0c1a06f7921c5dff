import type { Channel, CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { ChannelRow, countByChannel } from "./queries.ts";

export const collaborationChannelView = (row: ChannelRow): CollaborationChannel => ({
  id: row.id,
  integrationId: row.integrationId,
  platform: row.platform,
  channelId: row.externalId,
  channelName: row.name,
  checkFrequencyMinutes: row.checkFrequencyMinutes,
  isActive: row.isActive,
  lastChecked: row.lastChecked?.toISOString() ?? null,
});

export const channelView = (row: ChannelRow, counts: Awaited<ReturnType<typeof countByChannel>>): Channel => ({
  ...collaborationChannelView(row),
  createdAt: row.createdAt.toISOString(),
  messagesRead: counts.messagesRead.get(row.id) ?? 0,
  articles: counts.articles.get(row.id) ?? 0,
  trouble: row.trouble,
});
