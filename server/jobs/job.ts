import type { Deps } from "../deps.ts";

/** Something that is due by time and not because somebody asked. It finds its own work and does nothing twice. */
export interface ScheduledJob {
  /** Its name in the log and in /metrics. */
  name: string;
  /** From one beginning to the next; after a failure it comes again then. */
  everySeconds: number;
  /** Each worker process begins it: several share its work, or it is about this process. Else one of them does, for all. */
  inEachWorker?: true;
  /** A run that takes longer is reported as failed. */
  timeLimitSeconds: number;
  /** `stopping`: this process is being stopped; what is left is done by the next run. */
  run(deps: Deps, stopping: AbortSignal): Promise<unknown>;
}
