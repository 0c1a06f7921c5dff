import { Refused } from "../../../connectors/errors.ts";
import { type ModelEngine, ModelUnavailable, type PaidCall } from "../../../engine/contract.ts";
import { bindToWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { nullIfNotFound } from "../../errors.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { findNewestWindow } from "../../ingest/waiting/index.ts";
import type { RunExecution } from "../run-work.ts";
import {
  addToTrial,
  countMatters,
  findReadPosition,
  findTrial,
  insertMatters,
  listUnwrittenMatters,
  type TrialRow,
  toFoundMatter,
  updateTrial,
} from "./trial-queries.ts";
import { type TrialContext, writeTrialMatter } from "./write-trial-matter.ts";

/** The number of matters written at the same time, as in an analysis. */
const AT_ONCE = 4;
const NO_MODEL = "This workspace has no language model. Choose one, and the trial goes on.";
export const createNeverSentError = (name: string) =>
  `#${name} is never sent to a language model. Take it off that list, or choose another channel.`;

/** Finds the newest matters of a channel, and writes and checks each. Stores every step, so that it may be stopped and resumed. */
export async function runTrial(deps: Deps, work: RunExecution): Promise<void> {
  const inScope = bindToWorkspace(deps.db, work.workspaceId);
  const { trialId } = work.run.input;
  const read = () => inScope((scope) => (trialId ? findTrial(scope, trialId) : Promise.resolve(null)));
  const trial = await read();
  const channel = trial && (await inScope((scope) => getChannel(scope, trial.channelId)).catch(nullIfNotFound));
  if (!trial || !channel) return;
  const openEngine = async (onCall: (call: PaidCall) => void) => {
    const now = await inScope((scope) => getChannel(scope, channel.id));
    if (now.neverToModel) throw new Refused(createNeverSentError(now.name));
    const engine = await deps.engines.forTrial?.(work.workspaceId, { model: trial.writer, onCall });
    if (!engine) throw new ModelUnavailable("off", null, NO_MODEL);
    return engine;
  };
  const isStopped = async () => (await read())?.stoppedAt !== null;
  const trying: TrialContext = { deps, work, trial, channel, inScope, openEngine, isStopped };
  await findMatters(trying);
  await writeMatters(trying);
}

/** Reads the channel window by window, newest first, until enough matters are found. */
async function findMatters({ work, trial, channel, inScope, openEngine, isStopped }: TrialContext): Promise<void> {
  let { isFound } = trial;
  let before = findReadPosition(trial);
  while (!isFound && !(await isStopped())) {
    await work.report({ step: `Finding matters in #${channel.name}` });
    const read = await inScope((scope) =>
      findNewestWindow(scope, { channelId: channel.id, channelName: channel.name, before }),
    );
    const paid = { micros: 0 };
    const engine = await openEngine(({ costMicros, isPaidNow }) => {
      if (isPaidNow) paid.micros += costMicros;
    });
    const matters = read ? await findIn(engine, read.window).finally(() => bookCost(inScope, trial, paid)) : [];
    isFound = await inScope(async (scope) => {
      const known = await countMatters(scope, trial.id);
      // There is nothing to write about unanswered questions.
      const found = matters.filter(({ settled }) => settled !== "open").slice(0, trial.most - known);
      await insertMatters(
        scope,
        trial.id,
        found.map((matter, place) => toFoundMatter(matter, known + place)),
      );
      const isOver = !read || known + found.length >= trial.most;
      await updateTrial(scope, trial.id, {
        isFound: isOver,
        writtenBy: engine.reader,
        ...(read && { readToAt: read.oldest.sentAt, readToId: read.oldest.externalId }),
      });
      await addToTrial(scope, trial.id, { messages: read?.window.fresh.size ?? 0 });
      return isOver;
    });
    before = read?.oldest ?? before;
    await progressed(work);
    await work.pauseIfDue();
  }
}

/** Finds the newest matters of a window; none if the model declines to read it. */
async function findIn(engine: ModelEngine, window: Parameters<ModelEngine["find"]>[0]) {
  try {
    const { matters } = await engine.find(window);
    const places = new Map(window.messages.map(({ externalId }, place) => [externalId, place]));
    const last = ({ messages }: (typeof matters)[number]) => places.get(messages.at(-1) ?? "") ?? 0;
    return matters.toSorted((a, b) => last(b) - last(a));
  } catch (error) {
    if (error instanceof ModelUnavailable && error.reason === "refused") return [];
    throw error;
  }
}

async function bookCost(inScope: TrialContext["inScope"], trial: TrialRow, paid: { micros: number }): Promise<void> {
  if (paid.micros > 0) await inScope((scope) => addToTrial(scope, trial.id, { costMicros: paid.micros }));
}

async function writeMatters(trying: TrialContext): Promise<void> {
  const { work, trial, channel, inScope, openEngine, isStopped } = trying;
  const waiting = await inScope((scope) => listUnwrittenMatters(scope, trial.id));
  if (waiting.length === 0) return;
  const { reader } = await openEngine(() => {});
  await inScope((scope) => updateTrial(scope, trial.id, { writtenBy: reader }));
  await work.report({ step: `Writing what was found in #${channel.name}` });
  const failures: unknown[] = [];
  const writeNext = async () => {
    for (let matter = waiting.shift(); matter; matter = waiting.shift()) {
      if (work.isPauseDue || failures.length > 0 || (await isStopped())) return;
      await writeTrialMatter(trying, matter).catch((error: unknown) => failures.push(error));
      await progressed(work);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeNext));
  // Written matters are stored; the failed ones are retried when the run resumes.
  if (failures.length > 0) throw failures[0];
  await work.pauseIfDue();
}

/** Notifies open browsers of the trial's progress. */
async function progressed(work: RunExecution): Promise<void> {
  work.madeProgress();
  await work.save();
}
