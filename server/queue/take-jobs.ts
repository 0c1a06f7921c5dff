import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { isRetryable, safeDatabaseError } from "../db/pool.ts";
import type { Database } from "../db/workspace-scope.ts";
import { noteJob } from "./job-metrics.ts";
import { type Attempt, type Job, jobSchema, MAX_TRIES, type QueueName, TryLater } from "./queue.ts";
import { within } from "./queue-queries.ts";

const POLL_MS = 1000;
/** A third of the queue's heartbeat. */
const HEARTBEAT_MS = 3000;
const HANGS_AFTER_MS = 2000;
const AFTER_TROUBLE_MS = 1000;

export interface Taking {
  readonly name: QueueName;
  /** A job may have arrived. */
  wake(): void;
  stop(graceMs: number): Promise<void>;
}

export interface TakingOptions {
  boss: PgBoss;
  db: Database;
  log: Logger;
  name: QueueName;
  tuning: { slots: number; slotsPerWorkspace: number; mostHanging: number };
  handler: (job: Job, attempt: Attempt) => Promise<void>;
}

type JobData = Omit<Job, "queue">;

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
 * Keeps this process's slots of one queue filled. The library's own worker settles a whole batch at once and takes jobs in
 * the order they came; here each job ends by itself, and the workspaces take turns: one with 200 jobs does not make another
 * wait for all of them.
 */
export function takeJobs({ boss, db, log, name, tuning, handler }: TakingOptions): Taking {
  const claims = new Map<string, Claim>();
  const running = new Set<Promise<void>>();
  /** Workspaces that had their turn in this round. */
  let served = new Set<string>();
  let stopping = false;
  let looking = false;
  let lookAgain = false;

  async function look(): Promise<void> {
    lookAgain = true;
    if (looking) return;
    looking = true;
    try {
      while (lookAgain && !stopping) {
        lookAgain = false;
        while (!stopping && slotsTaken() < tuning.slots && (await takeOne())) {}
      }
    } catch (error) {
      log.error({ err: safeDatabaseError(error), queue: name }, "Jobs could not be looked for; trying again");
    } finally {
      looking = false;
    }
  }

  /** True when there may be more. */
  async function takeOne(): Promise<boolean> {
    const busy = busyWorkspaces();
    const ignoreGroups = [...new Set([...served, ...busy])];
    const [job] = await boss.fetch<JobData>(name, { includeMetadata: true, ignoreGroups });
    if (job) {
      const { id, retryCount, singletonKey: key, data } = job;
      served.add(data.workspaceId);
      start({
        id,
        retryCount,
        key,
        workspaceId: data.workspaceId,
        data,
        lost: new AbortController(),
        since: performance.now(),
      });
      return true;
    }
    const roundEnds = [...served].some((workspaceId) => !busy.includes(workspaceId));
    served = new Set();
    return roundEnds;
  }

  /** Without those that hang, as far as these may be left out. */
  function slotsTaken(): number {
    const hangsSince = performance.now() - HANGS_AFTER_MS;
    const hanging = [...claims.values()].filter(({ since }) => since < hangsSince).length;
    return claims.size - Math.min(hanging, tuning.mostHanging);
  }

  function busyWorkspaces(): string[] {
    const counts = new Map<string, number>();
    for (const { workspaceId } of claims.values()) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= tuning.slotsPerWorkspace).map(([workspaceId]) => workspaceId);
  }

  function start(claim: Claim): void {
    claims.set(claim.id, claim);
    const work = runOne(claim).finally(() => {
      claims.delete(claim.id);
      running.delete(work);
      void look();
    });
    running.add(work);
  }

  async function runOne(claim: Claim): Promise<void> {
    const attempt: Attempt = {
      number: claim.retryCount + 1,
      isLast: claim.retryCount + 1 >= MAX_TRIES,
      signal: claim.lost.signal,
    };
    const startedAt = performance.now();
    let failure: unknown;
    try {
      // What an older or newer version left in the queue is no reason to do something half.
      await handler(jobSchema.parse({ queue: name, ...claim.data }), attempt);
    } catch (error) {
      failure = error ?? new Error("A job failed without an error");
    }
    noteJob(name, failure === undefined ? "succeeded" : failure instanceof TryLater ? "put-back" : "failed", startedAt);
    try {
      await settle(claim, failure);
    } catch (error) {
      // Without its heartbeat the job is taken again: nothing is lost.
      log.error(
        { err: safeDatabaseError(error), queue: name },
        "A job's outcome could not be stored; it will be done again",
      );
    }
  }

  async function settle(claim: Claim, failure: unknown): Promise<void> {
    const held = { id: claim.id, retryCount: claim.retryCount };
    if (failure === undefined) {
      await boss.complete(name, held);
    } else if (failure instanceof TryLater) {
      await putBack(claim, failure.afterMs);
    } else if (isRetryable(failure)) {
      // The database was away, or two transactions met: that says nothing about the job.
      await putBack(claim, AFTER_TROUBLE_MS);
    } else {
      log.warn({ err: safeDatabaseError(failure), queue: name, attempt: claim.retryCount + 1 }, "A job failed");
      // The row tells people why; the queue keeps only that it failed.
      await boss.fail(name, held);
    }
  }

  /** A fresh job in the place of this one, in one transaction: the tries so far do not count. */
  async function putBack(claim: Claim, afterMs: number): Promise<void> {
    await db.transaction(async (tx) => {
      const inTransaction = { db: within(tx) };
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

  async function beat(): Promise<void> {
    const held = [...claims.values()];
    if (held.length === 0) return;
    const touched = (await boss.touch(name, held)) as { settled?: string[] };
    for (const claim of held) if (touched.settled && !touched.settled.includes(claim.id)) claim.lost.abort();
  }

  const poll = setInterval(() => void look(), POLL_MS);
  const heart = setInterval(() => {
    beat().catch((error: unknown) =>
      log.warn({ err: safeDatabaseError(error), queue: name }, "A heartbeat was missed"),
    );
  }, HEARTBEAT_MS);
  void look();

  return {
    name,
    wake: () => void look(),
    async stop(graceMs) {
      stopping = true;
      clearInterval(poll);
      for (const claim of claims.values()) claim.lost.abort();
      const patience = new AbortController();
      await Promise.race([
        Promise.allSettled(running),
        new Promise((resolve) => {
          const timer = setTimeout(resolve, graceMs);
          patience.signal.addEventListener("abort", () => clearTimeout(timer));
        }),
      ]);
      patience.abort();
      clearInterval(heart);
    },
  };
}
