import { forgetOldClocks } from "../pace/call-clock-queries.ts";
import type { ScheduledJob } from "./job.ts";

/** Deletes expired pauses that platforms asked for. */
export const forgetOldClocksJob: ScheduledJob = {
  name: "forget-old-clocks",
  everySeconds: 30,
  timeLimitSeconds: 120,
  run: ({ db }) => forgetOldClocks(db),
};
