import { resumePausedChannels } from "../billing/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Resumes reading where the plan has messages left again. */
export const takeUpPausedReading: ScheduledJob = {
  name: "take-up-paused-reading",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: resumePausedChannels,
};
