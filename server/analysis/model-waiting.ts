import type { ModelBacklog, RereadingOffer } from "../../shared/contract/model-waiting.ts";
import { can } from "../../shared/domain/access.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, invalid } from "../errors.ts";
import type { Viewer } from "../http/routes.ts";
import { listHiddenChannels } from "../ingest/audiences/index.ts";
import {
  countReadByOtherModels,
  listChannelsToReread,
  listWaitingChannels,
  requestRereading,
  type WaitingChannel,
} from "../ingest/waiting/index.ts";
import { BACKGROUND_SHARE, filterThisMonth, findReachedCap } from "../llm/budget.ts";
import { readSpending } from "../llm/call-queries.ts";
import { estimateMostTokens, type ReadingAmount } from "../llm/estimate.ts";
import { findModelSettings, type ModelSettingsRow, saveModelSettings } from "../llm/model-settings-queries.ts";
import { getSpendingCaps } from "../llm/workspace-models.ts";
import { estimateReadingCost } from "../settings/index.ts";
import { listOpenRunsOfWorkspace } from "./queries.ts";
import { startRun } from "./start-run.ts";

const OPERATORS = "The operator of this installation set this cap: nobody of this workspace can raise it.";
const NOTHING_WAITS = "Nothing waits for a cap now.";
const NO_MODEL = "No language model is set up. Choose one first.";
/** A cap above any other, to test whether raising the workspace's cap would help. */
const PLENTY = { dollars: 1_000_000_000, tokens: 1_000_000_000_000 };
const MESSAGES_OF_CALL = 90;
const WRITTEN_AT_ONCE = 4;
const NOTHING_UNDER_WAY = { micros: 0, tokens: 0 };
const NO_ROW = { provider: null, dailyCapCents: null, monthlyCapCents: null, raised: [] };

/** Sums up the waiting work. People who may not change the model see only channels that they may read. */
export async function viewWaitingWork(
  deps: Pick<Deps, "env">,
  scope: ReaderScope,
  viewer: Viewer,
): Promise<ModelBacklog> {
  const mayChange = can(viewer, "change", "language-model");
  const hidden = await listHiddenChannels(scope);
  const all = await listWaitingChannels(scope);
  const told = all.filter(({ channelId }) => !hidden.has(channelId));
  const counted = mayChange ? all : told;
  const soonest = soonestOf(counted);
  const work = sumOf(counted);
  const { dollars, minutes } = await estimateReadingCost(deps, scope, inWholeCalls(work));
  const isHeld = mayChange && soonest?.reason === "cap";
  const held = isHeld ? await capThatHolds(deps, scope, dollars !== null) : null;
  return {
    ...work,
    reason: soonest?.reason ?? null,
    sentence: soonest?.sentence ?? null,
    until: soonest?.until ?? null,
    channels: told.map(({ channelId: id, channelName: name, messages, conversations, reason, sentence, until }) => ({
      id,
      name,
      messages,
      conversations,
      reason,
      sentence,
      until,
    })),
    continueNow: held?.mayBeRaised ? { dollars, minutes } : null,
    whyNotNow: held && !held.mayBeRaised ? OPERATORS : null,
  };
}

function sumOf(channels: readonly WaitingChannel[]): { messages: number; conversations: number } {
  const sum = (of: "messages" | "conversations") => channels.reduce((total, channel) => total + channel[of], 0);
  return { messages: sum("messages"), conversations: sum("conversations") };
}

/** Rounds up to whole calls, because each contains instructions and several are running when a cap is reached. */
function inWholeCalls({ messages, conversations }: ReturnType<typeof sumOf>): ReadingAmount {
  const up = (count: number, to: number) => Math.ceil(count / to) * to;
  return { messages: up(messages, MESSAGES_OF_CALL), matters: up(conversations, WRITTEN_AT_ONCE) };
}

/** The channel that resumes first; one with refused conversations only if nothing else waits. */
function soonestOf(channels: readonly WaitingChannel[]): WaitingChannel | undefined {
  const going = channels.filter(({ reason }) => reason !== "refused");
  const time = ({ until }: WaitingChannel) => (until ? Date.parse(until) : Number.POSITIVE_INFINITY);
  return (going.length > 0 ? going : [...channels]).toSorted((a, b) => time(a) - time(b))[0];
}

/** Returns the cap that blocks the work; null if there is room again and the work resumes automatically. */
async function capThatHolds({ env }: Pick<Deps, "env">, scope: WorkspaceScope, isPaid: boolean) {
  const row = await settingsOf(env, scope);
  const spent = await readSpending(scope);
  const reached = (settings: ModelSettingsRow) =>
    findReachedCap(getSpendingCaps(env, settings), spent, NOTHING_UNDER_WAY, { isPaid, isQuestion: false }) !== null;
  if (!reached(row)) return null;
  const raised = [...row.raised, { at: new Date().toISOString(), ...PLENTY }];
  return { row, mayBeRaised: !reached({ ...row, raised }) };
}

/** Reads the settings for the caps. Ignores the workspace's own model if the operator does not allow own keys. */
async function settingsOf(env: Deps["env"], scope: WorkspaceScope): Promise<ModelSettingsRow> {
  const row = (await findModelSettings(scope)) ?? ({ ...NO_ROW } as unknown as ModelSettingsRow);
  return env.LLM_OWN_KEYS ? row : { ...row, provider: null };
}

/** Raises the cap by the upper estimate of the waiting work, limited to the agreed amount, and resumes the work. */
export async function continueWaitingWork(
  deps: Pick<Deps, "env" | "queue" | "events">,
  scope: WorkspaceScope,
  agreed: number | null,
): Promise<void> {
  const waiting = await listWaitingChannels(scope);
  const reading = inWholeCalls(sumOf(waiting));
  const { dollars } = await estimateReadingCost(deps, scope, reading);
  const isHeld = waiting.some(({ reason }) => reason === "cap");
  const held = isHeld ? await capThatHolds(deps, scope, dollars !== null) : null;
  if (!held) throw conflict(NOTHING_WAITS);
  if (!held.mayBeRaised) throw conflict(OPERATORS);
  const most = Math.min(dollars?.most ?? 0, agreed ?? Number.POSITIVE_INFINITY);
  const tokens = estimateMostTokens(reading);
  // A share of the raise is reserved for questions, as of the cap itself.
  const raised = (amount: number, to: number) => Math.ceil((amount / BACKGROUND_SHARE) * to) / to;
  const raise = { at: new Date().toISOString(), dollars: raised(most, 100), tokens: raised(tokens, 1) };
  await saveModelSettings(scope, { raised: [...filterThisMonth(held.row.raised), raise] });
  await resumeWaitingRuns(deps, scope);
}

/** Enqueues the waiting runs; if none is open, starts one for the waiting channels. */
export async function resumeWaitingRuns(deps: Pick<Deps, "queue" | "events">, scope: WorkspaceScope): Promise<void> {
  const waiting = (await listWaitingChannels(scope)).filter(({ reason }) => reason !== "refused");
  const { workspaceId } = scope;
  // A waiting trial is recorded only in its run, not at the channel.
  const open = await listOpenRunsOfWorkspace(scope);
  for (const { id: runId } of open) await deps.queue.enqueue(scope, { queue: "run", workspaceId, runId });
  const channelIds = waiting.map(({ channelId }) => channelId);
  if (open.length === 0 && channelIds.length > 0)
    await startRun(deps, scope, { kind: "analyse", input: { channelIds }, requestedBy: null });
}

export async function viewRereadingOffer(deps: Pick<Deps, "env">, scope: WorkspaceScope): Promise<RereadingOffer> {
  const { model } = await estimateReadingCost(deps, scope, { messages: 0 });
  const { conversations, messages, asked } = await countReadByOtherModels(scope, model);
  const { dollars, minutes } = await estimateReadingCost(deps, scope, { messages });
  return { model, conversations, messages, dollars, minutes, asked };
}

/** Starts a run that analyzes stored messages again without reading platforms. */
export async function startRereading(
  deps: Pick<Deps, "env" | "queue" | "events">,
  scope: WorkspaceScope,
  requestedBy: string,
): Promise<void> {
  const { model } = await estimateReadingCost(deps, scope, { messages: 0 });
  if (!model) throw invalid(NO_MODEL);
  const asked = await requestRereading(scope, model);
  const channelIds = [...new Set([...asked, ...(await listChannelsToReread(scope))])].toSorted();
  if (channelIds.length === 0) return;
  await startRun(deps, scope, { kind: "analyse", input: { channelIds, onlyStored: true }, requestedBy });
}
