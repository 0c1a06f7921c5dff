import { postInThreads } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Asks people who may know in the chat, and tells people who asked there. Each message is claimed with a lease, so
 * workers share them.
 */
export const postInThreadsJob: ScheduledJob = {
  name: "post-in-threads",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: postInThreads,
};
