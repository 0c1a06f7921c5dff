import { z } from "zod";
import type { Transaction } from "../db/workspace-scope.ts";

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** Work for a worker. It contains ids only: the rows are authoritative, a job only signals that one needs attention. */
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
   * For one key at most one job waits and one runs; more are dropped. By default the row's id, so that enqueuing twice
   * is harmless; mails have none.
   */
  singletonKey?: string;
}

/** A `WorkspaceScope`, or any open transaction: the job exists when it commits and never if it does not. */
export interface EnqueueScope {
  readonly tx: Transaction;
}

export interface JobAttempt {
  /** 1 for the first. */
  number: number;
  /** True when the queue will not retry: the handler parks its row with the reason. */
  isLast: boolean;
  /** Aborted when this worker stops or has lost the job to another. */
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
  /** Starts taking jobs of these queues; call once. */
  work(handlers: JobHandlers): Promise<void>;
  /**
   * The state of these keys: 'live' while a job waits or runs, 'given-up' when its last one failed for good, 'died'
   * when its worker vanished each time without reporting a failure. Absent: no job.
   */
  lookUp(queue: QueueName, keys: string[]): Promise<Map<string, JobState>>;
  /** Number of jobs that wait or run, by queue. */
  depth(): Promise<Record<QueueName, number>>;
  /** Takes no new jobs, gives running ones this long to end, then leaves them to the next worker. */
  stop(graceMs: number): Promise<void>;
}
