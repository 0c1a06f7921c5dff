import type { Channel, CollaborationChannel } from "../../../shared/contract/channels.ts";
import { HIDDEN_CHANNEL_NAME } from "../../../shared/domain/access.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { findNextChannelChecks } from "../../settings/index.ts";
import { listHiddenChannels } from "../audiences/reader-queries.ts";
import { listReadings, NOTHING_READ, type ReadingCounts } from "../live/reading-queries.ts";
import type { ChannelRow } from "./queries.ts";
import { explainNotAnswering, explainNotAsking } from "./switch-questions.ts";

/**
 * Builds views of channels for one person. An admin sees the name of a channel that the admin may not read; other people see
 * only that the channel exists.
 */
interface ChannelViewer {
  scope: ReaderScope;
  seesNames: boolean;
}

export async function viewCollaborationChannels(seen: ChannelViewer, rows: ChannelRow[]) {
  const known = await readKnown(seen, rows);
  return rows.map((row) => collaborationChannelView(row, known));
}

export async function viewChannels(seen: ChannelViewer, rows: ChannelRow[]): Promise<Channel[]> {
  const known = await readKnown(seen, rows);
  return rows.map((row) => {
    const counted = known.hidden.has(row.id) ? undefined : known.readings.get(row.id);
    return {
      ...collaborationChannelView(row, known),
      createdAt: row.createdAt.toISOString(),
      readsFrom: row.readsFrom?.toISOString() ?? null,
      messagesRead: counted?.messagesRead ?? 0,
      articles: counted?.articles ?? 0,
    };
  });
}

interface ChannelFactsById {
  nextChecks: Map<string, Date>;
  readings: Map<string, ReadingCounts>;
  hidden: ReadonlyMap<string, string>;
  seesNames: boolean;
}

async function readKnown({ scope, seesNames }: ChannelViewer, rows: ChannelRow[]): Promise<ChannelFactsById> {
  // Sends the queries without waiting for each answer (pipelining, db/pool.ts).
  const [nextChecks, readings, hidden] = await Promise.all([
    findNextChannelChecks(scope),
    listReadings(
      scope,
      rows.map(({ id }) => id),
    ),
    listHiddenChannels(scope),
  ]);
  return { nextChecks, readings, hidden, seesNames };
}

function collaborationChannelView(row: ChannelRow, known: ChannelFactsById): CollaborationChannel {
  const view = openView(row, known);
  if (!known.hidden.has(row.id)) return view;
  const { isLive, liveTrouble, isPrivate } = view.reading;
  const reading = { ...NOTHING_READ, isLive, liveTrouble, isPrivate };
  if (known.seesNames) return { ...view, reading };
  return { ...view, channelId: row.id, channelName: HIDDEN_CHANNEL_NAME, trouble: null, reading };
}

const openView = (row: ChannelRow, known: ChannelFactsById): CollaborationChannel => ({
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
  questions: { isOn: row.asksInThreads, cannot: explainNotAsking(row, known.readings.get(row.id)?.integration) },
  answers: { isOn: row.answersUnasked, cannot: explainNotAnswering(row, known.readings.get(row.id)?.integration) },
});
