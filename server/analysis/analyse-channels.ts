import {
  ConnectorError,
  CredentialsRejected,
  MissingPermission,
  RateLimited,
  Refused,
  Unreachable,
} from "../../connectors/errors.ts";
import { TEST_ANALYSIS_MESSAGES } from "../../shared/domain/detection.ts";
import { recordActivity } from "../activity/index.ts";
import { whyMessagesWait } from "../billing/index.ts";
import { safeDatabaseError } from "../db/pool.ts";
import type { ChannelOutcome } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import {
  type ChannelRow,
  getChannel,
  isRefused,
  noteChannelFacts,
  readMembers,
  SHARED_TROUBLE,
  troubleOfState,
  updateChannel,
} from "../ingest/index.ts";
import { type ChatIntegrationRow, updateChatIntegration } from "../integrations/index.ts";
import { TryLater } from "../queue/queue.ts";
import { analyseChannel } from "./analyse-channel.ts";
import { isNoFailedTry } from "./failed-tries.ts";
import { findSource, type Opening, type OpenSource } from "./open-source.ts";
import { listActiveChannelIds } from "./queries.ts";
import type { RunWork } from "./run-work.ts";
import { type Counts, Tally } from "./tally.ts";

const BUSY_MS = 700;
const SOMETHING_UNEXPECTED = "The analysis stopped because of an error on our side.";
const STORED: Opening = { integration: null, open: null, closedBecause: null };

/** The named channels, or every active one. Answers why, when not a single one could be read. */
export async function analyseChannels(deps: Deps, work: RunWork): Promise<string | null> {
  const named = work.run.input.channelIds;
  const wanted = named ?? (await inWorkspace(deps.db, work.workspaceId, listActiveChannelIds));
  const failures = await analyseEach(deps, work, wanted, { onlyStored: work.run.input.onlyQuiet === true });
  return failures.length === work.result.channels.length ? (failures[0] ?? null) : null;
}

export interface EachOptions {
  /** Reads nothing new. */
  onlyStored?: boolean;
  afterEach?: () => Promise<void>;
}

/** One channel after the other; one that cannot be read stops no other. Answers why those could not. */
export async function analyseEach(
  deps: Deps,
  work: RunWork,
  channelIds: string[],
  { onlyStored = false, afterEach }: EachOptions = {},
): Promise<string[]> {
  const failures = (work.position["failures"] ??= []) as string[];
  await work.report({ channelsTotal: channelIds.length });
  for (const id of channelIds) {
    if (work.result.channels.some(({ channelId }) => channelId === id)) continue;
    const channel = await inWorkspace(deps.db, work.workspaceId, (scope) => getChannel(scope, id)).catch(unlessGone);
    if (!channel) continue;
    const failure = await analyseOne(deps, work, channel, onlyStored);
    if (failure) failures.push(failure);
    await afterEach?.();
    await work.save();
    await work.pauseIfDue();
  }
  return failures;
}

/** Answers why the channel could not be read, else null. */
async function analyseOne(deps: Deps, work: RunWork, channel: ChannelRow, onlyStored: boolean): Promise<string | null> {
  const lock = `channel ${channel.workspaceId} ${channel.id}`;
  if (!(await work.locks.tryLock(lock))) {
    await work.report({ step: `Waiting for another analysis of #${channel.name}` });
    await work.save();
    throw new TryLater(BUSY_MS);
  }
  try {
    return await readAndAnalyse(deps, work, channel, onlyStored ? STORED : await findSource(deps, channel));
  } finally {
    if (!work.locks.lost.aborted) await work.locks.unlock(lock);
  }
}

async function readAndAnalyse(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  { integration, open, closedBecause }: Opening,
): Promise<string | null> {
  const startedAt = Date.now();
  const reason = closedBecause ?? (channel.pausedFor === "channels" ? channel.trouble : null);
  if (reason) {
    work.addOutcome(new Tally(work, channel).outcome(reason));
    work.problem(`#${channel.name}: ${reason}`);
    return reason;
  }
  try {
    const newest = work.run.kind === "test" ? TEST_ANALYSIS_MESSAGES : undefined;
    const source = open?.() ?? null;
    // Nobody waits for what the schedule does: a conversation that still goes on is not judged in its middle.
    const onlyQuiet = work.run.kind === "analyse" && work.run.requestedBy === null;
    const { outcome, isRead, isEmpty, isPaused } = await analyseChannel(deps, work, {
      channel: source ? await askWhoReads(deps, work, channel, source) : channel,
      source,
      onlyQuiet,
      liveSince: integration?.liveSince ?? null,
      ...(newest && { newest }),
    });
    if (isPaused) {
      await paused(deps, work, channel, { outcome, isRead });
      return null;
    }
    const expected = isEmpty && (channel.cursor === null || newest !== undefined);
    if (expected) {
      outcome.status = "No messages found";
      work.problem(
        `No messages were found in #${channel.name}. If people talk there, check that the bot is a member of the channel.`,
      );
    }
    work.addOutcome(outcome);
    await succeeded(deps, work, channel, integration, { startedAt, hasRead: isRead });
    return null;
  } catch (error) {
    const sentence = whatIsWrong(error, work);
    if (!sentence) throw error;
    if (sentence === SOMETHING_UNEXPECTED) {
      deps.log.error({ err: safeDatabaseError(error), channelId: channel.id }, "A channel could not be analyzed");
    }
    const outcome = new Tally(work, channel).outcome(sentence);
    work.addOutcome(outcome);
    work.problem(`#${channel.name}: ${sentence}`);
    await failed(deps, work, channel, integration, { error, trouble: sentence });
    return sentence;
  }
}

/** A sentence for what will not pass by itself, or did not pass in all tries; null for what is tried again. */
function whatIsWrong(error: unknown, work: RunWork): string | null {
  if (error instanceof TryLater || error instanceof RateLimited || work.isPauseDue) return null;
  if (isNoFailedTry(error, work.run)) return null;
  const mayPass = !(error instanceof ConnectorError) || error instanceof Unreachable;
  if (mayPass && !work.attempt.isLast) return null;
  return error instanceof ConnectorError ? error.message : SOMETHING_UNEXPECTED;
}

async function succeeded(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  integration: ChatIntegrationRow | null,
  { startedAt, hasRead }: { startedAt: number; hasRead: boolean },
): Promise<void> {
  const { counts } = new Tally(work, channel);
  const { messages, conversations, articlesCreated, articlesUpdated, skipped } = counts;
  const outcome = work.result.channels.at(-1);
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    if (hasRead || work.run.kind === "import") await markChecked(scope, channel, counts);
    await deps.events.notify(scope, { type: "channel", id: channel.id });
    if (integration?.trouble) {
      await updateChatIntegration(scope, integration.id, { trouble: null });
      await deps.events.notify(scope, { type: "integration", id: integration.id });
    }
    // The schedule looks often; what it did not find needs no line.
    if (work.run.requestedBy === null && messages === 0 && conversations === 0) return;
    if (counts.filledIn > 0) await tellGap(deps, scope, channel, counts.filledIn);
    await recordActivity(scope, deps.events, {
      type: "message_analyzed",
      message: `#${channel.name}: ${outcome?.status ?? "analyzed"}.`,
      data: {
        channel: channel.name,
        messages,
        conversations,
        articlesCreated,
        articlesUpdated,
        skipped,
        ...(skipped > 0 && { skippedWhy: counts.skippedWhy }),
        engine: deps.engines.forWorkspace(work.workspaceId).name,
        seconds: Math.round((Date.now() - startedAt) / 100) / 10,
      },
    });
  });
}

/** The messages of the plan are used up: the channel says so until they are not. What was analyzed before that counts. */
async function paused(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  { outcome, isRead }: { outcome: ChannelOutcome; isRead: boolean },
): Promise<void> {
  const { counts } = new Tally(work, channel);
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    const trouble = await whyMessagesWait(scope);
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
    });
  });
}

/** Before anything is read: what the channel is, whether it may be read, and for whom. */
async function askWhoReads(deps: Deps, work: RunWork, channel: ChannelRow, source: OpenSource): Promise<ChannelRow> {
  const known = await askForFacts(deps, work, channel, source);
  if (isRefused(known)) throw new Refused(SHARED_TROUBLE);
  await readMembers(deps, work.workspaceId, channel.id, work.attempt.signal);
  return known;
}

/** A platform says by itself what happened to a channel; nobody may have listened. */
async function askForFacts(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  { source, config }: OpenSource,
): Promise<ChannelRow> {
  if (!source.findChannel) return channel;
  try {
    const remote = await source.findChannel(config, channel.externalId, work.attempt.signal);
    const state = remote.isArchived ? "archived" : channel.remoteState === "left" && !remote.isMember ? "left" : null;
    const { name, isPrivate, isShared = false } = remote;
    return await inWorkspace(deps.db, work.workspaceId, async (scope) => {
      // Before the first look nobody knew: being private is no change then. What is written from it waits all the same.
      const isFirst = channel.reading === null;
      const heldSince = isPrivate ? (channel.heldSince ?? new Date()) : channel.heldSince;
      const known = isFirst ? await updateChannel(scope, channel.id, { isPrivate, heldSince }) : channel;
      return noteChannelFacts(deps, scope, known, { name, isPrivate, isShared, state });
    });
  } catch (error) {
    // Reading it will meet the same, and tells.
    if (error instanceof ConnectorError) return channel;
    throw error;
  }
}

/** What was read is known now; who could read is no stranger in the channel. */
async function markChecked(scope: WorkspaceScope, { id }: ChannelRow, counts: Counts): Promise<void> {
  const channel = await getChannel(scope, id);
  const remoteState = channel.remoteState === "left" ? null : channel.remoteState;
  const { skipped, skippedWhy, filledIn } = counts;
  await updateChannel(scope, id, {
    lastChecked: new Date(),
    remoteState,
    trouble: troubleOfState({ ...channel, remoteState }),
    pausedFor: null,
    reading: { skipped, skippedWhy, filledIn },
  });
}

function tellGap(deps: Deps, scope: WorkspaceScope, { name }: ChannelRow, filledIn: number): Promise<void> {
  const found = filledIn === 1 ? "1 message" : `${filledIn} messages`;
  return recordActivity(scope, deps.events, {
    type: "message_analyzed",
    message: `#${name}: ${found} had not arrived as live events. The check found and added them.`,
    data: { channel: name, filledIn },
  });
}

/** Broken credentials are the integration's trouble, a channel that is not there its own. Said once, cleared by a success. */
async function failed(
  deps: Deps,
  work: RunWork,
  channel: ChannelRow,
  integration: ChatIntegrationRow | null,
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
    });
  });
}

function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
