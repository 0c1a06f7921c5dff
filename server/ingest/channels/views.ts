import type { Channel, ChannelReading, CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type ChatIntegrationRow, listChatIntegrations } from "../../integrations/index.ts";
import { findNextChecks } from "../../settings/index.ts";
import { listReadings, NOTHING_READ } from "../live/reading-queries.ts";
import { type ChannelRow, countByChannel } from "./queries.ts";
import { whyNotAnswer, whyNotAsk } from "./switch-questions.ts";

export async function viewCollaborationChannels(scope: WorkspaceScope, rows: ChannelRow[]) {
  const known = await readKnown(scope);
  return rows.map((row) => collaborationChannelView(row, known));
}

export async function viewChannels(scope: WorkspaceScope, rows: ChannelRow[]): Promise<Channel[]> {
  const known = await readKnown(scope);
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
  integrations: Map<string, ChatIntegrationRow>;
}

const readKnown = async (scope: WorkspaceScope): Promise<Known> => ({
  nextChecks: await findNextChecks(scope),
  readings: await listReadings(scope),
  integrations: new Map((await listChatIntegrations(scope)).map((row) => [row.id, row])),
});

const collaborationChannelView = (row: ChannelRow, known: Known): CollaborationChannel => ({
  id: row.id,
  integrationId: row.integrationId,
  platform: row.platform,
  channelId: row.externalId,
  channelName: row.name,
  checkFrequencyMinutes: row.checkFrequencyMinutes,
  isActive: row.isActive,
  lastChecked: row.lastChecked?.toISOString() ?? null,
  nextCheck: known.nextChecks.get(row.id)?.toISOString() ?? null,
  trouble: row.trouble,
  reading: known.readings.get(row.id) ?? NOTHING_READ,
  questions: { isOn: row.asksInThreads, cannot: whyNotAsk(row, known.integrations.get(row.integrationId ?? "")) },
  answers: { isOn: row.answersUnasked, cannot: whyNotAnswer(row, known.integrations.get(row.integrationId ?? "")) },
});
