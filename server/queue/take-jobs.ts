import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { isRetryable, safeDatabaseError } from "../db/pool.ts";
import type { Database } from "../db/workspace-scope.ts";
import { recordJobRun } from "./job-metrics.ts";
import { type JobOrigin, runAsJob } from "./job-origin.ts";
import { type Job, type JobAttempt, jobSchema, MAX_TRIES, type QueueName, RetryLater } from "./queue.ts";
import { bindToTransaction } from "./queue-queries.ts";

const POLL_MS = 1000;
/** The pause between heartbeats, a third of the time after which the queue counts a worker as dead. */
const HEARTBEAT_MS = 3000;
const HANGS_AFTER_MS = 2000;
const AFTER_TROUBLE_MS = 1000;

export interface JobTaker {
  readonly name: QueueName;
  /** Called when a job may have arrived. */
  wake(): void;
  stop(graceMs: number): Promise<void>;
}

export interface TakingOptions {
  boss: PgBoss;
  db: Database;
  log: Logger;
  name: QueueName;
  tuning: { slots: number; slotsPerWorkspace: number; mostHanging: number };
  handler: (job: Job, attempt: JobAttempt) => Promise<void>;
}

type JobData = Omit<Job, "queue"> & JobOrigin;

interface Claim {
  id: string;
  retryCount: number;
  key: string | null;
  workspaceId: string;
  data: JobData;
  lost: AbortController;
  since: number;
}

/**
 * Keeps this process's slots of one queue filled. The queue library's own worker finishes a whole batch at once and takes jobs
 * by arrival. This function finishes each job separately and takes jobs from all workspaces alternately: a workspace with 200
 * jobs does not delay the others.
 */
export function takeJobs(options: TakingOptions): JobTaker {
  const slots = new JobSlots(options);
  const poll = setInterval(() => slots.wake(), POLL_MS);
  const heart = setInterval(() => slots.beat(), HEARTBEAT_MS);
  slots.wake();
  return {
    name: options.name,
    wake: () => slots.wake(),
    async stop(graceMs) {
      clearInterval(poll);
      await slots.stop(graceMs);
      clearInterval(heart);
    },
  };
}

class JobSlots {
  readonly #options: TakingOptions;
  readonly #claims = new Map<string, Claim>();
  readonly #running = new Set<Promise<void>>();
  /** Workspaces from which this round has already taken a job. */
  #served = new Set<string>();
  #isStopping = false;
  #isLooking = false;
  #looksAgain = false;

  constructor(options: TakingOptions) {
    this.#options = options;
  }

  wake(): void {
    void this.#look();
  }

  /** Renews the heartbeat of this process's jobs, and ends jobs that the queue has given to another worker. */
  beat(): void {
    const { log, name } = this.#options;
    this.#touch().catch((error: unknown) =>
      log.warn({ err: safeDatabaseError(error), queue: name }, "A heartbeat was missed"),
    );
  }

  /** Resolves when every job has ended, at the latest after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const claim of this.#claims.values()) claim.lost.abort();
    const patience = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#running),
      new Promise((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        patience.signal.addEventListener("abort", () => clearTimeout(timer));
      }),
    ]);
    patience.abort();
  }

  async #look(): Promise<void> {
    const { log, name, tuning } = this.#options;
    this.#looksAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#looksAgain && !this.#isStopping) {
        this.#looksAgain = false;
        while (!this.#isStopping && this.#slotsTaken() < tuning.slots && (await this.#takeOne())) {}
      }
    } catch (error) {
      log.error({ err: safeDatabaseError(error), queue: name }, "Jobs could not be looked for; trying again");
    } finally {
      this.#isLooking = false;
    }
  }

  /** Takes one job. Returns true when there may be more jobs. */
  async #takeOne(): Promise<boolean> {
    const { boss, name } = this.#options;
    const busy = this.#busyWorkspaces();
    const ignoreGroups = [...new Set([...this.#served, ...busy])];
    const [job] = await boss.fetch<JobData>(name, { includeMetadata: true, ignoreGroups });
    if (job) {
      const { id, retryCount, singletonKey: key, data } = job;
      const { workspaceId } = data;
      this.#served.add(workspaceId);
      this.#start({ id, retryCount, key, workspaceId, data, lost: new AbortController(), since: performance.now() });
      return true;
    }
    const roundEnds = [...this.#served].some((workspaceId) => !busy.includes(workspaceId));
    this.#served = new Set();
    return roundEnds;
  }

  /** Returns the number of slots in use. Leaves out jobs that wait for another service, up to their limit. */
  #slotsTaken(): number {
    const hangsSince = performance.now() - HANGS_AFTER_MS;
    const hanging = [...this.#claims.values()].filter(({ since }) => since < hangsSince).length;
    return this.#claims.size - Math.min(hanging, this.#options.tuning.mostHanging);
  }

  #busyWorkspaces(): string[] {
    const counts = new Map<string, number>();
    for (const { workspaceId } of this.#claims.values()) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    const most = this.#options.tuning.slotsPerWorkspace;
    return [...counts].filter(([, count]) => count >= most).map(([workspaceId]) => workspaceId);
  }

  #start(claim: Claim): void {
    this.#claims.set(claim.id, claim);
    const work = runAsJob(this.#options.name, claim, () => this.#runOne(claim)).finally(() => {
      this.#claims.delete(claim.id);
      this.#running.delete(work);
      void this.#look();
    });
    this.#running.add(work);
  }

  async #runOne(claim: Claim): Promise<string | null> {
    const { name, log, handler } = this.#options;
    const attempt: JobAttempt = {
      number: claim.retryCount + 1,
      isLast: claim.retryCount + 1 >= MAX_TRIES,
      signal: claim.lost.signal,
    };
    let failure: unknown;
    try {
      // A job with fields of another release is refused as a whole, instead of being done in part.
      await handler(jobSchema.parse({ queue: name, ...claim.data }), attempt);
    } catch (error) {
      failure = error ?? new Error("A job failed without an error");
    }
    logOutcome(log, { name, attempt, failure, startedAt: claim.since });
    try {
      await this.#settle(claim, failure);
    } catch (error) {
      // Without its heartbeat the job is claimed again, and nothing is lost.
      log.error(
        { err: safeDatabaseError(error), queue: name },
        "A job's outcome could not be stored; it will be done again",
      );
    }
    return nameOf(failure);
  }

  async #settle(claim: Claim, failure: unknown): Promise<void> {
    const { boss, name, log } = this.#options;
    const held = { id: claim.id, retryCount: claim.retryCount };
    if (failure === undefined) {
      await boss.complete(name, held);
    } else if (failure instanceof RetryLater) {
      await this.#putBack(claim, failure.afterMs);
    } else if (isRetryable(failure)) {
      // The database was unavailable, or two transactions collided. The failure says nothing about the job.
      await this.#putBack(claim, AFTER_TROUBLE_MS);
    } else {
      log.warn({ err: safeDatabaseError(failure), queue: name, attempt: claim.retryCount + 1 }, "A job failed");
      // The job's row holds the reason for people; the queue only stores that the job failed.
      await boss.fail(name, held);
    }
  }

  /** Replaces this job by a new job in one transaction, so that earlier attempts do not count. */
  async #putBack(claim: Claim, afterMs: number): Promise<void> {
    const { boss, db, name } = this.#options;
    await db.transaction(async (tx) => {
      const inTransaction = { db: bindToTransaction(tx) };
      const settled = await boss.complete(name, { id: claim.id, retryCount: claim.retryCount }, null, inTransaction);
      if ((settled as { affected?: number }).affected === 0) return;
      await boss.send(name, claim.data, {
        ...inTransaction,
        group: { id: claim.workspaceId },
        ...(claim.key && { singletonKey: claim.key }),
        ...(afterMs > 0 && { startAfter: new Date(Date.now() + afterMs) }),
      });
    });
  }

  async #touch(): Promise<void> {
    const held = [...this.#claims.values()];
    if (held.length === 0) return;
    const touched = (await this.#options.boss.touch(this.#options.name, held)) as { settled?: string[] };
    for (const claim of held) if (touched.settled && !touched.settled.includes(claim.id)) claim.lost.abort();
  }
}

interface EndedJob {
  name: QueueName;
  attempt: JobAttempt;
  failure: unknown;
  startedAt: number;
}

function logOutcome(log: Logger, { name, attempt, failure, startedAt }: EndedJob): void {
  const outcome = failure === undefined ? "succeeded" : failure instanceof RetryLater ? "put-back" : "failed";
  recordJobRun(name, outcome, startedAt);
  log.debug({ outcome, attempt: attempt.number, ms: Math.round(performance.now() - startedAt) }, "A job ended");
}

function nameOf(failure: unknown): string | null {
  if (failure === undefined || failure instanceof RetryLater) return null;
  return failure instanceof Error ? failure.name : "unknown";
}
