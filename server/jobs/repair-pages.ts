import { makeRepairs } from "../wiki/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Changes people's wiki pages as ordered by a person. Workers claim each repair with a lease, so they share the work. */
export const repairPagesJob: ScheduledJob = {
  name: "repair-pages",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: makeRepairs,
};
