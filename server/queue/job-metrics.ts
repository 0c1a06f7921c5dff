import { Counter, Gauge, Histogram } from "prom-client";

/** Metrics of this process's jobs, which /metrics adds to its other figures (http/metrics.ts). */
export const jobDuration = new Histogram({
  name: "job_duration_seconds",
  help: "Runs of background jobs, by what became of them",
  labelNames: ["job", "outcome"],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers: [],
});
export const jobLastSuccess = new Gauge({
  name: "job_last_success_timestamp_seconds",
  help: "When a background job last ended well",
  labelNames: ["job"],
  registers: [],
});
export const jobFailures = new Counter({
  name: "job_failures_total",
  help: "Runs of background jobs that failed and come again",
  labelNames: ["job"],
  registers: [],
});

/** Records one execution of a job. `put-back` counts neither as success nor as failure, because the job continues later. */
export function recordJobRun(job: string, outcome: "succeeded" | "failed" | "put-back", startedAt: number): void {
  jobDuration.observe({ job, outcome }, (performance.now() - startedAt) / 1000);
  if (outcome === "succeeded") jobLastSuccess.set({ job }, Date.now() / 1000);
  if (outcome === "failed") jobFailures.inc({ job });
}
