import { MAX_CONVERSATION_MESSAGES } from "../../engine/find/index.ts";
import { countMessagesLeft, countWaiting, hasLimits } from "../billing/usage/index.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { keepStorableMessages, readMessages, storeMessages } from "../ingest/messages/index.ts";
import { getDetectionSettings } from "../settings/index.ts";
import type { ChannelAnalysisInput } from "./channel-analysis-input.ts";
import type { ChannelResultCounter } from "./channel-result-counter.ts";
import type { OpenChannelSource } from "./channel-source.ts";
import type { RunExecution } from "./run-work.ts";
import { listThreadsToReread } from "./thread-queries.ts";

/** The threads read again per check; over time every thread is read again. */
const THREADS_A_CHECK = 10;
/** A younger message does not count as missing, because its event may still arrive. */
const EVENTS_TAKE_MS = 60_000;
/** Messages read beyond the plan's limit, so that the last judged conversation is complete. */
const READ_AHEAD = MAX_CONVERSATION_MESSAGES;

export interface ReadResult {
  /** True if the platform was read to its end. */
  isRead: boolean;
  /** Ids of the newest messages, if `newest` limits the reading. */
  newestIds: string[];
}

/** Stores the platform's messages after the cursor, page by page, unless there is no source or this run has already read them. */
export async function readChannel(
  deps: Deps,
  work: RunExecution,
  analysis: ChannelAnalysisInput,
  tally: ChannelResultCounter,
): Promise<ReadResult> {
  const { channel, source, newest } = analysis;
  const inScope = bindToWorkspace(deps.db, work.workspaceId);
  const limits = hasLimits(deps) ? await inScope((scope) => roomFor(deps, scope, analysis)) : UNLIMITED;
  if (source === null || limits.room <= 0) return { isRead: false, newestIds: [] };
  if (tally.counts.isRead === true && !newest) return { isRead: true, newestIds: [] };

  await work.report({ step: `Reading #${channel.name}` });
  const reading: ChannelReadingWork = { ...analysis, source, inScope, work, tally, secrets: deps.secrets };
  if (analysis.threadId !== undefined) {
    await rereadThreads(reading, [analysis.threadId]);
    return { isRead: false, newestIds: [] };
  }
  const newestIds = newest ? await readNewest(reading, newest) : [];
  const isRead = newest ? true : await readFromCursor(reading, limits);
  if (isRead && !newest) {
    const threads = await inScope((scope) => listThreadsToReread(scope, channel.id, source.since, THREADS_A_CHECK));
    await rereadThreads(reading, threads);
  }
  if (isRead) tally.counts.isRead = true;
  return { isRead, newestIds };
}

interface ChannelReadingWork extends ChannelAnalysisInput {
  source: OpenChannelSource;
  inScope: InScope;
  work: RunExecution;
  tally: ChannelResultCounter;
  secrets: Deps["secrets"];
}

/** Reads the newest messages and returns their ids; the cursor does not move. */
async function readNewest(
  { channel, source, inScope, work, tally, secrets }: ChannelReadingWork,
  newest: number,
): Promise<string[]> {
  const ids: string[] = [];
  tally.forgetReading();
  const options = { newest, signal: work.attempt.signal };
  for await (const page of readMessages(source.source, source.config, channel.externalId, null, options)) {
    await inScope((scope) =>
      storeMessages(scope, channel.id, page, { from: "platform", readingSince: source.since, secrets }),
    );
    const messages = page.messages.slice(-newest);
    ids.push(...messages.map(({ externalId }) => externalId));
    await tally.read({ ...page, messages }, messages.length);
    await work.pauseIfDue();
  }
  return ids;
}

/** Returns false if the plan's messages were used up before the end. */
async function readFromCursor(
  reading: ChannelReadingWork,
  { room, minMessageLength }: ReadingLimits,
): Promise<boolean> {
  const { channel, source, inScope, work, tally, secrets } = reading;
  const options = { signal: work.attempt.signal };
  let left = room;
  for await (const page of readMessages(source.source, source.config, channel.externalId, channel.cursor, options)) {
    const { nextCursor } = page;
    const how = { from: "platform", readingSince: source.since, nextCursor, secrets } as const;
    const { added, changed } = await inScope((scope) => storeMessages(scope, channel.id, page, how));
    tally.filledIn(added.filter(({ sentAt }) => wasExpected(sentAt, reading)).length);
    await tally.read(page, changed);
    await work.pauseIfDue();
    left -= added.filter(({ text }) => text.length >= minMessageLength).length;
    if (left <= 0) return false;
  }
  return true;
}

async function rereadThreads(
  { channel, source, inScope, work, secrets }: ChannelReadingWork,
  threads: string[],
): Promise<void> {
  const { source: platform, config, since } = source;
  if (!platform.rereadThreads || threads.length === 0) return;
  const page = await platform.rereadThreads(config, channel.externalId, threads, work.attempt.signal);
  if (!page) return;
  const how = { from: "platform", readingSince: since, secrets } as const;
  await inScope((scope) => storeMessages(scope, channel.id, keepStorableMessages(page), how));
}

interface ReadingLimits {
  /** Number of messages that may still be read. */
  room: number;
  /** Shorter messages are not counted. */
  minMessageLength: number;
}
const UNLIMITED: ReadingLimits = { room: Number.POSITIVE_INFINITY, minMessageLength: 0 };

/** The number of messages to read: the plan's rest and some more, minus stored messages that wait; 0 once used up. */
async function roomFor(
  deps: Deps,
  scope: WorkspaceScope,
  { channel, newest }: ChannelAnalysisInput,
): Promise<ReadingLimits> {
  const left = await countMessagesLeft(deps, scope);
  const { minMessageLength } = await getDetectionSettings(scope);
  const room = newest || left <= 0 ? left : left + READ_AHEAD - (await countWaiting(scope, channel.id));
  return { room, minMessageLength };
}

/** Whether a live event should have delivered this message, which a check found instead. */
function wasExpected(sentAt: Date, { channel, source, waitsForSilence, liveSince }: ChannelAnalysisInput): boolean {
  if (!waitsForSilence || !source || !liveSince || !channel.lastChecked) return false;
  const from = Math.max(liveSince.getTime(), channel.lastChecked.getTime());
  return sentAt.getTime() > from && sentAt.getTime() < source.since.getTime() - EVENTS_TAKE_MS;
}
