import { resumePausedChannels } from "../billing/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Resumes reading for plans with messages left. */
export const resumePausedReading: ScheduledJob = {
  name: "take-up-paused-reading",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: resumePausedChannels,
};
