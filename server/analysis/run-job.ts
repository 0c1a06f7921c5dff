import { RateLimited, Unreachable } from "../../connectors/errors.ts";
import { ModelUnavailable } from "../../engine/contract.ts";
import { recordActivity } from "../activity/index.ts";
import { openLocks } from "../db/locks.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listWaitingChannels } from "../ingest/waiting/index.ts";
import { type JobAttempt, type JobOf, RetryLater } from "../queue/queue.ts";
import { analyseChannelsSequentially } from "./analyse-sequentially.ts";
import { hasMessageForPeople, isRetriedWithoutLimit } from "./failed-tries.ts";
import { importStoredExport } from "./import-export.ts";
import { findRun, getRun, type RunRow, updateOpenRun } from "./queries.ts";
import { reanalyseArticle } from "./reanalyse-article.ts";
import { RunExecution } from "./run-work.ts";
import { removeStoredExport } from "./stored-exports.ts";
import { runTrial } from "./trial/run-trial.ts";
import { describeWaitingArticles } from "./trial/trial-queries.ts";
import { runExcerptWriting } from "./write-excerpts.ts";

const BUSY_MS = 1000;
/**
 * The number of interruptions after which the run is assumed to crash its process. Few for an import that is still reading its
 * file, which may be hostile; any other run is more likely the victim of a crash. Turns are at least 10 s apart (the queue's
 * heartbeat).
 */
const mostInterruptions = ({ kind, position }: RunRow) => (kind === "import" && position?.["isRead"] !== true ? 3 : 20);
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
/** The pause if the model's outage has no known end. */
const MODEL_PAUSE_MS = 5 * 60 * 1000;
const SOMETHING_UNEXPECTED =
  "The analysis stopped because of an error on our side. What was read and written so far is kept; start it again to continue from there.";
const interrupted = (times: number) =>
  `This was interrupted ${times} times at the same place because the server itself ended. It is not retried automatically. What was read and written so far is kept.`;

/** Works on a run for one turn. Repeating it has no further effect. */
export async function runJob(deps: Deps, job: JobOf<"run">, attempt: JobAttempt): Promise<void> {
  const locks = await openLocks(deps.db);
  try {
    if (!(await locks.tryLock(`run ${job.runId}`))) throw new RetryLater(BUSY_MS);
    const run = await takeUp(deps, job);
    if (!run) return;
    const work = new RunExecution(deps, run, attempt, locks);
    try {
      const failure = await WORK[run.kind](deps, work);
      await finish(deps, work, failure ?? null);
    } catch (error) {
      await endTurn(deps, work);
      await handleFailure(deps, work, error);
    }
  } finally {
    await locks.close();
  }
}

/** Starts a turn; null if the run has ended, its workspace is gone, or it was interrupted too often. */
async function takeUp(deps: Deps, { workspaceId, runId }: JobOf<"run">): Promise<RunRow | null> {
  const { run, isToDo } = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const found = await findRun(scope, runId);
    // A person may have stopped the run since its last turn.
    if (!found || found.state === "done" || found.state === "failed") return { run: found, isToDo: false };
    if (found.interruptions >= mostInterruptions(found)) {
      await fail(deps, scope, found, interrupted(found.interruptions));
      return { run: found, isToDo: false };
    }
    const interruptions = found.interruptions + 1;
    await updateOpenRun(scope, runId, { state: "running", startedAt: found.startedAt ?? new Date(), interruptions });
    await deps.events.notify(scope, { type: "run", id: runId });
    return { run: found, isToDo: true };
  });
  if (run && !isToDo) await removeStoredExport(deps, run);
  return isToDo ? run : null;
}

/** Marks the turn as ended, whatever its result, so that it does not count as an interruption. */
async function endTurn(deps: Deps, { workspaceId, run, locks }: RunExecution): Promise<void> {
  if (locks.lost.aborted) return;
  await inWorkspace(deps.db, workspaceId, (scope) => updateOpenRun(scope, run.id, { interruptions: 0 }));
}

/** The work of each kind of run; returns the reason of a failure, or nothing. */
const WORK: Record<RunRow["kind"], (deps: Deps, work: RunExecution) => Promise<string | null | void>> = {
  test: analyseChannelsSequentially,
  analyse: analyseChannelsSequentially,
  reanalyse: reanalyseArticle,
  import: importStoredExport,
  trial: runTrial,
  write: runExcerptWriting,
};

/** Throws to make the queue retry, later without counting the attempt, or with back-off. Returns if the run has ended. */
async function handleFailure(deps: Deps, work: RunExecution, error: unknown): Promise<void> {
  if (error instanceof RetryLater) throw error;
  if (work.attempt.signal.aborted) throw new RetryLater(0, { cause: error });
  if (work.locks.lost.aborted) throw new RetryLater(BUSY_MS, { cause: error });
  if (error instanceof ModelUnavailable) {
    await work.report({ step: await sentenceOfWait(deps, work, error) });
    await work.save();
    throw new RetryLater(pauseFor(error), { cause: error });
  }
  if (error instanceof RateLimited) {
    await work.report({ step: `${error.message} It resumes automatically.` });
    await work.save();
    throw new RetryLater(Math.min(error.retryAfterMs, LONGEST_PAUSE_MS), { cause: error });
  }
  if (isRetriedWithoutLimit(error, work.run)) throw new RetryLater(BUSY_MS, { cause: error });
  const isForPeople = hasMessageForPeople(error);
  const mayPass = !isForPeople || error instanceof Unreachable;
  if (mayPass && !work.attempt.isLast) {
    if (isForPeople) work.progress.step = `${error.message} It is retried automatically.`;
    await work.save();
    throw error;
  }
  if (!isForPeople) deps.log.error({ err: safeDatabaseError(error), runId: work.run.id }, "A run was given up");
  const sentence = isForPeople ? error.message : SOMETHING_UNEXPECTED;
  await finish(deps, work, sentence);
}

/** Limits the pause, because a cap or an outage may end earlier than announced. */
const pauseFor = ({ until }: ModelUnavailable) =>
  Math.min(LONGEST_PAUSE_MS, Math.max(BUSY_MS, until ? until.getTime() - Date.now() : MODEL_PAUSE_MS));

async function sentenceOfWait(deps: Deps, work: RunExecution, error: ModelUnavailable): Promise<string> {
  const { trialId } = work.run.input;
  const what = trialId
    ? await inWorkspace(deps.db, work.workspaceId, (scope) => describeWaitingArticles(scope, trialId))
    : await waitingInChannels(deps, work);
  const { message, until } = error;
  const when = until ? `, until ${until.toISOString().slice(11, 16)} UTC` : "";
  const wait = /^(?:Work|1 \w+)$/.test(what || "Work") ? "waits" : "wait";
  return `${what || "Work"} ${wait} for the model${when}. ${message} It resumes automatically.`;
}

async function waitingInChannels(deps: Deps, { workspaceId }: RunExecution): Promise<string> {
  const waiting = await inWorkspace(deps.db, workspaceId, listWaitingChannels);
  const count = (of: "messages" | "conversations") => waiting.reduce((sum, channel) => sum + channel[of], 0);
  const [conversations, messages] = [count("conversations"), count("messages")];
  const what = [conversations > 0 && `${conversations} conversations`, messages > 0 && `${messages} messages`].filter(
    Boolean,
  );
  return what.join(" and ");
}

function logFailure(deps: Deps, scope: WorkspaceScope, { id, kind }: RunRow, sentence: string): Promise<void> {
  return recordActivity(scope, deps.events, { type: "error", message: sentence, data: { run: id, kind } });
}

/** Ends the run: as failed if an error stopped it or no channel could be read, else as done. */
async function finish(deps: Deps, work: RunExecution, error: string | null): Promise<void> {
  const { run, result, progress } = work;
  const step = error === null ? "Done" : "Stopped";
  await inWorkspace(deps.db, work.workspaceId, async (scope) => {
    const change = { state: error === null ? ("done" as const) : ("failed" as const), error, result };
    const changed = await updateOpenRun(scope, run.id, {
      ...change,
      progress: { ...progress, step, fraction: progress.fraction === null || error !== null ? progress.fraction : 1 },
      position: null,
      finishedAt: new Date(),
    });
    if (changed && error !== null) await logFailure(deps, scope, run, error);
    await deps.events.notify(scope, { type: "run", id: run.id });
  });
  await removeStoredExport(deps, run);
}

/** Called when the queue gave up the job because its worker died each time. A person may start the run again. */
export async function failRunOfDeadWorkers(deps: Deps, workspaceId: string, runId: string): Promise<void> {
  const run = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const found = await getRun(scope, runId);
    return (await fail(deps, scope, found, SOMETHING_UNEXPECTED)) ? found : null;
  });
  if (run) await removeStoredExport(deps, run);
}

/** Marks the run as failed; returns false if it has already ended. */
async function fail(deps: Deps, scope: WorkspaceScope, run: RunRow, sentence: string): Promise<boolean> {
  const change = { state: "failed" as const, error: sentence, position: null, finishedAt: new Date() };
  if (!(await updateOpenRun(scope, run.id, change))) return false;
  await logFailure(deps, scope, run, sentence);
  await deps.events.notify(scope, { type: "run", id: run.id });
  return true;
}
