import { postInThreads } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Asks who may know in the chat, and tells who asked there. Each message is claimed for a while, so workers share them. */
export const postInThreadsJob: ScheduledJob = {
  name: "post-in-threads",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: postInThreads,
};
