import { startRechecks } from "./analysis/recheck/start-rechecks.ts";
import { runJob } from "./analysis/run-job.ts";
import { settlePayer } from "./billing/close-payer.ts";
import type { Deps } from "./deps.ts";
import { takePress } from "./inbox/questions/answer-question.ts";
import { startQuestions } from "./inbox/questions/ask-questions.ts";
import { applyEventsJob } from "./ingest/live/apply-events.ts";
import { holdConnections } from "./ingest/live/hold-connections.ts";
import { startSweep } from "./jobs/sweep.ts";
import { sendQueuedMail } from "./mail/queued-mail.ts";
import { publishJob } from "./publishing/publish-job.ts";

const GRACE_MS = 6_000;

/** The process half that does the long work. Any number of them share one database. */
export async function startWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  await deps.queue.work({
    run: (job, attempt) => runJob(deps, job, attempt),
    publish: (job, attempt) => publishJob(deps, job, attempt),
    events: (job, attempt) => applyEventsJob(deps, job, attempt),
    billing: ({ customerId }) => settlePayer(deps, customerId),
    mail: sendQueuedMail(deps),
  });
  const sweep = startSweep(deps);
  const connections = holdConnections(deps, takePress);
  const rechecks = startRechecks(deps);
  const questions = startQuestions(deps);
  return {
    async stop() {
      await Promise.all([sweep.stop(), connections.stop(), rechecks.stop(), questions.stop()]);
      await deps.queue.stop(GRACE_MS);
    },
  };
}
