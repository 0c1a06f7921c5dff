import { postInThreads } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Posts in threads: asks people who may know, and tells askers about answers. Workers claim each post with a lease, so they share
 * the work.
 */
export const postInThreadsJob: ScheduledJob = {
  name: "post-in-threads",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: postInThreads,
};
