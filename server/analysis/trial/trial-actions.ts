import { MAX_TRIAL_MATTERS } from "../../../shared/domain/model-providers.ts";
import {
  inWorkspaceAs,
  mayReadChannels,
  type PersonScope,
  type ReaderScope,
  readInWorkspaceAs,
} from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { type ChannelRow, getChannel } from "../../ingest/channels/index.ts";
import { readMessagesById } from "../../ingest/waiting/index.ts";
import { estimateReadingCost, estimateTrialRepeat } from "../../settings/index.ts";
import { updateOpenRun } from "../queries.ts";
import { startRun } from "../start-run.ts";
import { createNeverSentError } from "./run-trial.ts";
import { prepareReadingWholeChannel } from "./save-accepted.ts";
import {
  getTrialFor,
  insertMatters,
  insertTrial,
  listMatters,
  listTrials,
  type TrialRow,
  updateTrial,
} from "./trial-queries.ts";
import { viewTrialMatter, viewTrialSummary } from "./views.ts";

/** Limited, because each trial makes paid calls. */
const TRIALS = { limit: 30, windowSeconds: 3600 };
const NO_MODEL = "No language model is set up. Choose one first.";

async function mayStart(deps: Deps, workspaceId: string): Promise<void> {
  await enforceRateLimit(deps.db, `model-trial ${workspaceId}`, TRIALS);
  if (!(await deps.engines.hasModel?.(workspaceId))) throw invalid(NO_MODEL);
}

async function begin(deps: Deps, scope: PersonScope, trial: TrialRow) {
  const run = await startRun(deps, scope, { kind: "trial", input: { trialId: trial.id }, requestedBy: scope.reader });
  await updateTrial(scope, trial.id, { runId: run.id });
  return viewTrialSummary(await getTrialFor(scope, trial.id));
}

/** Reads a channel that the person may read and that may be sent to a model; throws otherwise. */
export async function getChannelForTrial(scope: ReaderScope, id: string): Promise<ChannelRow> {
  if (!(await mayReadChannels(scope, [id]))) throw notFound("channel");
  const channel = await getChannel(scope, id);
  if (channel.neverToModel) throw invalid(createNeverSentError(channel.name));
  return channel;
}

export async function startTrial(deps: Deps, viewer: Viewer, channelId: string, most = MAX_TRIAL_MATTERS) {
  await readInWorkspaceAs(deps.db, viewer, (scope) => getChannelForTrial(scope, channelId));
  await mayStart(deps, viewer.workspaceId);
  return inWorkspaceAs(deps.db, viewer, async (scope) => {
    await getChannelForTrial(scope, channelId);
    return begin(deps, scope, await insertTrial(scope, { channelId, most, requestedBy: viewer.userId, writer: null }));
  });
}

/** Starts a trial that writes the same matters with another model (null: the workspace's current one). */
export async function repeatTrial(deps: Deps, viewer: Viewer, id: string, writer: string | null) {
  await readInWorkspaceAs(deps.db, viewer, (scope) => getTrialFor(scope, id));
  await mayStart(deps, viewer.workspaceId);
  return inWorkspaceAs(deps.db, viewer, async (scope) => {
    const { trial } = await getTrialFor(scope, id);
    await getChannelForTrial(scope, trial.channelId);
    const matters = await listRepeatable(scope, trial.id);
    if (matters.length === 0) throw conflict("This trial found nothing that could be tried again.");
    const { channelId, series, most } = trial;
    const values = { channelId, series, most, requestedBy: viewer.userId, writer, isFound: true };
    const again = await insertTrial(scope, values);
    await insertMatters(scope, again.id, matters);
    return begin(deps, scope, again);
  });
}

/** Lists the trial's matters whose messages are still stored. */
const listRepeatable = async (scope: ReaderScope, trialId: string) =>
  (await listMatters(scope, trialId)).filter(({ sources }) => sources.length > 0);

export async function estimateRepeat(deps: Pick<Deps, "env">, scope: ReaderScope, id: string, model?: string) {
  const { trial } = await getTrialFor(scope, id);
  const matters = await listRepeatable(scope, trial.id);
  const messages = matters.reduce((sum, { sources }) => sum + sources.length, 0);
  return estimateTrialRepeat(deps, scope, { articles: matters.length, messages, model });
}

export async function viewTrial(scope: ReaderScope, id: string) {
  const listed = await getTrialFor(scope, id);
  const { trial } = listed;
  const matters = await listMatters(scope, trial.id);
  const ids = matters.flatMap(({ sources }) => sources);
  const said = await readMessagesById(scope, trial.channelId, ids);
  const byId = new Map(said.map((message) => [message.externalId, message]));
  const series = await listTrials(scope, { series: trial.series });
  return {
    ...viewTrialSummary(listed),
    matters: matters.map((matter) => viewTrialMatter(matter, byId)),
    others: series.filter((other) => other.trial.id !== trial.id).map(viewTrialSummary),
  };
}

/** Stops a trial. Results of running calls are still stored; a turn that waits for the model is canceled. */
export async function stopTrial(deps: Deps, scope: ReaderScope, id: string): Promise<void> {
  const { trial, run } = await getTrialFor(scope, id);
  if (!run || (run.state !== "queued" && run.state !== "running")) return;
  await updateTrial(scope, trial.id, { stoppedAt: new Date() });
  await updateOpenRun(scope, run.id, { state: "done", position: null, finishedAt: new Date() });
  await deps.events.notify(scope, { type: "run", id: run.id });
}

export const getTrialAndChannel = (deps: Deps, viewer: Viewer, id: string) =>
  readInWorkspaceAs(deps.db, viewer, async (scope) => {
    const { trial } = await getTrialFor(scope, id);
    return { trial, channel: await getChannel(scope, trial.channelId) };
  });

export async function readWholeChannel(deps: Deps, viewer: Viewer, id: string): Promise<{ runId: string }> {
  const { trial, channel } = await getTrialAndChannel(deps, viewer, id);
  if (channel.neverToModel) throw invalid(createNeverSentError(channel.name));
  const { model } = await readInWorkspaceAs(deps.db, viewer, (scope) =>
    estimateReadingCost(deps, scope, { messages: 0 }),
  );
  if (!model) throw invalid(NO_MODEL);
  await prepareReadingWholeChannel(deps, trial, model);
  const input = { channelIds: [channel.id] };
  const run = await inWorkspaceAs(deps.db, viewer, (scope) =>
    startRun(deps, scope, { kind: "analyse", input, requestedBy: viewer.userId }),
  );
  return { runId: run.id };
}
