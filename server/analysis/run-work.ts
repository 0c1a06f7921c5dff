import { setImmediate } from "node:timers/promises";
import type { PaidCall } from "../../engine/contract.ts";
import type { Locks } from "../db/locks.ts";
import type { ChannelOutcome, RunProgress, RunResult } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type JobAttempt, RetryLater } from "../queue/queue.ts";
import { findRun, isSwitchedOff, type RunRow, updateOpenRun } from "./queries.ts";

const WRITE_EVERY_MS = 250;
/** After this time the run goes to the end of the queue, so that other workspaces get their turn. */
const TURN_MS = 30_000;
/** Computing yields to the event loop after this time. */
const YIELD_EVERY_MS = 15;
const MAX_PROBLEMS = 50;
/** The pause before trying again to get a lock that another run holds. */
const BUSY_MS = 700;

/** The channel was switched off or removed during its analysis. */
export class ChannelSwitchedOff extends Error {}

/** One turn of a run: its stored progress and result, and methods that update them. */
export class RunExecution {
  readonly run: RunRow;
  readonly attempt: JobAttempt;
  readonly locks: Locks;
  /** The start of the current turn. */
  readonly since = new Date();
  readonly progress: RunProgress;
  /** The result of all turns so far, stored channel by channel so that it survives a killed worker. */
  readonly result: RunResult;
  /** Additional state from which some kinds of run resume after a kill. */
  position: Record<string, unknown>;
  /** The analyzed channel, if it was monitored when the run began: the analysis ends when it no longer is. */
  monitored: string | null = null;
  readonly #deps: Deps;
  readonly #turnEndsAt = Date.now() + TURN_MS;
  #writtenAt = 0;
  #madeProgress = false;
  #yieldedAt = Date.now();
  #isOver = false;

  constructor(deps: Deps, run: RunRow, attempt: JobAttempt, locks: Locks) {
    const { result, ...position } = run.position ?? {};
    this.#deps = deps;
    this.run = run;
    this.attempt = attempt;
    this.locks = locks;
    this.progress = { ...run.progress };
    this.result = (result as RunResult | undefined) ?? {
      channels: [],
      messagesRead: 0,
      articlesCreated: 0,
      articlesUpdated: 0,
      problems: [],
    };
    this.position = position;
  }

  get workspaceId(): string {
    return this.run.workspaceId;
  }

  problem(sentence: string): void {
    const { problems } = this.result;
    if (problems.includes(sentence)) return;
    if (problems.length < MAX_PROBLEMS) problems.push(sentence);
    else problems[MAX_PROBLEMS] = "There were more problems of this kind.";
  }

  /** Adds the cost of one model call to the run's cost. */
  readonly onCall = ({ costMicros, isPaidNow }: PaidCall): void => {
    if (isPaidNow) this.progress.costMicros = (this.progress.costMicros ?? 0) + costMicros;
  };

  addOutcome(outcome: ChannelOutcome): void {
    this.result.channels.push(outcome);
    this.result.messagesRead += outcome.messages;
    this.result.articlesCreated += outcome.articlesCreated;
    this.result.articlesUpdated += outcome.articlesUpdated;
    this.progress.channelsDone = this.result.channels.length;
    this.madeProgress();
  }

  /** Resets the count of interruptions with the next save, because a later turn does not repeat the work so far. */
  madeProgress(): void {
    this.#madeProgress = true;
  }

  /** Stores the progress at most four times a second, and yields to the event loop. */
  async report(change: Partial<RunProgress>): Promise<void> {
    Object.assign(this.progress, change);
    if (Date.now() - this.#writtenAt >= WRITE_EVERY_MS) await this.save();
    await this.yieldEventLoop();
  }

  async yieldEventLoop(): Promise<void> {
    if (Date.now() - this.#yieldedAt < YIELD_EVERY_MS) return;
    await setImmediate();
    this.#yieldedAt = Date.now();
  }

  async save(): Promise<void> {
    await inWorkspace(this.#deps.db, this.workspaceId, (scope) => this.saveIn(scope));
  }

  /** Saves the position in the transaction that writes the rows it counts. */
  async saveIn(scope: WorkspaceScope): Promise<void> {
    this.#writtenAt = Date.now();
    const position = { ...this.position, result: this.result };
    const further = this.#madeProgress && { interruptions: 0 };
    if (await updateOpenRun(scope, this.run.id, { progress: this.progress, position, ...further })) {
      await this.#deps.events.notify(scope, { type: "run", id: this.run.id });
    } else this.#isOver = true;
  }

  /** True if the worker stops, lost its locks or used up its turn, or if a person stopped the run. */
  get isPauseDue(): boolean {
    return this.#isOver || this.attempt.signal.aborted || this.locks.lost.aborted || Date.now() >= this.#turnEndsAt;
  }

  async #isStopped(): Promise<boolean> {
    const run = await inWorkspace(this.#deps.db, this.workspaceId, (scope) => findRun(scope, this.run.id));
    return run?.progress.isStopped === true;
  }

  async isChannelOff(): Promise<boolean> {
    const id = this.monitored;
    return id !== null && inWorkspace(this.#deps.db, this.workspaceId, (scope) => isSwitchedOff(scope, id));
  }

  /** Ends this turn if a pause is due. Call it where the work can be resumed. */
  async pauseIfDue(): Promise<void> {
    if (await this.isChannelOff()) throw new ChannelSwitchedOff();
    if (!this.isPauseDue && !(await this.#isStopped())) return;
    if (!this.locks.lost.aborted) await this.save();
    throw new RetryLater(0);
  }

  /**
   * Takes a lock and returns a function that releases it. If another run holds it, this turn ends, with `step` as the displayed
   * reason.
   */
  async hold(lock: string, step?: string): Promise<() => Promise<void>> {
    if (!(await this.locks.tryLock(lock))) {
      if (step) await this.report({ step });
      await this.save();
      throw new RetryLater(BUSY_MS);
    }
    return async () => {
      if (!this.locks.lost.aborted) await this.locks.unlock(lock);
    };
  }
}
