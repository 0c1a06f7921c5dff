import {
  ConnectorError,
  CredentialsRejected,
  MissingPermission,
  NotFound,
  RateLimited,
  Unreachable,
} from "../../connectors/errors.ts";
import { recordActivity } from "../activity/index.ts";
import { explainMessageWait, warnOfAlmostUsedPlan, warnOfUsedPlan } from "../billing/usage/index.ts";
import { safeDatabaseError } from "../db/pool.ts";
import type { ChannelOutcome } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelRow, getChannel, updateChannel } from "../ingest/channels/index.ts";
import { findTroubleOfState } from "../ingest/live/index.ts";
import { clearModelWait } from "../ingest/waiting/index.ts";
import { type ChatIntegrationRow, updateChatIntegration } from "../integrations/index.ts";
import { RetryLater } from "../queue/queue.ts";
import type { ChannelAnalysisResult } from "./analyse-channel.ts";
import { type ChannelCounts, ChannelResultCounter } from "./channel-result-counter.ts";
import { isRetriedWithoutLimit } from "./failed-tries.ts";
import type { RunExecution } from "./run-work.ts";

const SOMETHING_UNEXPECTED = "The analysis stopped because of an error on our side.";

/** A channel that a run analyzed or tried to analyze. */
export interface AnalysedChannel {
  channel: ChannelRow;
  integration: ChatIntegrationRow | null;
  startedAt: number;
}

/** Records in the run, and returns, why the channel may not be read. The channel's page already shows the reason. */
export function recordUnreadableChannel(work: RunExecution, channel: ChannelRow, reason: string): string {
  work.addOutcome(new ChannelResultCounter(work, channel).outcome(reason));
  work.problem(`#${channel.name}: ${reason}`);
  return reason;
}

/** Records that the channel was switched off or removed during its analysis; earlier results count. */
export async function recordSwitchedOffChannel(
  deps: Deps,
  work: RunExecution,
  { id, name }: ChannelRow,
): Promise<void> {
  const outcome = new ChannelResultCounter(work, { id, name }).outcome();
  work.addOutcome({ ...outcome, status: `${outcome.status}, then monitoring ended` });
  work.problem(`Monitoring of #${name} ended during its analysis. The articles written before are kept.`);
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    if (await clearModelWait(scope, id)) await deps.events.notify(scope, { type: "channel", id });
  });
}

/** Records a channel's result in the run, at the channel and in the activity log. */
export async function recordAnalysis(
  deps: Deps,
  work: RunExecution,
  analysed: AnalysedChannel,
  result: ChannelAnalysisResult,
): Promise<void> {
  const { channel } = analysed;
  const { outcome, isRead, isEmpty, isPaused } = result;
  if (isPaused) return paused(deps, work, channel, { outcome, isRead });
  if (isEmpty && (channel.cursor === null || work.run.kind === "test")) {
    outcome.status = "No messages found";
    work.problem(
      `No messages were found in #${channel.name}. If people write there, check that the bot is a member of the channel.`,
    );
  }
  work.addOutcome(outcome);
  await succeeded(deps, work, analysed, outcome, { hasRead: isRead });
}

/** Records, and returns, why the channel could not be analyzed; throws an error that the queue retries. */
export async function recordAnalysisFailure(
  deps: Deps,
  work: RunExecution,
  analysed: AnalysedChannel,
  error: unknown,
): Promise<string> {
  const { channel } = analysed;
  const sentence = whatIsWrong(error, work);
  if (!sentence) throw error;
  if (sentence === SOMETHING_UNEXPECTED) {
    deps.log.error({ err: safeDatabaseError(error), channelId: channel.id }, "A channel could not be analyzed");
  }
  const outcome = new ChannelResultCounter(work, channel).outcome(sentence);
  work.addOutcome(error instanceof NotFound ? { ...outcome, isNotFound: true } : outcome);
  work.problem(`#${channel.name}: ${sentence}`);
  await failed(deps, work, analysed, { error, trouble: sentence });
  return sentence;
}

/** Explains a permanent error, or one that outlasted all retries; null for an error that is retried. */
function whatIsWrong(error: unknown, work: RunExecution): string | null {
  if (error instanceof RetryLater || error instanceof RateLimited || work.isPauseDue) return null;
  if (isRetriedWithoutLimit(error, work.run)) return null;
  const mayPass = !(error instanceof ConnectorError) || error instanceof Unreachable;
  if (mayPass && !work.attempt.isLast) return null;
  return error instanceof ConnectorError ? error.message : SOMETHING_UNEXPECTED;
}

async function succeeded(
  deps: Deps,
  work: RunExecution,
  { channel, integration, startedAt }: AnalysedChannel,
  { status }: ChannelOutcome,
  { hasRead }: { hasRead: boolean },
): Promise<void> {
  const { counts } = new ChannelResultCounter(work, channel);
  const { messages, conversations, articlesCreated, articlesUpdated, skipped } = counts;
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    if (hasRead || work.run.kind === "import") await markChecked(scope, channel, counts);
    await deps.events.notify(scope, { type: "channel", id: channel.id });
    if (messages > 0) await warnOfAlmostUsedPlan(deps, scope, new Date(startedAt));
    if (integration?.trouble) {
      await updateChatIntegration(scope, integration.id, { trouble: null });
      await deps.events.notify(scope, { type: "integration", id: integration.id });
    }
    // Scheduled checks are frequent, so those without result are not logged.
    if (work.run.requestedBy === null && messages === 0 && conversations === 0) return;
    if (counts.filledIn > 0) await recordGap(deps, scope, channel, counts.filledIn);
    await recordActivity(scope, deps.events, {
      type: "message_analyzed",
      message: `#${channel.name}: ${status}.`,
      data: {
        channel: channel.name,
        messages,
        conversations,
        articlesCreated,
        articlesUpdated,
        skipped,
        ...(skipped > 0 && { skippedWhy: counts.skippedWhy }),
        engine: (await deps.engines.forWorkspace(work.workspaceId, channel.id)).name,
        seconds: Math.round((Date.now() - startedAt) / 100) / 10,
      },
      channelIds: [channel.id],
    });
  });
}

/** Records that the plan's messages are used up; the channel shows that until there are more. Earlier results count. */
async function paused(
  deps: Deps,
  work: RunExecution,
  channel: ChannelRow,
  { outcome, isRead }: { outcome: ChannelOutcome; isRead: boolean },
): Promise<void> {
  const { counts } = new ChannelResultCounter(work, channel);
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    const trouble = await explainMessageWait(scope);
    await warnOfUsedPlan(deps, scope);
    work.addOutcome({ ...outcome, status: outcome.messages > 0 ? `${outcome.status}, then paused` : "Paused" });
    work.problem(`#${channel.name} is paused. ${trouble}`);
    if (isRead) await markChecked(scope, channel, counts);
    await updateChannel(scope, channel.id, { pausedFor: "messages", trouble });
    await deps.events.notify(scope, { type: "channel", id: channel.id });
    if (channel.pausedFor === "messages" && work.run.requestedBy === null) return;
    const { messages, articlesCreated, articlesUpdated } = outcome;
    await recordActivity(scope, deps.events, {
      type: "error",
      message: `#${channel.name} is paused. ${trouble}`,
      data: { channel: channel.name, messages, articlesCreated, articlesUpdated },
      channelIds: [channel.id],
    });
  });
}

/** Stores the counts of a completed check. A successful read proves that the bot is in the channel, so `left` is cleared. */
async function markChecked(scope: WorkspaceScope, { id }: ChannelRow, counts: ChannelCounts): Promise<void> {
  const channel = await getChannel(scope, id);
  const remoteState = channel.remoteState === "left" ? null : channel.remoteState;
  const { skipped, skippedWhy, filledIn } = counts;
  await updateChannel(scope, id, {
    lastChecked: new Date(),
    remoteState,
    trouble: findTroubleOfState({ ...channel, remoteState }),
    pausedFor: null,
    reading: { skipped, skippedWhy, filledIn },
  });
}

function recordGap(deps: Deps, scope: WorkspaceScope, { id, name }: ChannelRow, filledIn: number): Promise<void> {
  const found = filledIn === 1 ? "1 message" : `${filledIn} messages`;
  return recordActivity(scope, deps.events, {
    type: "message_analyzed",
    message: `#${name}: ${found} had not arrived as live events. The check found and added them.`,
    data: { channel: name, filledIn },
    channelIds: [id],
  });
}

/** Stores the trouble at the integration (for refused credentials) or at the channel, and logs it once; a success clears it. */
async function failed(
  deps: Deps,
  work: RunExecution,
  { channel, integration }: AnalysedChannel,
  { error, trouble }: { error: unknown; trouble: string },
): Promise<void> {
  const ofIntegration = error instanceof CredentialsRejected || error instanceof MissingPermission;
  const known = ofIntegration ? integration?.trouble : channel.trouble;
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    if (ofIntegration && integration) {
      await updateChatIntegration(scope, integration.id, { trouble });
      await deps.events.notify(scope, { type: "integration", id: integration.id });
    } else {
      await updateChannel(scope, channel.id, { trouble });
    }
    await deps.events.notify(scope, { type: "channel", id: channel.id });
    if (known === trouble && work.run.requestedBy === null) return;
    await recordActivity(scope, deps.events, {
      type: "error",
      message: `#${channel.name} could not be read: ${trouble} What was read before is kept; the next analysis continues from there.`,
      data: { channel: channel.name, ...(integration && { integration: integration.name }) },
      channelIds: [channel.id],
    });
  });
}
