import type { Deps } from "../deps.ts";

/** Work that is due by time, not by request. It finds its own work and does nothing twice. */
export interface ScheduledJob {
  /** The job's name in the log and in /metrics. */
  name: string;
  /** Seconds from one start to the next, also after a failure. */
  everySeconds: number;
  /** Runs in each worker, because workers share its work or it concerns the process. Otherwise one worker runs it for all. */
  inEachWorker?: true;
  /** A longer run is reported as failed. */
  timeLimitSeconds: number;
  /** `stopping`: the process is being stopped; the next run continues. */
  run(deps: Deps, stopping: AbortSignal): Promise<unknown>;
}
