import { makeRepairs } from "../wiki/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Changes people's wiki pages as a person requested. Workers claim each change with a lease (a time-limited claim), so they
 * share the work.
 */
export const repairPagesJob: ScheduledJob = {
  name: "repair-pages",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: makeRepairs,
};
