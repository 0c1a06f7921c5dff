import { countWaiting, hasLimits, messagesLeft } from "../billing/index.ts";
import type { ChannelOutcome } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelRow, groupNextMessages, keysOf, quietSecondsOf, storeMessages } from "../ingest/index.ts";
import { MOST_MESSAGES } from "../pipeline/conversation-sizes.ts";
import { onlyStorable, readMessages } from "../pipeline/read-messages.ts";
import { detectionSettings } from "../settings/index.ts";
import { judgeConversations } from "./judge-conversations.ts";
import type { OpenSource } from "./open-source.ts";
import type { RunWork } from "./run-work.ts";
import { Tally } from "./tally.ts";
import { listThreadsToReread } from "./thread-queries.ts";

export interface Analysis {
  channel: ChannelRow;
  /** Null: there is nothing to read from (the channel came from an export), only what is stored. */
  source: OpenSource | null;
  /** Only so many of the newest messages, with the conversations they belong to; the cursor stays. */
  newest?: number;
  /** Conversations that may still go on are left for later. */
  onlyQuiet?: boolean;
  /** Since when messages should have come by themselves. */
  liveSince?: Date | null;
}

/** Read again a check, so that every thread has its turn. */
const THREADS_A_CHECK = 10;
/** An event takes its time; before that a message is not missing. */
const EVENTS_TAKE_MS = 60_000;
/** More messages than the plan has left are read by so many, so that the last conversation that is judged is whole. */
const READ_AHEAD = MOST_MESSAGES;

export interface Analysed {
  outcome: ChannelOutcome;
  /** The platform was read to its end. */
  isRead: boolean;
  /** It showed no message at all. */
  isEmpty: boolean;
  /** Conversations wait, here or on the platform, because the messages of the plan are used up. */
  isPaused: boolean;
}

/**
 * The whole line: read → group → detect → write → save → ask for publication. Can be stopped anywhere and done again. Where a
 * plan limits the messages, little more is read than may be analyzed: the cursor stays before the rest.
 */
export async function analyseChannel(deps: Deps, work: RunWork, analysis: Analysis): Promise<Analysed> {
  const { channel, source, newest } = analysis;
  const inScope = <T>(task: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, work.workspaceId, task);
  const tally = new Tally(work, channel);
  const newestIds: string[] = [];
  const { room: given, minMessageLength } = hasLimits(deps)
    ? await inScope((scope) => roomFor(deps, scope, analysis))
    : ENDLESS;
  let room = given;
  let isRead = source !== null && room > 0;
  const isReadBefore = tally.counts.isRead === true && !newest;

  if (source && isRead && !isReadBefore) {
    await work.report({ step: `Reading #${channel.name}` });
    if (newest) tally.forgetReading();
    const cursor = newest ? null : channel.cursor;
    const pages = readMessages(source.source, source.config, channel.externalId, cursor, {
      ...(newest && { newest }),
      signal: work.attempt.signal,
    });
    for await (const page of pages) {
      const { added, changed } = await inScope((scope) =>
        storeMessages(scope, channel.id, page, {
          from: "platform",
          readingSince: source.since,
          ...(!newest && { nextCursor: page.nextCursor }),
        }),
      );
      if (!newest) tally.filledIn(added.filter(({ sentAt }) => wasExpected(sentAt, analysis)).length);
      if (newest) newestIds.push(...page.messages.slice(-newest).map(({ externalId }) => externalId));
      const newestOnes = newest ? page.messages.slice(-newest) : [];
      await tally.read(newest ? { ...page, messages: newestOnes } : page, newest ? newestOnes.length : changed);
      await work.pauseIfDue();
      if (!newest) room -= added.filter(({ text }) => text.length >= minMessageLength).length;
      isRead = room > 0;
      if (!isRead) break;
    }
  }

  if (isRead && source?.source.rereadThreads && !newest && !isReadBefore) {
    const { source: platform, config, since } = source;
    const threads = await inScope((scope) => listThreadsToReread(scope, channel.id, since, THREADS_A_CHECK));
    const page = threads.length
      ? await platform.rereadThreads?.(config, channel.externalId, threads, work.attempt.signal)
      : null;
    const options = { from: "platform", readingSince: since } as const;
    if (page) await inScope((scope) => storeMessages(scope, channel.id, onlyStorable(page), options));
  }

  if (isRead) tally.counts.isRead = true;
  await work.report({ step: `Grouping the conversations in #${channel.name}` });
  for (;;) {
    const grouped = await inScope((scope) => groupNextMessages(scope, channel.id));
    if (grouped === 0) break;
    if (!newest && work.run.kind !== "import") tally.grouped(grouped);
    await work.pauseIfDue();
  }

  await work.report({ step: `Looking for knowledge in #${channel.name}` });
  const keys = newest ? await inScope((scope) => keysOf(scope, channel.id, newestIds)) : undefined;
  const quietSeconds = analysis.onlyQuiet ? await inScope((scope) => quietSecondsOf(scope, channel.id)) : undefined;
  const isHeldBack = await judgeConversations(deps, work, {
    channel,
    ...(keys && { keys }),
    ...(quietSeconds !== undefined && { quietSeconds }),
    onJudged: (saved) => tally.judged(saved),
  });
  const isUsedUp = hasLimits(deps) && (await inScope((scope) => messagesLeft(deps, scope))) <= 0;
  return {
    outcome: tally.outcome(),
    isRead,
    isEmpty: isRead && tally.counts.seen === 0,
    isPaused: isHeldBack || (isUsedUp && source !== null && !isRead),
  };
}

const ENDLESS = { room: Number.POSITIVE_INFINITY, minMessageLength: 0 };

/** How many messages may still be read: those left in the plan, without what is read already and waits; none once they are used up. */
async function roomFor(deps: Deps, scope: WorkspaceScope, { channel, newest }: Analysis): Promise<typeof ENDLESS> {
  const left = await messagesLeft(deps, scope);
  const { minMessageLength } = await detectionSettings(scope);
  const room = newest || left <= 0 ? left : left + READ_AHEAD - (await countWaiting(scope, channel.id));
  return { room, minMessageLength };
}

/** The schedule found what was said after its last check, while live events were taken. */
function wasExpected(sentAt: Date, { channel, source, onlyQuiet, liveSince }: Analysis): boolean {
  if (!onlyQuiet || !source || !liveSince || !channel.lastChecked) return false;
  const from = Math.max(liveSince.getTime(), channel.lastChecked.getTime());
  return sentAt.getTime() > from && sentAt.getTime() < source.since.getTime() - EVENTS_TAKE_MS;
}
