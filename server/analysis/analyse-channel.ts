import type { LocalEngine } from "../../engine/contract.ts";
import { countMessagesLeft, hasLimits } from "../billing/usage/index.ts";
import type { ChannelOutcome } from "../db/schema.ts";
import { bindToWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelRow } from "../ingest/channels/index.ts";
import { findConversationKeys, findThreadKeys, groupNextMessages } from "../ingest/conversations/index.ts";
import { getQuietSeconds } from "../ingest/messages/index.ts";
import type { ChannelAnalysisInput } from "./channel-analysis-input.ts";
import { ChannelResultCounter } from "./channel-result-counter.ts";
import { judgeChangedConversations } from "./judge-changed.ts";
import { readChannel } from "./read-channel.ts";
import { readWithModel } from "./read-with-model.ts";
import type { RunExecution } from "./run-work.ts";

export interface ChannelAnalysisResult {
  outcome: ChannelOutcome;
  /** Whether the platform was read to its end. */
  isRead: boolean;
  /** Whether the platform returned no message. */
  isEmpty: boolean;
  /** True if conversations wait because the plan's messages are used up. */
  isPaused: boolean;
}

/**
 * Reads, groups, detects, writes and saves; publishing follows from the event `articleChanged` (`server/subscriptions.ts`). May
 * be interrupted and restarted at any point. If a plan limits messages, reading ends shortly after the limit and continues there
 * later.
 */
export async function analyseChannel(
  deps: Deps,
  work: RunExecution,
  analysis: ChannelAnalysisInput,
): Promise<ChannelAnalysisResult> {
  const { channel, source, newest, threadId } = analysis;
  const inScope = bindToWorkspace(deps.db, work.workspaceId);
  const tally = new ChannelResultCounter(work, channel);

  const { isRead, newestIds } = await readChannel(deps, work, analysis, tally);

  const engine = await deps.engines.forWorkspace(work.workspaceId, channel.id, work.onCall);
  const quietSeconds = analysis.waitsForSilence
    ? await inScope((scope) => getQuietSeconds(scope, channel.id))
    : undefined;
  const place = {
    channel,
    ...(threadId !== undefined && { threadId }),
    ...(quietSeconds !== undefined && { quietSeconds }),
  };
  const keys =
    newest || threadId !== undefined
      ? () =>
          inScope((scope) =>
            threadId === undefined
              ? findConversationKeys(scope, channel.id, newestIds)
              : findThreadKeys(scope, channel.id, threadId),
          )
      : null;
  const judge = async () =>
    judgeChangedConversations(deps, work, {
      channel,
      isRequested: threadId !== undefined,
      ...(keys && { keys: await keys() }),
      ...(quietSeconds !== undefined && engine.name === "local" && { quietSeconds }),
      onJudged: (saved) => tally.judged(saved),
    });
  const onGrouped = (count: number) => {
    if (!newest && work.run.kind !== "import") tally.grouped(count);
  };
  const hasWaiting =
    engine.name === "llm"
      ? await readWithModel(deps, work, { ...place, engine, judge, onGrouped })
      : await groupAndJudge(deps, work, { channel, engine, judge, onGrouped });

  const isUsedUp = hasLimits(deps) && (await inScope((scope) => countMessagesLeft(deps, scope))) <= 0;
  return {
    outcome: tally.outcome(),
    isRead,
    isEmpty: isRead && tally.counts.seen === 0,
    isPaused: hasWaiting || (isUsedUp && source !== null && !isRead && threadId === undefined),
  };
}

interface GroupingWork {
  channel: ChannelRow;
  engine: LocalEngine;
  /** Judges the grouped conversations; returns whether some wait for the next month. */
  judge: () => Promise<boolean>;
  onGrouped: (count: number) => void;
}

async function groupAndJudge(
  deps: Deps,
  work: RunExecution,
  { channel, engine, judge, onGrouped }: GroupingWork,
): Promise<boolean> {
  await work.report({ step: `Grouping the conversations in #${channel.name}` });
  for (;;) {
    const grouped = await groupNextMessages(deps, engine, { workspaceId: work.workspaceId, channelId: channel.id });
    if (grouped === 0) break;
    onGrouped(grouped);
    await work.pauseIfDue();
  }
  await work.report({ step: `Looking for knowledge in #${channel.name}` });
  return judge();
}
