import { randomUUID } from "node:crypto";
import { DatabaseFailure, safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { recordJobRun } from "../queue/job-metrics.ts";
import { runInSpan } from "../telemetry/tracing.ts";
import { withWorkContext } from "../telemetry/work-context.ts";
import type { ScheduledJob } from "./job.ts";
import { SCHEDULED_JOBS } from "./jobs.ts";
import { claimJobs } from "./schedule-queries.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Starts each job at its own frequency: jobs with `inEachWorker` in each worker, all others in one worker (`claimJobs`). A
 * starting worker starts all of them, due or not, because its predecessor may have left work. A long execution delays no other
 * job, and its job is not started again in this worker before it ends.
 */
export function startScheduledJobs(deps: Deps, jobs = SCHEDULED_JOBS): { stop(): Promise<void> } {
  const running = new Map<ScheduledJob, Promise<unknown>>();
  const stopping = new AbortController();
  const begin = (job: ScheduledJob) => {
    if (running.has(job) || stopping.signal.aborted) return;
    running.set(
      job,
      runAlone(deps, job, stopping.signal).finally(() => running.delete(job)),
    );
  };
  const own = jobs.filter((job) => job.inEachWorker);
  const shared = jobs.filter((job) => !job.inEachWorker);
  const lookAt = new Map(shared.map((job) => [job, 0]));
  let claiming: Promise<void> | null = null;
  const look = (even = false) => {
    const now = performance.now();
    const ready = shared.filter((job) => !running.has(job) && (lookAt.get(job) ?? 0) <= now);
    if (claiming || ready.length === 0) return;
    for (const job of ready) lookAt.set(job, now + job.everySeconds * 1000 - LOOK_EVERY_MS / 2);
    claiming = claimJobs(deps.db, ready, { even })
      .then(({ names, waits, wronglyDue }) => {
        if (wronglyDue.length > 0)
          deps.log.warn({ jobs: wronglyDue }, "Jobs were due too far ahead: a clock was wrong");
        // A check that came slightly early is repeated when the job is due, not a whole pause later.
        for (const job of ready)
          lookAt.set(job, now + (waits.get(job.name) ?? job.everySeconds * 1000 - LOOK_EVERY_MS / 2));
        ready.filter(({ name }) => names.has(name)).forEach(begin);
      })
      .catch((error: unknown) => logFailure(deps, error, { job: "schedule", againInSeconds: 1 }))
      .finally(() => {
        claiming = null;
      });
  };
  for (const job of own) begin(job);
  look(true);
  const timers = [
    ...own.map((job) => setInterval(() => begin(job), job.everySeconds * 1000)),
    setInterval(() => look(), LOOK_EVERY_MS),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await claiming;
      await Promise.all(running.values());
    },
  };
}

/** Runs every job once, in order. Returns the names of failed jobs, which will run again. */
export async function runAllJobsOnce(deps: Deps, jobs = SCHEDULED_JOBS): Promise<string[]> {
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
    await runInSpan([job.name, "consumer"], (span) =>
      withWorkContext(span ? { traceId: span.traceId } : {}, () => job.run(deps, stopping)),
    );
    const isLate = passed() > job.timeLimitSeconds * 1000;
    recordJobRun(job.name, isLate ? "failed" : "succeeded", startedAt);
    deps.log.debug({ job: job.name, ms: passed() }, "A job ended");
    return true;
  } catch (error) {
    recordJobRun(job.name, "failed", startedAt);
    logFailure(deps, error, { job: job.name, ms: passed(), againInSeconds: job.everySeconds });
    return false;
  } finally {
    clearTimeout(late);
  }
}

const SAID_AGAIN_MS = 60_000;
const saidAt = new WeakMap<Deps["log"], number>();

/** A database failure affects every job, so it is logged once a minute. */
function logFailure({ log }: Deps, error: unknown, facts: Record<string, unknown>): void {
  const err = safeDatabaseError(error);
  const concernsAll = err instanceof DatabaseFailure && err.isOfConnection;
  const isNews = !concernsAll || performance.now() - (saidAt.get(log) ?? -SAID_AGAIN_MS) >= SAID_AGAIN_MS;
  if (concernsAll && isNews) saidAt.set(log, performance.now());
  const sentence = concernsAll ? "Jobs fail and come again; said once a minute" : "A job failed and comes again";
  log[isNews ? "error" : "debug"]({ err, ...facts }, sentence);
}
