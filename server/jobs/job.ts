import type { Deps } from "../deps.ts";

/** Work that is due by time instead of a request. It finds its own work and does nothing twice. */
export interface ScheduledJob {
  /** The job's name in the log and in /metrics. */
  name: string;
  /** Seconds from one start to the next, also after a failure. */
  everySeconds: number;
  /**
   * Each worker process runs it, because workers share its work or it concerns the process itself. Otherwise one worker
   * runs it for all.
   */
  inEachWorker?: true;
  /** A longer run is reported as failed. */
  timeLimitSeconds: number;
  /** `stopping`: this process is being stopped; the next run does the rest. */
  run(deps: Deps, stopping: AbortSignal): Promise<unknown>;
}
