import { runJob } from "./analysis/index.ts";
import { handleChatInteraction } from "./ask/index.ts";
import { updateOrClosePayer } from "./billing/index.ts";
import type { Deps } from "./deps.ts";
import { applyEventsJob, keepConnectionsOpen } from "./ingest/live/index.ts";
import { startScheduledJobs } from "./jobs/run-jobs.ts";
import { sendQueuedMail } from "./mail/queued-mail.ts";
import { createWorkerMemory, publishJob } from "./publishing/index.ts";
import { subscribeModules } from "./subscriptions.ts";

const GRACE_MS = 6_000;

/** Starts the part of the process that does background work. Any number of workers can share one database. */
export async function startWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  subscribeModules();
  const memory = createWorkerMemory(deps);
  await deps.queue.work({
    run: (job, attempt) => runJob(deps, job, attempt),
    publish: (job, attempt) => publishJob(deps, job, attempt, memory),
    events: (job, attempt) => applyEventsJob(deps, job, attempt),
    billing: ({ customerId }) => updateOrClosePayer(deps, customerId),
    mail: sendQueuedMail(deps),
  });
  const scheduled = startScheduledJobs(deps);
  const connections = keepConnectionsOpen(deps, handleChatInteraction);
  return {
    async stop() {
      await Promise.all([scheduled.stop(), connections.stop()]);
      await deps.queue.stop(GRACE_MS);
    },
  };
}
