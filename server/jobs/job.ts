import type { Deps } from "../deps.ts";

/** Work that the clock starts, not a request. The job finds out what has to be done, and does nothing twice. */
export interface ScheduledJob {
  /** The job's name in the log and in /metrics. */
  name: string;
  /** Seconds from one start to the next, also after a failure. */
  everySeconds: number;
  /**
   * Runs in each worker, because the workers share the work or the job concerns the process. Without it one worker runs the job
   * for all.
   */
  inEachWorker?: true;
  /** An execution that takes longer is reported as failed. */
  timeLimitSeconds: number;
  /** `stopping`: the process is being stopped; the next execution continues. */
  run(deps: Deps, stopping: AbortSignal): Promise<unknown>;
}
