import { z } from "zod";
import type { Transaction } from "../db/workspace-scope.ts";

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** Work for a worker. It has only ids: rows are authoritative, and a job only signals that one needs work. */
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
  /** The earliest start. */
  startAfter?: Date;
  /**
   * At most one job per key waits and one runs; further ones are dropped. Defaults to the row's id, so that enqueueing twice is
   * harmless; mails have none.
   */
  singletonKey?: string;
}

/** A `WorkspaceScope` or any open transaction: the job exists only if it commits. */
export interface EnqueueScope {
  readonly tx: Transaction;
}

export interface JobAttempt {
  /** The number of the attempt, from 1. */
  number: number;
  /** True if the queue will not retry, so the handler parks its row with the reason. */
  isLast: boolean;
  /** Aborted when this worker stops or loses the job to another one. */
  signal: AbortSignal;
}

/** Throwing `TryLater` puts the job back without counting an attempt; any other error counts and is retried with back-off. */
export type JobHandlers = { [Name in QueueName]?: (job: JobOf<Name>, attempt: JobAttempt) => Promise<void> };

export class TryLater extends Error {
  readonly afterMs: number;
  constructor(afterMs: number, options?: ErrorOptions) {
    super(`Goes on in ${Math.ceil(afterMs / 1000)} s.`, options);
    this.name = "TryLater";
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
   * The state by key: 'live' while a job waits or runs, 'given-up' after its last attempt failed, 'died' if its worker vanished
   * each time. Absent without a job.
   */
  lookUp(queue: QueueName, keys: string[]): Promise<Map<string, JobState>>;
  /** Number of jobs that wait or run, by queue. */
  depth(): Promise<Record<QueueName, number>>;
  /** Takes no new jobs, gives running ones this long to end, then leaves them to the next worker. */
  stop(graceMs: number): Promise<void>;
}
