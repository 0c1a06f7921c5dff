import { ModelUnavailable } from "../../engine/contract.ts";
import { TEST_ANALYSIS_MESSAGES } from "../../shared/domain/detection.ts";
import { bindToWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { nullIfNotFound } from "../errors.ts";
import { type ChannelRow, getChannel } from "../ingest/channels/index.ts";
import { analyseChannel } from "./analyse-channel.ts";
import type { ChannelAnalysisInput } from "./channel-analysis-input.ts";
import {
  type AnalysedChannel,
  recordAnalysis,
  recordAnalysisFailure,
  recordSwitchedOffChannel,
  recordUnreadableChannel,
} from "./channel-outcomes.ts";
import { type ChannelSource, findSource } from "./channel-source.ts";
import { checkMayReadChannel } from "./check-readers.ts";
import { listActiveChannelIds } from "./queries.ts";
import type { RunExecution } from "./run-work.ts";

const STORED: ChannelSource = { integration: null, open: null, notReadBecause: null };

export interface ChannelsToAnalyse {
  /** By default the channels that the run names, or all active ones. */
  channelIds?: string[];
  /** Judges stored messages without reading the platform. */
  onlyStored?: boolean;
  afterEach?: () => Promise<void>;
}

/**
 * Analyzes channels one after the other. A failed one does not stop the others; returns a reason only if none could be read. A
 * later turn of the run continues after the finished channels.
 */
export async function analyseChannelsSequentially(
  deps: Deps,
  work: RunExecution,
  given: ChannelsToAnalyse = {},
): Promise<string | null> {
  const { input } = work.run;
  const inScope = bindToWorkspace(deps.db, work.workspaceId);
  const channelIds = given.channelIds ?? input.channelIds ?? (await inScope(listActiveChannelIds));
  // Quiet conversations from live events are already stored, so the platform is not read.
  const onlyStored = given.onlyStored ?? (input.onlyQuiet === true || input.onlyStored === true);
  const failures = (work.position["failures"] ??= []) as string[];
  const waits: ModelUnavailable[] = [];
  // A person may have an inactive channel analyzed too. Only switching off an active one stops its analysis.
  const monitored = (work.position["monitored"] ??= (await inScope(listActiveChannelIds)).filter((id) =>
    channelIds.includes(id),
  )) as string[];
  await work.report({ channelsTotal: channelIds.length });
  for (const id of channelIds) {
    if (work.result.channels.some(({ channelId }) => channelId === id)) continue;
    const channel = await inScope((scope) => getChannel(scope, id)).catch(nullIfNotFound);
    if (!channel) continue;
    work.monitored = monitored.includes(id) ? id : null;
    if (await work.isChannelOff()) {
      await recordSwitchedOffChannel(deps, work, channel);
      work.monitored = null;
      continue;
    }
    const lock = `channel ${channel.workspaceId} ${channel.id}`;
    const release = await work.hold(lock, `Waiting for another analysis of #${channel.name}`);
    try {
      const found = onlyStored ? STORED : await findSource(deps, channel);
      const analysed: AnalysedChannel = { channel, integration: found.integration, startedAt: Date.now() };
      const notReadBecause = found.notReadBecause ?? (channel.pausedFor === "channels" ? channel.trouble : null);
      if (notReadBecause) failures.push(recordUnreadableChannel(work, channel, notReadBecause));
      else
        try {
          const analysis = await prepareAnalysis(deps, work, channel, found);
          await recordAnalysis(deps, work, analysed, await analyseChannel(deps, work, analysis));
        } catch (error) {
          if (await work.isChannelOff()) await recordSwitchedOffChannel(deps, work, channel);
          else if (error instanceof ModelUnavailable) waits.push(error);
          else failures.push(await recordAnalysisFailure(deps, work, analysed, error));
        }
    } finally {
      work.monitored = null;
      await release();
    }
    await given.afterEach?.();
    await work.save();
    await work.pauseIfDue();
  }
  const [soonest] = waits.toSorted((a, b) => (a.until?.getTime() ?? Infinity) - (b.until?.getTime() ?? Infinity));
  if (soonest) throw soonest;
  return failures.length === work.result.channels.length ? (failures[0] ?? null) : null;
}

/** Prepares the analysis of a channel that the platform allows us to read. */
async function prepareAnalysis(
  deps: Deps,
  work: RunExecution,
  channel: ChannelRow,
  { integration, open }: ChannelSource,
): Promise<ChannelAnalysisInput> {
  const { kind, requestedBy, input } = work.run;
  const source = open?.() ?? null;
  return {
    channel: source ? await checkMayReadChannel(deps, work, channel, source) : channel,
    source,
    // Nobody waits for the result of a scheduled run, so it leaves conversations that still continue for later.
    waitsForSilence: kind === "analyse" && requestedBy === null,
    liveSince: integration?.liveSince ?? null,
    ...(input.threadId !== undefined && { threadId: input.threadId }),
    ...(kind === "test" && { newest: TEST_ANALYSIS_MESSAGES }),
  };
}
