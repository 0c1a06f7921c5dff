import { randomUUID } from "node:crypto";
import { safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { noteJob } from "../queue/job-metrics.ts";
import { inSpan } from "../telemetry/tracing.ts";
import { withWorkContext } from "../telemetry/work-context.ts";
import type { ScheduledJob } from "./job.ts";
import { SCHEDULED_JOBS } from "./jobs.ts";

/**
 * Begins each job at its own frequency, in every worker process; together they do no more than one. A job that takes longer
 * than its pause is not begun again before it ends, and holds up no other.
 */
export function startScheduledJobs(deps: Deps, jobs = SCHEDULED_JOBS): { stop(): Promise<void> } {
  const running = new Map<ScheduledJob, Promise<unknown>>();
  const stopping = new AbortController();
  const begin = (job: ScheduledJob) => {
    if (running.has(job)) return;
    running.set(
      job,
      runAlone(deps, job, stopping.signal).finally(() => running.delete(job)),
    );
  };
  for (const job of jobs) begin(job);
  const timers = jobs.map((job) => setInterval(() => begin(job), job.everySeconds * 1000));
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

/** Every job once, one after the other. Answers the names of those that failed; they come again. */
export async function runEachOnce(deps: Deps, jobs = SCHEDULED_JOBS): Promise<string[]> {
  const failed: string[] = [];
  for (const job of jobs) {
    if (!(await runAlone(deps, job, new AbortController().signal))) failed.push(job.name);
  }
  return failed;
}

function runAlone(deps: Deps, job: ScheduledJob, stopping: AbortSignal): Promise<boolean> {
  const jobId = randomUUID();
  return withWorkContext({ job: job.name, jobId }, () => runNamed(deps, job, stopping));
}

async function runNamed(deps: Deps, job: ScheduledJob, stopping: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  const late = setTimeout(() => {
    deps.log.warn({ job: job.name, ms: passed() }, "A job takes longer than its time limit and is waited for");
  }, job.timeLimitSeconds * 1000);
  try {
    await inSpan([job.name, "consumer"], (span) =>
      withWorkContext(span ? { traceId: span.traceId } : {}, () => job.run(deps, stopping)),
    );
    const isLate = passed() > job.timeLimitSeconds * 1000;
    noteJob(job.name, isLate ? "failed" : "succeeded", startedAt);
    deps.log.debug({ job: job.name, ms: passed() }, "A job ended");
    return true;
  } catch (error) {
    noteJob(job.name, "failed", startedAt);
    deps.log.error(
      { err: safeDatabaseError(error), job: job.name, ms: passed(), againInSeconds: job.everySeconds },
      "A job failed and comes again",
    );
    return false;
  } finally {
    clearTimeout(late);
  }
}
