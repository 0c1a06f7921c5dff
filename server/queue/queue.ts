import { z } from "zod";
import type { Transaction } from "../db/workspace-scope.ts";

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** Work for a worker. A job has only ids: the database rows are authoritative, and a job only signals that a row needs work. */
export const jobSchema = z.discriminatedUnion("queue", [
  z.object({ queue: z.literal("run"), workspaceId: z.string(), runId: z.string() }),
  z.object({ queue: z.literal("publish"), workspaceId: z.string(), publicationId: z.string() }),
  z.object({ queue: z.literal("events"), workspaceId: z.string(), integrationId: z.string() }),
  z.object({ queue: z.literal("billing"), workspaceId: z.string(), customerId: z.string() }),
  z.object({ queue: z.literal("mail"), workspaceId: z.string(), mail }),
]);
export type Job = z.infer<typeof jobSchema>;

export type QueueName = Job["queue"];
export type JobOf<Name extends QueueName> = Extract<Job, { queue: Name }>;
export const QUEUE_NAMES = ["run", "publish", "events", "billing", "mail"] as const satisfies QueueName[];

export interface EnqueueOptions {
  /** The earliest time at which the job may start. */
  startAfter?: Date;
  /**
   * At most one job per key waits and one runs; further jobs are dropped. The key is the row's id by default, so that
   * enqueueing twice is harmless. Mails have no key.
   */
  singletonKey?: string;
}

/** A `WorkspaceScope` or any open transaction. The job exists only if the transaction commits. */
export interface EnqueueScope {
  readonly tx: Transaction;
}

export interface JobAttempt {
  /** The number of the attempt, from 1. */
  number: number;
  /** True if the queue will not retry, so the handler has to store the reason in the job's row. */
  isLast: boolean;
  /** Aborted when this worker stops or loses the job to another worker. */
  signal: AbortSignal;
}

/**
 * Functions that process the jobs of each queue. Throwing `RetryLater` puts the job back without counting an attempt. Any other
 * error counts and is retried with back-off.
 */
export type JobHandlers = { [Name in QueueName]?: (job: JobOf<Name>, attempt: JobAttempt) => Promise<void> };

export class RetryLater extends Error {
  readonly afterMs: number;
  constructor(afterMs: number, options?: ErrorOptions) {
    super(`Goes on in ${Math.ceil(afterMs / 1000)} s.`, options);
    this.name = "RetryLater";
    this.afterMs = afterMs;
  }
}

export type JobState = "live" | "given-up" | "died";

export const MAX_TRIES = 5;

export interface Queue {
  enqueue(scope: EnqueueScope, job: Job, options?: EnqueueOptions): Promise<void>;
  /** Starts processing jobs of these queues; call once. */
  work(handlers: JobHandlers): Promise<void>;
  /**
   * Returns job states by key: 'live' while a job waits or runs, 'given-up' after its last attempt failed, 'died' if its worker
   * vanished each time. A key without a job is absent.
   */
  lookUp(queue: QueueName, keys: string[]): Promise<Map<string, JobState>>;
  /** Returns the number of jobs that wait or run, by queue. */
  depth(): Promise<Record<QueueName, number>>;
  /** Takes no new jobs, gives running jobs this long to end, and leaves unfinished jobs to the next worker. */
  stop(graceMs: number): Promise<void>;
}
