import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { listen, NOTIFY_CHANNELS } from "../db/listen.ts";
import { safeDatabaseError, toSessionConfig } from "../db/pool.ts";
import { createPreparingClient } from "../db/preparing-client.ts";
import type { Database, Transaction } from "../db/workspace-scope.ts";
import { getJobOrigin } from "./job-origin.ts";
import {
  type EnqueueOptions,
  type Job,
  type JobHandlers,
  MAX_TRIES,
  QUEUE_NAMES,
  type Queue,
  type QueueName,
} from "./queue.ts";
import {
  bindToTransaction,
  countWaiting,
  keepJobWaiting,
  makeJobDue,
  readJobStates,
  restoreRole,
  switchToOwnerRole,
} from "./queue-queries.ts";
import { type JobTaker, takeJobs } from "./take-jobs.ts";

const SCHEMA = "pgboss";

interface QueueTuning {
  /** The number of simultaneous jobs in one worker process, and of simultaneous jobs of one workspace. */
  slots: number;
  slotsPerWorkspace: number;
  /**
   * The number of jobs that may wait for another service without occupying a slot. A job counts as waiting once it has taken
   * longer than `HANGS_AFTER_MS`.
   */
  mostHanging?: number;
  /** Seconds between the attempts, doubled each time. */
  retryDelay: number;
}

const TUNING: Record<QueueName, QueueTuning> = {
  run: { slots: 4, slotsPerWorkspace: 2, retryDelay: 2 },
  publish: { slots: 8, slotsPerWorkspace: 3, mostHanging: 24, retryDelay: 5 },
  events: { slots: 4, slotsPerWorkspace: 1, retryDelay: 1 },
  billing: { slots: 4, slotsPerWorkspace: 4, retryDelay: 15 },
  mail: { slots: 4, slotsPerWorkspace: 2, retryDelay: 15 },
};

export interface QueueOptions {
  db: Database;
  log: Logger;
  /** The number of simultaneous runs in this worker process (`WORKER_CONCURRENCY`). */
  runSlots?: number;
  /** Seconds between the attempts of a failing job, doubled each time. 0: the next attempt follows at once. */
  retryDelaySeconds?: number;
}

/** Starts the queue, which is in the product's database: a job is a row of the transaction that enqueues it. */
export async function startQueue({ db, log, runSlots, retryDelaySeconds }: QueueOptions): Promise<Queue> {
  // Maintenance of the queue (rebuilding an index) may take longer than a request.
  const connection = {
    ...toSessionConfig(db.$client),
    Client: createPreparingClient(),
    pipeline: true,
    statement_timeout: 300_000,
  };
  const boss = await startBoss(connection, log);
  await makeQueues(boss, (name) => retryDelaySeconds ?? TUNING[name].retryDelay);
  const takings: JobTaker[] = [];
  let stopListening = async () => {};

  return {
    enqueue: ({ tx }, job, options = {}) => enqueue(boss, tx, job, options),

    async work(handlers: JobHandlers) {
      for (const name of QUEUE_NAMES) {
        const handler = handlers[name];
        if (!handler) continue;
        const slots = (name === "run" && runSlots) || TUNING[name].slots;
        const { slotsPerWorkspace, mostHanging = 0 } = TUNING[name];
        const tuning = { slots, mostHanging, slotsPerWorkspace: Math.min(slots, slotsPerWorkspace) };
        takings.push(takeJobs({ boss, db, log, name, tuning, handler: handler as never }));
      }
      const wake = (name: string | null) => {
        for (const taking of takings) if (name === null || taking.name === name) taking.wake();
      };
      // Notifications only save time: workers also check periodically, and check everything once the connection is back.
      const heard = { onNotification: wake, onConnected: () => wake(null) };
      stopListening = await listen({ connection: toSessionConfig(db.$client), channel: "jobs", log, ...heard });
    },

    lookUp: (queue, keys) => readJobStates(db, queue, keys),

    depth: () => countByQueue(db),

    async stop(graceMs) {
      await stopListening();
      await Promise.all(takings.map((taking) => taking.stop(graceMs)));
      await boss.stop({ graceful: false });
    },
  };
}

async function enqueue(boss: PgBoss, tx: Transaction, job: Job, { startAfter, singletonKey }: EnqueueOptions) {
  const { queue, ...data } = job;
  const key = singletonKey ?? keyOf(job);
  // Workspace transactions run under a role that has no rights on the queue's tables.
  const role = await switchToOwnerRole(tx);
  const settings = {
    db: bindToTransaction(tx),
    group: { id: job.workspaceId },
    ...(key && { singletonKey: key }),
    ...(startAfter && { startAfter }),
  };
  const send = () => boss.send(queue, { ...data, ...getJobOrigin() }, settings);
  for (let isWaiting = false; !isWaiting && (await send()) === null && key; ) {
    // A job with this key waits already. A request without a start time makes it due now.
    if (!startAfter) await makeJobDue(tx, queue, key);
    // A job that starts at this moment may not see the rows of this transaction. In that case a second job is sent.
    isWaiting = await keepJobWaiting(tx, queue, key);
  }
  await restoreRole(tx, role, { channel: NOTIFY_CHANNELS.jobs, queue });
}

async function startBoss(connection: Record<string, unknown>, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 4,
    application_name: "lorekeep queue",
    schema: SCHEMA,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.error({ err: safeDatabaseError(error) }, "The queue met an error and goes on"));
  await boss.start();
  return boss;
}

/** Leaves correct queues unchanged: creating and changing five queues takes longer than the rest of a start. */
async function makeQueues(boss: PgBoss, retryDelayOf: (name: QueueName) => number): Promise<void> {
  const known = new Map((await boss.getQueues([...QUEUE_NAMES])).map((queue) => [queue.name, queue]));
  for (const name of QUEUE_NAMES) {
    const options = optionsOf(retryDelayOf(name));
    const found = known.get(name);
    // 'short': at most one job of a key waits. The row's own lease decides between running jobs.
    if (!found) await boss.createQueue(name, { ...options, policy: name === "mail" ? "standard" : "short" });
    else if (Object.entries(options).some(([option, value]) => found[option as keyof typeof options] !== value))
      await boss.updateQueue(name, options);
  }
}

function optionsOf(retryDelay: number) {
  return {
    heartbeatSeconds: 10,
    // A long import is no sign of a dead worker; a missing heartbeat is.
    expireInSeconds: 24 * 60 * 60 - 1,
    retentionSeconds: 14 * 24 * 60 * 60,
    deleteAfterSeconds: 24 * 60 * 60,
    retryLimit: MAX_TRIES - 1,
    retryDelay,
    retryBackoff: retryDelay > 0,
    ...(retryDelay > 0 && { retryDelayMax: 15 * 60 }),
  };
}

function keyOf(job: Job): string | null {
  if (job.queue === "run") return job.runId;
  if (job.queue === "events") return job.integrationId;
  if (job.queue === "billing") return job.customerId;
  return job.queue === "publish" ? job.publicationId : null;
}

async function countByQueue(db: Database): Promise<Record<QueueName, number>> {
  const counts = await countWaiting(db);
  return Object.fromEntries(QUEUE_NAMES.map((name) => [name, counts.get(name) ?? 0])) as Record<QueueName, number>;
}
