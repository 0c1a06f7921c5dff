import type { Channel, CollaborationChannel } from "../../../shared/contract/channels.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { findNextChecks } from "../../settings/index.ts";
import { type CountedReading, listReadings, NOTHING_READ } from "../live/reading-queries.ts";
import type { ChannelRow } from "./queries.ts";
import { whyNotAnswer, whyNotAsk } from "./switch-questions.ts";

export async function viewCollaborationChannels(scope: WorkspaceScope, rows: ChannelRow[]) {
  const known = await readKnown(scope, rows);
  return rows.map((row) => collaborationChannelView(row, known));
}

export async function viewChannels(scope: WorkspaceScope, rows: ChannelRow[]): Promise<Channel[]> {
  const known = await readKnown(scope, rows);
  return rows.map((row) => ({
    ...collaborationChannelView(row, known),
    createdAt: row.createdAt.toISOString(),
    messagesRead: known.readings.get(row.id)?.messagesRead ?? 0,
    articles: known.readings.get(row.id)?.articles ?? 0,
  }));
}

interface Known {
  nextChecks: Map<string, Date>;
  readings: Map<string, CountedReading>;
}

async function readKnown(scope: WorkspaceScope, rows: ChannelRow[]): Promise<Known> {
  // One after the other in the database, without waiting for each answer (db/pool.ts).
  const [nextChecks, readings] = await Promise.all([
    findNextChecks(scope),
    listReadings(
      scope,
      rows.map(({ id }) => id),
    ),
  ]);
  return { nextChecks, readings };
}

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
  reading: known.readings.get(row.id)?.reading ?? NOTHING_READ,
  questions: { isOn: row.asksInThreads, cannot: whyNotAsk(row, known.readings.get(row.id)?.integration) },
  answers: { isOn: row.answersUnasked, cannot: whyNotAnswer(row, known.readings.get(row.id)?.integration) },
});
